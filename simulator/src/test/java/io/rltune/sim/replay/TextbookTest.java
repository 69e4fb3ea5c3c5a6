package io.rltune.sim.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The textbook policies against {@link NaiveScheduler}, over thousands of small workloads. */
class TextbookTest {
  private static final int WORKLOADS = 1500;

  /** One node of many GPUs, or many nodes of one GPU: the same pool of processors. */
  private enum Pool {
    ONE_NODE,
    ONE_GPU_NODES
  }

  @ParameterizedTest
  @CsvSource({
    "fcfs, ONE_NODE",
    "fcfs, ONE_GPU_NODES",
    "fcfs-easy, ONE_NODE",
    "fcfs-easy, ONE_GPU_NODES",
    "sjf-easy, ONE_NODE",
    "sjf-oracle-easy, ONE_GPU_NODES",
    "sjf-oracle, ONE_NODE",
    "f1, ONE_GPU_NODES"
  })
  void equalsTheNaiveScheduler(String policy, Pool pool) {
    int backfilled = 0;
    for (int seed = 0; seed < WORKLOADS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int processors = random.nextInt(1, 13);
      List<WorkloadJob> jobs = workload(random, processors, pool);
      boolean easy = policy.endsWith("-easy") || policy.equals("f1");
      double[] expected = NaiveScheduler.starts(processors, jobs, order(policy, jobs), easy);
      ReplayResult result = run(policy, cluster(processors, pool), jobs);
      assertThat(result.finishedJobs())
          .as("policy %s, seed %d, %d processors, %s", policy, seed, processors, jobs)
          .extracting(FinishedJob::startS)
          .containsExactly(box(expected));
      backfilled += overtakings(result);
    }
    if (policy.equals("fcfs")) {
      assertThat(backfilled).isZero();
    } else {
      assertThat(backfilled).as("jobs that overtook an older one").isGreaterThan(WORKLOADS);
    }
  }

  @Test
  void strictFcfsNeverOvertakesOnARealCluster() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 200; i++) {
      List<WorkloadJob> jobs = workload(random, 8, Pool.ONE_NODE);
      ReplayResult result = run("fcfs", nodes(3, 8), jobs);
      assertThat(overtakings(result)).isZero();
    }
  }

  /** Jobs that started before one that was submitted earlier, or at the same time but before. */
  private static int overtakings(ReplayResult result) {
    List<FinishedJob> jobs = result.finishedJobs();
    List<Integer> bySubmit = new ArrayList<>();
    for (int i = 0; i < jobs.size(); i++) {
      bySubmit.add(i);
    }
    bySubmit.sort(Comparator.comparingDouble(i -> jobs.get(i).submitS()));
    int count = 0;
    double latestS = 0;
    for (int i : bySubmit) {
      count += jobs.get(i).startS() < latestS ? 1 : 0;
      latestS = Math.max(latestS, jobs.get(i).startS());
    }
    return count;
  }

  private static Comparator<Integer> order(String policy, List<WorkloadJob> jobs) {
    Comparator<Integer> bySubmit =
        Comparator.<Integer>comparingDouble(i -> jobs.get(i).submitS()).thenComparingInt(i -> i);
    return switch (policy) {
      case "fcfs", "fcfs-easy" -> bySubmit;
      case "sjf-easy" ->
          Comparator.<Integer>comparingDouble(i -> jobs.get(i).timeLimitS())
              .thenComparing(bySubmit);
      case "f1" ->
          Comparator.<Integer>comparingDouble(
                  i ->
                      Math.log10(jobs.get(i).timeLimitS()) * jobs.get(i).gpus()
                          + 870 * Math.log10(Math.max(1, jobs.get(i).submitS())))
              .thenComparing(bySubmit);
      default ->
          Comparator.<Integer>comparingDouble(i -> jobs.get(i).runtimeS()).thenComparing(bySubmit);
    };
  }

  private static ReplayResult run(String policy, ClusterSpec cluster, List<WorkloadJob> jobs) {
    return Replay.run(
        cluster,
        jobs,
        ReplayPolicies.byName(policy, ReplayContext.DEFAULT),
        ReplayOptions.defaults(),
        ReplayProgress.NONE);
  }

  /** Times on a coarse grid, so that many things happen at once; some jobs outrun their limit. */
  private static List<WorkloadJob> workload(SplittableRandom random, int processors, Pool pool) {
    List<WorkloadJob> jobs = new ArrayList<>();
    int count = random.nextInt(3, 30);
    for (int i = 0; i < count; i++) {
      int gpus = random.nextInt(1, processors + 1);
      int nodes = pool == Pool.ONE_NODE ? 1 : gpus;
      int runtimeS = random.nextInt(1, 20);
      int limitS = Math.max(1, runtimeS + random.nextInt(-2, 15));
      jobs.add(
          new WorkloadJob(
              i,
              random.nextInt(0, 40),
              "u",
              "a",
              "",
              gpus,
              "",
              nodes,
              gpus,
              0,
              runtimeS,
              limitS,
              "j" + i));
    }
    return jobs;
  }

  private static ClusterSpec cluster(int processors, Pool pool) {
    return pool == Pool.ONE_NODE ? nodes(1, processors) : nodes(processors, 1);
  }

  private static ClusterSpec nodes(int count, int gpus) {
    List<NodeSpec> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(new NodeSpec("n" + i, "g", gpus, gpus, 1000, new TreeSet<>(), 1, 1));
    }
    List<String> names = nodes.stream().map(NodeSpec::name).toList();
    return new ClusterSpec(
        "pool", nodes, List.of(new PartitionSpec("p", names, Long.MAX_VALUE, true, 1)));
  }

  private static Double[] box(double[] values) {
    Double[] boxed = new Double[values.length];
    for (int i = 0; i < values.length; i++) {
      boxed[i] = values[i];
    }
    return boxed;
  }
}
