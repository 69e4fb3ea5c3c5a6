package io.rltune.sim.train;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.cluster.PartitionSpec;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstySpec.TypeCapacity;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Made-up jobs to train on beside traces: an HPC mix of bursts of users with habits, on GPUs of
 * several types and, one in seven, on CPU nodes as busy, all of which the public traces lack. Their
 * seeds are not those of the demo.
 */
final class GeneratedSections {
  private static final String LABEL = "generated bursts";
  private static final int JOBS = 20_000;
  private static final double CPU_ONLY = 0.14;
  private static final double OFFERED_LOAD = 1.5;
  private static final double SHORTEST_S = 120;
  private static final double MEDIAN_S = 1_500;
  private static final double LONGEST_S = 4 * 3_600.0;
  private static final long SEED = 7_700_001;
  private static final String CPU_PARTITION = "batch";

  /** What the generator takes for a GPU of the CPU nodes: an eighth of one of the demo's. */
  private static final TypeCapacity CPU_NODES = new TypeCapacity("", 32, 8);

  /** Habits of asking for walltimes are varied in training, up to this. */
  private static final long LONGEST_LIMIT_S = 7 * 86_400;

  private static final int CPUS = 8;
  private static final long MEM_MB = 32_000;

  private GeneratedSections() {}

  static TraceSection training() {
    return section(SEED, JOBS);
  }

  static TraceSection validation() {
    return section(SEED + 1, JOBS / 4);
  }

  private static TraceSection section(long seed, int jobs) {
    ClusterSpec cluster = cluster();
    int cpuOnly = (int) (CPU_ONLY * jobs);
    List<WorkloadJob> onGpus =
        BurstyWorkload.generate(spec(DemoCluster.capacity(cluster), jobs - cpuOnly), seed);
    BurstySpec onCpus = spec(List.of(CPU_NODES), cpuOnly).withRequests(CPU_PARTITION, CPUS, MEM_MB);
    return new TraceSection(
        LABEL, cluster, merged(onGpus, BurstyWorkload.generate(onCpus, seed + 2)), 0, jobs);
  }

  /** The demo's, where jobs of every partition may run as long as the longest is asked for. */
  private static ClusterSpec cluster() {
    ClusterSpec demo = DemoCluster.spec();
    List<PartitionSpec> partitions =
        demo.partitions().stream()
            .map(
                p ->
                    new PartitionSpec(
                        p.name(), p.nodes(), LONGEST_LIMIT_S, p.isDefault(), p.priorityTier()))
            .toList();
    return new ClusterSpec(demo.name(), demo.nodes(), partitions);
  }

  private static BurstySpec spec(List<TypeCapacity> capacity, int jobs) {
    return BurstySpec.demo(capacity)
        .withJobs(jobs)
        .withOfferedLoad(OFFERED_LOAD)
        .withRuntimes(SHORTEST_S, MEDIAN_S, LONGEST_S);
  }

  /** Both in order of submission; the CPU jobs come over the same time as the others. */
  private static List<WorkloadJob> merged(List<WorkloadJob> onGpus, List<WorkloadJob> onCpus) {
    double stretch = last(onGpus) / Math.max(1, last(onCpus));
    List<WorkloadJob> all = new ArrayList<>(onGpus);
    onCpus.forEach(job -> all.add(withoutGpus(job, stretch * job.submitS())));
    all.sort(Comparator.comparingDouble(WorkloadJob::submitS));
    for (int i = 0; i < all.size(); i++) {
      all.set(i, all.get(i).at(i, all.get(i).submitS()));
    }
    return all;
  }

  private static double last(List<WorkloadJob> jobs) {
    return jobs.get(jobs.size() - 1).submitS();
  }

  private static WorkloadJob withoutGpus(WorkloadJob job, double submitS) {
    return new WorkloadJob(
        job.index(),
        submitS,
        job.user(),
        job.account(),
        job.partition(),
        0,
        "",
        job.nodes(),
        job.cpus(),
        job.memMb(),
        job.runtimeS(),
        job.timeLimitS(),
        "cpu-" + job.name(),
        job.qos());
  }
}
