package io.rltune.daemon.experience;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigTexts;
import io.rltune.daemon.cycle.CommitReport;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Status;
import io.rltune.daemon.service.Wiring;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobState;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import io.rltune.model.Sha256;
import io.rltune.plan.Plan;
import io.rltune.plan.Plan.RankedJob;
import io.rltune.plan.PlanContext;
import io.rltune.plan.Planner;
import io.rltune.policy.NetworkScorer;
import io.rltune.policy.features.FeatureSchema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

class ExperienceRecorderTest {
  private static final long T0 = 1_800_000_000;
  private static final String SHIPPED = Sha256.of(NetworkScorer.shippedFile());

  @TempDir private Path directory;

  private Config config;
  private Planner planner;
  private ExperienceRecorder recorder;
  private Plan plan;
  private boolean paused;
  private String problem = "";

  private void open(String yaml) throws Exception {
    config = ConfigTexts.config("planner: {solver: greedy}\n" + yaml);
    planner = Wiring.planner(config);
    recorder = ExperienceRecorder.open(config, new StateDir(directory), Runnable::run);
  }

  @AfterEach
  void close() throws Exception {
    if (recorder != null) {
      recorder.close();
    }
  }

  private static Job pending(long id, String partition) {
    return job(id, partition).build();
  }

  private static io.rltune.model.JobBuilder job(long id, String partition) {
    return Job.builder(id)
        .name("secret-name")
        .user("alice")
        .account("secret-account")
        .partitions(partition)
        .submit(T0 - id)
        .eligible(T0 - id)
        .timeLimitS(3600 + 60 * (id % 17))
        .gpus(GpuDemand.untyped(4));
  }

  private static Job running(long id) {
    return job(id, "gpu")
        .state(new JobState("RUNNING", Set.of()))
        .start(T0)
        .end(T0 + 3600)
        .nodes(List.of("n1"))
        .build();
  }

  /** A cycle in which jobs from {@code first} on wait and those before run. */
  private void cycle(long second, int first, int last) {
    List<Job> jobs = new ArrayList<>();
    for (int id = 1; id <= last; id++) {
      jobs.add(id < first ? running(id) : pending(id, "gpu"));
    }
    cycle(second, jobs);
  }

  private void cycle(long second, List<Job> jobs) {
    TreeMap<String, GpuCount> gpus = new TreeMap<>();
    gpus.put("a100", new GpuCount(4, 4));
    Node node =
        new Node(
            "n1",
            new NodeState("ALLOCATED", Set.of()),
            gpus,
            32,
            256_000,
            Set.of(),
            Set.of("gpu", "cpu"));
    ClusterSnapshot snapshot =
        new ClusterSnapshot(
            T0 + second,
            "24.11.5",
            jobs,
            List.of(node),
            List.of(new Partition("gpu", List.of("n1")), new Partition("cpu", List.of("n1"))),
            List.of());
    plan = planner.plan(snapshot, PlanContext.EMPTY);
    recorder.cycle(
        new CycleReport(
            1,
            T0 + second,
            Optional.of(snapshot),
            PlanContext.EMPTY,
            planner.lastFeatures(),
            planner.policyDigest(),
            Map.of(),
            Optional.of(plan),
            CommitReport.NOTHING,
            problem,
            1,
            1),
        status());
  }

  private Status status() {
    return Status.nothingYet(T0, "enforce")
        .with(status -> status.paused(paused).cycles(1).lastSnapshotAt(T0));
  }

  private List<QueueState> stored() throws Exception {
    try (ExperienceStore store = ExperienceStore.reading(new StateDir(directory).experience())) {
      return store.states(SHIPPED, 0, Long.MAX_VALUE, Long.MAX_VALUE);
    }
  }

  private List<Long> storedSeconds() throws Exception {
    return stored().stream().map(state -> state.at() - T0).toList();
  }

  @Test
  void aQueueIsStoredOnceOneOfItsJobsHasStartedAsItWasJustBefore() throws Exception {
    open("daemon: {mode: enforce}\n");
    cycle(0, 1, 9);
    cycle(10, 1, 9);
    assertThat(stored()).isEmpty();

    cycle(20, 2, 12);

    assertThat(storedSeconds()).containsExactly(10L);
    QueueState state = stored().get(0);
    assertThat(state.jobCount()).isEqualTo(9);
    assertThat(state.policy()).isEqualTo(SHIPPED);
  }

  @Test
  void rowsAreThoseOfTheJobsInTheOrderOfThePlan() throws Exception {
    open("daemon: {mode: advise}\n");
    cycle(0, 1, 20);
    float[] features = planner.lastFeatures().rows();
    long[] order = plan.order().stream().mapToLong(RankedJob::jobId).toArray();
    cycle(10, 3, 20);

    QueueState state = stored().get(0);
    assertThat(state.jobIds()).isEqualTo(order);
    for (int i = 0; i < order.length; i++) {
      // The planner's rows are in the order of the snapshot, which is that of the ids here.
      int from = (int) (order[i] - 1) * FeatureSchema.WIDTH;
      assertThat(
              Arrays.copyOfRange(
                  state.rows(), i * FeatureSchema.WIDTH, (i + 1) * FeatureSchema.WIDTH))
          .isEqualTo(Arrays.copyOfRange(features, from, from + FeatureSchema.WIDTH));
    }
  }

  @Test
  void atMostOneAMinuteIsStored() throws Exception {
    open("daemon: {mode: enforce}\n");
    for (int cycle = 0; cycle < 20; cycle++) {
      cycle(10 * cycle, 1 + cycle, 40);
    }

    assertThat(storedSeconds()).containsExactly(0L, 60L, 120L, 180L);
  }

