package io.rltune.sim.train;

import io.rltune.sim.cluster.ClusterFile;
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

  /**
   * Pools of eight or sixteen GPUs, where one wide job is half of what there is: a policy that
   * knows large pools alone is worse there.
   */
  private static final List<String> SMALL =
      List.of(
          """
          name: small-24
          nodes:
            - {names: "t4-[1-4]", gpu_type: t4, gpus: 2, cpus: 16, mem_mb: 64000, weight: 10}
            - {names: "a100-[1-2]", gpu_type: a100, gpus: 8, cpus: 64, mem_mb: 512000, weight: 20}
          partitions:
            - {name: gpu, nodes: "t4-[1-4],a100-[1-2]", max_time: 7-00:00:00, default: true}
          """,
          """
          name: small-40
          nodes:
            - {names: "l4-[1-8]", gpu_type: l4, gpus: 2, cpus: 16, mem_mb: 64000, weight: 10}
            - {names: "v100-[1-2]", gpu_type: v100, gpus: 4, cpus: 40, mem_mb: 384000, weight: 20}
            - {names: "h100-[1-2]", gpu_type: h100, gpus: 8, cpus: 96, mem_mb: 512000, weight: 30}
          partitions:
            - {name: gpu, nodes: "l4-[1-8],v100-[1-2],h100-[1-2]", max_time: 7-00:00:00,
               default: true}
          """);

  private static final long SMALL_SEEDS = 100;

  private GeneratedSections() {}

  /** One section a cluster, to train on. */
  static List<TraceSection> training() {
    return sections(SEED, JOBS);
  }

  /** The same with other jobs, to judge by. */
  static List<TraceSection> validation() {
    return sections(SEED + 1, JOBS / 4);
  }

  private static List<TraceSection> sections(long seed, int jobs) {
    List<TraceSection> sections = new ArrayList<>();
    sections.add(mixed(seed, jobs));
    for (int i = 0; i < SMALL.size(); i++) {
      ClusterSpec cluster = ClusterFile.parse(SMALL.get(i), "built-in cluster to train on");
      List<WorkloadJob> bursts =
          BurstyWorkload.generate(
              spec(DemoCluster.capacity(cluster), jobs), seed + SMALL_SEEDS * (i + 1));
      sections.add(new TraceSection(label(cluster), cluster, bursts, 0, jobs));
    }
    return sections;
  }

  private static String label(ClusterSpec cluster) {
    return "generated bursts on " + cluster.name();
  }

  private static TraceSection mixed(long seed, int jobs) {
    ClusterSpec cluster = cluster();
    int cpuOnly = (int) (CPU_ONLY * jobs);
    List<WorkloadJob> onGpus =
        BurstyWorkload.generate(spec(DemoCluster.capacity(cluster), jobs - cpuOnly), seed);
    BurstySpec onCpus = spec(List.of(CPU_NODES), cpuOnly).withRequests(CPU_PARTITION, CPUS, MEM_MB);
    return new TraceSection(
        label(cluster),
        cluster,
        merged(onGpus, BurstyWorkload.generate(onCpus, seed + 2)),
        0,
        jobs);
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
    return job.with(own -> own.submitS(submitS).gpus(0).gpuType("").name("cpu-" + job.name()));
  }
}
