package io.rltune.daemon.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.config.ConfigTexts;
import io.rltune.daemon.report.ReportBuilder;
import io.rltune.daemon.report.ReportData;
import io.rltune.daemon.report.ReportPage;
import io.rltune.daemon.service.Wiring;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobBuilder;
import io.rltune.model.JobState;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import io.rltune.plan.Plan;
import io.rltune.plan.PlanContext;
import io.rltune.plan.Planner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryRecorderTest {
  private static final long T0 = 1_800_000_000;

  @TempDir private Path directory;
  private History history;
  private HistoryRecorder recorder;
  private Planner planner;

  @BeforeEach
  void open() throws Exception {
    history = History.open(directory.resolve("history.db"));
    recorder = new HistoryRecorder(history, 90 * 86_400, 1000);
    planner =
        Wiring.planner(ConfigTexts.config("planner: {solver: greedy}\npolicy: {name: sjf}\n"));
  }

  @AfterEach
  void close() throws Exception {
    history.close();
  }

  private static JobBuilder job(long id) {
    return Job.builder(id)
        .name("train-" + id)
        .user("alice")
        .account("ml")
        .partitions("gpu")
        .submit(T0)
        .eligible(T0)
        .timeLimitS(3600)
        .gpus(GpuDemand.untyped(4));
  }

  private static Job pending(long id) {
    return job(id).build();
  }

  private static Job running(long id, long started) {
    return job(id)
        .state(new JobState("RUNNING", Set.of()))
        .start(started)
        .end(started + 3600)
        .nodes(List.of("n1"))
        .build();
  }

  private void cycle(long second, Map<Long, Long> plainStarts, Job... jobs) throws Exception {
    boolean busy = List.of(jobs).stream().anyMatch(job -> job.state().holdsNodes());
    Node node =
        new Node(
            "n1",
            new NodeState(busy ? "ALLOCATED" : "IDLE", Set.of()),
            new TreeMap<>(Map.of("a100", new GpuCount(4, busy ? 4 : 0))),
            32,
            256_000,
            Set.of(),
            Set.of("gpu"));
    ClusterSnapshot snapshot =
        new ClusterSnapshot(
            T0 + second,
            "",
            List.of(jobs),
            List.of(node),
            List.of(new Partition("gpu", List.of("n1"))),
            List.of());
    Plan plan = planner.plan(snapshot, PlanContext.EMPTY);
    recorder.observe(snapshot, plan, plainStarts, "enforce", 0);
  }

  private ReportData report() throws Exception {
    return ReportBuilder.build(history, T0 - 1, T0 + 100_000);
  }

  @Test
  void aLifeFromTheQueueToItsEndIsKept() throws Exception {
    cycle(0, Map.of(), pending(1));
    cycle(60, Map.of(), running(1, T0 + 30));
    cycle(120, Map.of());

    JobRun run = history.ofJob(1).get(0);
    assertThat(run.firstPlanned()).isEqualTo(T0);
    assertThat(run.agreed()).isTrue();
    assertThat(run.waitS()).isEqualTo(30);
    assertThat(run.ended()).isEqualTo(T0 + 120);
    assertThat(run.endSlackS()).isEqualTo(60);
    assertThat(run.startedOn()).containsExactly("n1");
  }

  @Test
  void aJobThatEndedBeforePlainSlurmWouldHaveStartedItIsStillCompared() throws Exception {
    cycle(0, Map.of(), pending(1));
    cycle(60, Map.of(), running(1, T0 + 30));
    cycle(120, Map.of());
    assertThat(report().against().jobs()).isZero();

    cycle(900, Map.of(1L, T0 + 900));

    ReportData.Against against = report().against();
    assertThat(against.jobs()).isEqualTo(1);
    assertThat(against.meanWaitS()).isEqualTo(30);
    assertThat(against.meanPlainWaitS()).isEqualTo(900);
    assertThat(against.sooner()).isEqualTo(1);
  }

  @Test
  void aJobGivenBackToTheQueueWaitsAnew() throws Exception {
    cycle(0, Map.of(), pending(1));
    cycle(60, Map.of(), running(1, T0 + 30));
    cycle(120, Map.of(), pending(1));

    assertThat(history.ofJob(1)).singleElement().extracting(JobRun::started).isEqualTo(0L);
  }

  @Test
  void aRecorderGoesOnWhereTheLastOneStopped() throws Exception {
    cycle(0, Map.of(), pending(1));
    recorder = new HistoryRecorder(history, 90 * 86_400, 1000);
    cycle(60, Map.of(), running(1, T0 + 30));

    assertThat(history.ofJob(1).get(0).firstSeen()).isEqualTo(T0);
  }

  @Test
  void whatSlurmStartedBetweenTwoCyclesInOurOrderIsSaidToBeSo() throws Exception {
    // Job 2 waits behind job 1 and starts before another plan could name it.
    cycle(0, Map.of(), running(1, T0 - 500), pending(2));
    cycle(60, Map.of(), running(2, T0 + 20));

    ReportData.Agreement agreement = report().agreement();
    assertThat(agreement.inOurOrder()).isEqualTo(1);
    assertThat(agreement.neverPlanned()).isZero();
    assertThat(ReportPage.summary(report()))
        .anyMatch(line -> line.contains("1 Slurm started between two cycles, in the order"));
  }
}