  @Test
  void ofALongQueueTheHeadIsKept() throws Exception {
    open("daemon: {mode: enforce}\n");
    cycle(0, 1, 300);
    long[] head = plan.order().stream().limit(128).mapToLong(RankedJob::jobId).toArray();
    cycle(10, 290, 300);

    assertThat(stored().get(0).jobIds()).isEqualTo(head);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "daemon: {mode: observe}                                       ; 0",
        "daemon: {mode: shadow}                                        ; 0",
        "daemon: {mode: advise}                                        ; 6",
        "daemon: {mode: enforce}                                       ; 6",
        "{daemon: {mode: shadow}, partitions: {gpu: {mode: advise}}}   ; 3",
        "{daemon: {mode: enforce}, partitions: {cpu: {mode: shadow}}}  ; 3",
        "{daemon: {mode: enforce}, policy: {name: sjf}}                ; 0",
      })
  void onlyJobsThatThePolicyOrdersInEarnestAreRecorded(String yaml, int jobs) throws Exception {
    config = ConfigTexts.config(yaml + "\n");
    planner = Wiring.planner(config);
    recorder = ExperienceRecorder.open(config, new StateDir(directory), Runnable::run);
    List<Job> queue = new ArrayList<>();
    for (int id = 1; id <= 6; id++) {
      queue.add(pending(id, id % 2 == 0 ? "cpu" : "gpu"));
    }
    cycle(0, queue);
    queue.set(0, running(1));
    cycle(10, queue);

    assertThat(stored().stream().mapToInt(QueueState::jobCount).sum()).isEqualTo(jobs);
  }

  @Test
  void nothingIsRecordedWhileWritingIsPausedOrStopped() throws Exception {
    open("daemon: {mode: enforce}\n");
    paused = true;
    cycle(0, 1, 9);
    paused = false;
    cycle(10, 2, 9);
    problem = "writing stopped: no";
    cycle(20, 3, 9);
    problem = "";
    cycle(30, 4, 9);
    assertThat(stored()).isEmpty();

    cycle(40, 5, 9);

    assertThat(storedSeconds()).containsExactly(30L);
  }

  @Test
  void aNewModeCountsFromTheReloadOn() throws Exception {
    open("daemon: {mode: shadow}\n");
    cycle(0, 1, 9);
    recorder.reloaded(ConfigTexts.config("daemon: {mode: enforce}\n"));
    cycle(10, 2, 9);
    assertThat(stored()).isEmpty();

    cycle(20, 3, 9);

    assertThat(storedSeconds()).containsExactly(10L);
  }

  @Test
  void whatIsOlderThanItsDaysIsForgotten() throws Exception {
    open("daemon: {mode: enforce}\ntune: {record_days: 1}\n");
    cycle(0, 1, 9);
    cycle(10, 2, 9);
    cycle(86_500, 2, 9);
    cycle(86_510, 3, 9);

    assertThat(storedSeconds()).containsExactly(86_500L);
  }

  @Test
  void aFullDiskCostsTheRecordIsSaidOnceAndStopsNoCycle() throws Exception {
    open("daemon: {mode: enforce}\n");
    String url = "jdbc:sqlite:" + new StateDir(directory).experience();
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(ExperienceRecorder.class);
    logger.addAppender(log);
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TRIGGER full BEFORE INSERT ON states BEGIN"
              + " SELECT RAISE(FAIL, 'database or disk is full'); END");
      cycle(0, 1, 9);
      cycle(10, 2, 9);
      cycle(20, 3, 9);
      statement.execute("DROP TRIGGER full");
      cycle(30, 4, 9);
    } finally {
      logger.detachAppender(log);
    }

    assertThat(log.list)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .startsWith("queues cannot be recorded: ")
        .contains("disk is full");
    assertThat(storedSeconds()).containsExactly(20L);
  }

  @Test
  void belowTheRoomThatIsKeptFreeNothingIsRecorded() throws Exception {
    open("daemon: {mode: enforce, min_free_mb: 1000000}\n");
    cycle(0, 1, 9);
    cycle(10, 2, 9);

    assertThat(stored()).isEmpty();
  }

  @Test
  void noNamesComeIntoTheFile() throws Exception {
    open("daemon: {mode: enforce}\n");
    cycle(0, 1, 9);
    cycle(10, 2, 9);
    recorder.close();
    recorder = null;

    assertThat(stored()).hasSize(1);
    String bytes =
        Files.readString(new StateDir(directory).experience(), StandardCharsets.ISO_8859_1);
    assertThat(bytes).doesNotContain("alice").doesNotContain("secret");
  }

  @Test
  void itIsOffByDefaultAndWhereItCannotBeTheDaemonDoesWithout() throws Exception {
    Path nowhere = directory.resolve("nowhere");

    assertThat(
            ExperienceRecorder.of(
                ConfigTexts.config("daemon: {mode: enforce}\n"), new StateDir(directory)))
        .isEmpty();
    assertThat(directory.resolve("experience.db")).doesNotExist();
    assertThat(
            ExperienceRecorder.of(
                ConfigTexts.config("tune: {record: true}\n"), new StateDir(nowhere)))
        .isEmpty();
    try (ExperienceRecorder on =
        ExperienceRecorder.of(ConfigTexts.config("tune: {record: true}\n"), new StateDir(directory))
            .orElseThrow()) {
      assertThat(directory.resolve("experience.db")).exists();
    }
  }
}
