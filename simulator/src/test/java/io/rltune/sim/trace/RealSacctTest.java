package io.rltune.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.workload.WorkloadJob;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What sacct printed of one set of jobs on real clusters ({@code docker-slurm-testbed/local}):
 * arrays, a requeue, a heterogeneous job, a dependency, odd names, every way to end.
 */
class RealSacctTest {
  private static final ClusterSpec LAB =
      ClusterFile.parse(
          """
          name: lab
          nodes:
            - {names: "a[1-2]", gpu_type: a100, gpus: 4, cpus: 16, mem_mb: 16000}
            - {names: "v[1-2]", gpu_type: v100, gpus: 8, cpus: 16, mem_mb: 16000}
            - {names: "t[1-2]", gpu_type: t4, gpus: 2, cpus: 16, mem_mb: 16000}
            - {names: "c[1-2]", cpus: 16, mem_mb: 16000}
          partitions:
            - {name: gpu, nodes: "a[1-2],v[1-2],t[1-2]", default: true}
            - {name: batch, nodes: "c[1-2]"}
          """,
          "RealSacctTest");

  private static Trace load(String file) throws Exception {
    return SampleTraces.load(file, TraceFormat.SACCT, TraceOptions.forCluster(LAB));
  }

  private static Tuple facts(WorkloadJob job) {
    return tuple(
        job.name().replaceFirst(" \\(.*\\)$", ""),
        job.user(),
        job.account(),
        job.qos(),
        job.gpus(),
        job.gpuType(),
        job.nodes(),
        job.cpus(),
        job.memMb(),
        job.timeLimitS());
  }

  @ParameterizedTest
  @ValueSource(strings = {"22.05", "24.11", "26.05"})
  void jobsAndNoStepsOfEachVersion(String version) throws Exception {
    Trace trace = load("sacct-real-" + version + ".txt");

    assertThat(trace.problems()).isEmpty();
    assertThat(trace.jobs())
        .extracting(RealSacctTest::facts)
        .containsExactlyInAnyOrder(
            tuple("train-bert-1", "alice", "ml", "normal", 2, "a100", 1, 1, 200L, 600L),
            tuple("train-bert-2", "alice", "ml", "normal", 2, "a100", 1, 1, 200L, 600L),
            tuple("odd|name|here", "bob", "phys", "normal", 1, "", 1, 1, 100L, 3600L),
            tuple("sweep", "bob", "phys", "normal", 4, "v100", 1, 1, 100L, 1800L),
            tuple("sweep", "bob", "phys", "normal", 4, "v100", 1, 1, 100L, 1800L),
            tuple("sweep", "bob", "phys", "normal", 4, "v100", 1, 1, 100L, 1800L),
            tuple("fails", "carol", "bio", "normal", 0, "", 1, 1, 100L, 300L),
            tuple("cpu-only", "carol", "bio", "normal", 0, "", 2, 4, 200L, 300L),
            tuple("cancelled-later", "alice", "ml", "normal", 2, "", 1, 1, 100L, 1200L),
            tuple("after-it", "alice", "ml", "normal", 1, "", 1, 1, 100L, 1200L),
            tuple("two\nlines", "bob", "phys", "normal", 0, "", 1, 1, 100L, 300L),
            tuple("ünïcode", "bob", "phys", "normal", 0, "", 1, 2, 100L, 300L),
            tuple("too-long", "alice", "ml", "high", 1, "", 1, 1, 100L, 60L),
            tuple("requeued", "alice", "ml", "normal", 1, "", 1, 1, 100L, 540L),
            tuple("nolimit", "bob", "phys", "normal", 0, "", 1, 1, 100L, 3600L),
            tuple("het1", "alice", "ml", "normal", 1, "", 1, 1, 100L, 300L),
            tuple("het1", "alice", "ml", "normal", 0, "", 1, 1, 50L, 300L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"22.05", "24.11", "26.05"})
  void aJobThatWaitedForAnotherCountsFromWhenItCouldStart(String version) throws Exception {
    Trace trace = load("sacct-real-" + version + ".txt");

    WorkloadJob after = named(trace, "after-it");
    WorkloadJob before = named(trace, "cancelled-later");
    assertThat(after.submitS())
        .isGreaterThanOrEqualTo(before.submitS() + before.runtimeS())
        .isLessThan(before.submitS() + before.runtimeS() + 10);
    // Slurm looks for jobs beyond their limit every half minute.
    assertThat(named(trace, "too-long").runtimeS()).isBetween(60.0, 91.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"22.05", "24.11", "26.05"})
  void allColumnsOfEachVersion(String version) throws Exception {
    Trace some = load("sacct-real-" + version + ".txt");
    Trace all = load("sacct-all-" + version + ".txt");

    // Its name is in its submit line too, so that nobody can say where which column ends.
    assertThat(all.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.text()).startsWith("phys||1|1|billing=1,cpu=1,gres/gpu:t4=1");
              assertThat(problem.reason()).contains("SubmitLine", "JobName alone");
            });
    assertThat(all.jobs())
        .extracting(RealSacctTest::facts)
        .containsExactlyInAnyOrderElementsOf(
            some.jobs().stream()
                .filter(job -> !job.name().startsWith("odd|"))
                .map(RealSacctTest::facts)
                .toList());
  }

  private static WorkloadJob named(Trace trace, String name) {
    return trace.jobs().stream()
        .filter(job -> job.name().startsWith(name + " ("))
        .findFirst()
        .orElseThrow();
  }
}
