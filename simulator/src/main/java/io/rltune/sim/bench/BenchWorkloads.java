package io.rltune.sim.bench;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;
import io.rltune.sim.trace.TraceFormat;
import io.rltune.sim.trace.TraceLoader;
import io.rltune.sim.trace.TraceOptions;
import io.rltune.sim.walltime.ModalWalltimes;
import io.rltune.sim.walltime.WalltimeModel;
import io.rltune.sim.workload.WorkloadJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Clusters and workloads of the benchmark: real traces, or generated ones of the same size. */
final class BenchWorkloads {
  static final int PHILLY_JOBS = 78_084;
  static final int HELIOS_JOBS = 99_707;

  /** GPU counts of Philly's jobs, and how many of a thousand ask for each. */
  private static final int[][] PHILLY_SIZES = {
    {1, 890}, {2, 20}, {4, 42}, {8, 41}, {16, 5}, {32, 2}
  };

  /** The same for Helios Venus. */
  private static final int[][] HELIOS_SIZES = {
    {1, 504}, {2, 54}, {4, 74}, {8, 261}, {16, 60}, {32, 24}, {64, 23}
  };

  private BenchWorkloads() {}

  /** So many nodes of eight GPUs in one partition. */
  static ClusterSpec cluster(String name, int nodes) {
    List<NodeSpec> specs = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      specs.add(new NodeSpec("n%04d".formatted(i), "gpu", 8, 64, 512_000, new TreeSet<>(), 1, 1));
    }
    List<String> names = specs.stream().map(NodeSpec::name).toList();
    return new ClusterSpec(
        name, specs, List.of(new PartitionSpec("gpu", names, Long.MAX_VALUE, true, 1)));
  }

  static List<WorkloadJob> trace(Path file, TraceFormat format, ClusterSpec cluster)
      throws IOException {
    return TraceLoader.load(
            file,
            format,
            TraceOptions.forCluster(cluster).withWalltime(Optional.of(WalltimeModel.MODAL)))
        .jobs();
  }

  /** As many jobs as Philly's trace has, with its sizes and about its load. */
  static List<WorkloadJob> likePhilly(long seed) {
    return generate(PHILLY_JOBS, PHILLY_SIZES, 7_578_974, 1525, 2.6, seed);
  }

  /** As many jobs as the Helios Venus trace has, with its sizes and about its load. */
  static List<WorkloadJob> likeHelios(long seed) {
    return generate(HELIOS_JOBS, HELIOS_SIZES, 14_414_259, 800, 2.4, seed);
  }

  /** The same jobs with other submit times: all at once where the factor is 0. */
  static List<WorkloadJob> stretched(List<WorkloadJob> jobs, int count, double factor) {
    List<WorkloadJob> stretched = new ArrayList<>();
    for (WorkloadJob job : jobs.subList(0, Math.min(count, jobs.size()))) {
      stretched.add(job.withSubmitS(job.submitS() * factor));
    }
    return stretched;
  }

  private static List<WorkloadJob> generate(
      int count, int[][] sizes, double spanS, double medianS, double sigma, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ModalWalltimes walltimes = new ModalWalltimes(seed);
    int total = 0;
    for (int[] size : sizes) {
      total += size[1];
    }
    List<WorkloadJob> jobs = new ArrayList<>(count);
    double atS = 0;
    for (int i = 0; i < count; i++) {
      int gpus = draw(sizes, random.nextInt(total));
      int nodes = Math.max(1, gpus / 8);
      String user = "u" + random.nextInt(300);
      double runtimeS =
          Math.min(30 * 86_400.0, Math.max(5, medianS * Math.exp(sigma * random.nextGaussian())));
      jobs.add(
          new WorkloadJob(
              i,
              Math.floor(atS),
              user,
              "vc" + random.nextInt(12),
              "",
              gpus,
              "",
              nodes,
              gpus,
              gpus * 1000L,
              runtimeS,
              walltimes.next(user, runtimeS, 60 * 86_400L),
              "j"));
      atS -= Math.log1p(-random.nextDouble()) * spanS / count;
    }
    return jobs;
  }

  private static int draw(int[][] sizes, int point) {
    int left = point;
    for (int[] size : sizes) {
      left -= size[1];
      if (left < 0) {
        return size[0];
      }
    }
    throw new IllegalStateException("point " + point + " lies beyond all sizes");
  }
}
