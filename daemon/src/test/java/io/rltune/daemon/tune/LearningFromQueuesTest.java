package io.rltune.daemon.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigTexts;
import io.rltune.daemon.demo.SteeredRun;
import io.rltune.daemon.experience.ExperienceRecorder;
import io.rltune.daemon.experience.ExperienceStore;
import io.rltune.daemon.experience.QueueState;
import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.daemon.history.JobRun.Size;
import io.rltune.daemon.history.JobRun.Standing;
import io.rltune.daemon.http.LocalHttp;
import io.rltune.daemon.service.CycleKeeper;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Status;
import io.rltune.daemon.snapshot.CycleFile;
import io.rltune.model.Sha256;
import io.rltune.policy.NetworkScorer;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.train.TrainerLauncher;
import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.train.PpoTraining;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the daemon's cycles on a simulated Slurm to a policy that learnt from what they chose. */
class LearningFromQueuesTest {
  private static final Path LEARNING = Path.of("..", "rl-policy", "target", "train-lib");
  private static final int JOBS = 440;
  private static final int JOBS_AFTER = 390;

  private static final ClusterSpec CLUSTER =
      ClusterFile.parse(
          """
          name: small
          nodes:
            - {names: "n[1-4]", gpu_type: a100, gpus: 4, cpus: 64, mem_mb: 512000}
          partitions:
            - {name: gpu, nodes: "n[1-4]", default: true}
          """,
          "LearningFromQueuesTest");

  private static final Status STATUS = Status.nothingYet(0, "enforce");

  @TempDir private Path directory;

  private final List<String> log = new ArrayList<>();

  /**
   * The JDK's HTTP server reads its limits once in a JVM. In a daemon the daemon's come first; here
   * the simulated slurmrestd would, and the tests of the limits after it would have none.
   */
  @BeforeAll
  static void theDaemonsLimitsComeFirst() throws Exception {
    LocalHttp.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Map.of(), Set.of())
        .close();
  }

  /** The daemon's parts that record, told of each cycle of a workload on the simulated Slurm. */
  private void serve(Config config, StateDir stateDir) throws Exception {
    BurstySpec spec =
        BurstySpec.demo(DemoCluster.capacity(CLUSTER))
            .withJobs(JOBS)
            .withOfferedLoad(1.2)
            .withRuntimes(120, 300, 1_800);
    try (CycleKeeper keeper = CycleKeeper.open(config, stateDir, "test", Runnable::run);
        ExperienceRecorder recorder = ExperienceRecorder.open(config, stateDir, Runnable::run)) {
      new SteeredRun(CLUSTER, BurstyWorkload.generate(spec, 5), 60, 365 * 86_400.0)
          .run(
              start -> List.of(),
              (simulatedS, jobsDone, report) -> {
                keeper.cycle(report, STATUS);
                recorder.cycle(report, STATUS);
              });
      after(keeper.history());
    }
  }

  /** Later weeks, of which slurmdbd tells: what the gate would judge by. */
  private static void after(History history) throws Exception {
    List<JobRun> runs = history.lastEnded("", JOBS);
    long end = runs.get(0).ended();
    List<JobRun> later = new ArrayList<>();
    for (int i = 0; i < JOBS_AFTER; i++) {
      long submit = end + 60L * i;
      later.add(
          new JobRun(
              10_000 + i,
              submit,
              "later",
              "later",
              "user",
              "acc",
              "",
              "gpu",
              1,
              "",
              3_600,
              submit,
              0,
              0,
              0,
              submit + 10,
              submit + 610,
              0,
              "",
              false,
              Standing.UNKNOWN,
              List.of(),
              new Size(1, 1, 1_000)));
    }
    history.learn(later);
  }

  @Test
  void whatTheDaemonChoseIsRecordedJoinedAndLearntFrom() throws Exception {
    StateDir stateDir = StateDir.create(directory.resolve("state"));
    Config config = ConfigTexts.config("daemon: {mode: enforce}\ntune: {record: true}\n");
    serve(config, stateDir);
    PolicyInForce inForce = PolicyInForce.of(config);
    Path work = Files.createDirectory(directory.resolve("work"));
    try (ExperienceStore queues = ExperienceStore.reading(stateDir.experience());
        History history = History.reading(stateDir.history())) {
      int states = statesAreOfWaitingJobsSomeOfWhichStarted(queues, history);
      RecordedWeeks weeks =
          RecordedWeeks.read(history, 0, CycleFile.read(stateDir.lastCycle()).snapshot());
      assertThat(weeks.runs()).hasSizeGreaterThan(JOBS_AFTER + JOBS * 9 / 10);
      Tuning tuning = new Tuning(weeks, inForce, work, log::add);
      tuning.prepare();

      assertThat(tuning.learnFrom(queues, history)).isEqualTo(states);

      needsDeeplearning4j();
      trains(tuning, work.resolve("candidate.zip"));
    }
  }

  private static int statesAreOfWaitingJobsSomeOfWhichStarted(
      ExperienceStore queues, History history) throws Exception {
    List<QueueState> states =
        queues.states(Sha256.of(NetworkScorer.shippedFile()), 0, Long.MAX_VALUE, Long.MAX_VALUE);
    Map<Long, JobRun> runs =
        history.started(0, Long.MAX_VALUE).stream()
            .collect(Collectors.toMap(JobRun::jobId, Function.identity()));
    assertThat(states).hasSizeGreaterThan(30);
    for (int s = 0; s < states.size(); s++) {
      QueueState state = states.get(s);
      long next = s + 1 < states.size() ? states.get(s + 1).at() : Long.MAX_VALUE;
      boolean someStarted = false;
      for (long id : state.jobIds()) {
        assertThat(runs.get(id).submit()).isLessThanOrEqualTo(state.at());
        assertThat(runs.get(id).started()).isGreaterThanOrEqualTo(state.at());
        someStarted |= runs.get(id).started() <= next;
      }
      assertThat(someStarted).isTrue();
    }
    return states.size();
  }

  private void trains(Tuning tuning, Path candidate) throws Exception {
    TrainerLauncher launcher =
        new TrainerLauncher(
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                + ":"
                + LEARNING.toAbsolutePath()
                + "/*",
            directory.resolve("child"),
            600,
            Duration.ofMinutes(5));

    TuneRun.Request request =
        new TuneRun.Request(Optional.empty(), candidate, 5, 1, 1, Duration.ofDays(1), false);
    List<String> arguments = new ArrayList<>(tuning.arguments(candidate, request));
    // As rltune tune asks for it, but short.
    arguments.addAll(List.of("--workloads", "1", "--replicas", "2"));
    arguments.addAll(List.of("--critic-first", "0", "--decisions", "200"));
    launcher.run(PpoTraining.class.getName(), arguments, log::add);

    assertThat(log).anyMatch(line -> line.matches("recorded states: learns from \\d+ with .*"));
    assertThat(log).anyMatch(line -> line.matches(".* learnt from 200 and \\d+ recorded"));
    assertThat(PolicyFile.read(candidate).trainingCard()).containsKey("recorded_choices");
  }

  private static void needsDeeplearning4j() {
    assumeThat(System.getProperty("os.name") + " " + System.getProperty("os.arch"))
        .as("Deeplearning4j's native library is there for Linux on x86-64 alone")
        .isEqualTo("Linux amd64");
    assumeThat(LEARNING).as("made by mvn package").exists();
  }
}
