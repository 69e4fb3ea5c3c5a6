package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Instances of a busy cluster of four GPU types: a third of the nodes full, a third empty, a third
 * partly used; jobs of 1 to 8 GPUs with three CPU and memory profiles, jobs of up to 2 GPUs on one
 * node. Deterministic for a seed.
 */
final class BenchInstances {
  private static final String[] TYPES = {"m40", "t4", "p100", "v100"};
  private static final int[] GPUS_PER_NODE = {1, 2, 4, 8};
  private static final int[] CPUS_PER_NODE = {8, 32, 40, 80};
  private static final int[] MEM_PER_NODE = {48_000, 128_000, 256_000, 512_000};
  private static final double[] SHARE = {0.05, 0.20, 0.30, 0.45};
  private static final int[] CPUS_PER_GPU = {4, 12, 6};
  private static final int[] MEM_PER_GPU = {24_000, 32_000, 96_000};

  private static final int[] ODD_SIZES = {1, 1, 1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 12, 16};

  private enum Kind {
    POWERS_OF_TWO,
    ANY_GPU_COUNT,
    ALL_DIFFERENT
  }

  private final Random random;
  private final Kind kind;

  private BenchInstances(long seed, Kind kind) {
    random = new Random(seed);
    this.kind = kind;
  }

  static PlacementInstance busyCluster(int gpus, int jobCount, long seed) {
    return new BenchInstances(seed * 7919 + gpus * 31L + jobCount, Kind.POWERS_OF_TWO)
        .make(gpus, jobCount);
  }

  /** The same cluster with jobs of any GPU count: 1 to 8, 12 and 16, half on a fixed node count. */
  static PlacementInstance generalCluster(int gpus, int jobCount, long seed) {
    return new BenchInstances(seed * 7919 + gpus * 31L + jobCount, Kind.ANY_GPU_COUNT)
        .make(gpus, jobCount);
  }

  /**
   * The same cluster with users who all ask for something else: any GPU count, CPUs and memory per
   * GPU of their own, half of them a fixed number of nodes.
   */
  static PlacementInstance diverseCluster(int gpus, int jobCount, long seed) {
    return new BenchInstances(seed * 7919 + gpus * 31L + jobCount, Kind.ALL_DIFFERENT)
        .make(gpus, jobCount);
  }

  private PlacementInstance make(int gpus, int jobCount) {
    List<PlaceableNode> nodes = new ArrayList<>();
    for (int type = 0; type < TYPES.length; type++) {
      long count = Math.max(1, Math.round(gpus * SHARE[type] / GPUS_PER_NODE[type]));
      for (int i = 0; i < count; i++) {
        nodes.add(node(TYPES[type] + "-" + i, type));
      }
    }
    int accounts = Math.max(4, jobCount / 16);
    List<PlaceableJob> jobs = new ArrayList<>();
    for (int id = 1; id <= jobCount; id++) {
      jobs.add(job(id, accounts));
    }
    int free = nodes.stream().mapToInt(PlaceableNode::gpusFree).sum();
    Map<String, Integer> caps = new HashMap<>();
    for (int a = 0; a < accounts; a++) {
      caps.put("a" + a, Math.max(8, (int) Math.ceil(0.25 * free)));
    }
    return new PlacementInstance(nodes, jobs, caps, 0.02, 0.05);
  }

  private PlaceableNode node(String name, int type) {
    int total = GPUS_PER_NODE[type];
    double state = random.nextDouble();
    int used = 0;
    if (state < 0.35) {
      used = total;
    } else if (state >= 0.65 && total > 1) {
      used = 1 + random.nextInt(total - 1);
    }
    int profile = random.nextInt(3);
    int cpus = Math.max(0, CPUS_PER_NODE[type] - CPUS_PER_GPU[profile] * used);
    int mem = Math.max(0, MEM_PER_NODE[type] - MEM_PER_GPU[profile] * used);
    return new PlaceableNode(name, TYPES[type], total - used, total, cpus, mem, Set.of());
  }

  private PlaceableJob job(long id, int accounts) {
    double size = random.nextDouble();
    int gpus = size < 0.45 ? 1 : size < 0.65 ? 2 : size < 0.85 ? 4 : 8;
    int profile = random.nextDouble() < 0.6 ? 0 : 1 + random.nextInt(2);
    Map<String, Double> speeds = new HashMap<>();
    speeds.put("v100", 1.0);
    speeds.put("p100", thousandths(0.45 + 0.35 * random.nextDouble()));
    speeds.put("t4", thousandths(0.25 + 0.4 * random.nextDouble()));
    speeds.put("m40", thousandths(0.15 + 0.3 * random.nextDouble()));
    double restriction = random.nextDouble();
    if (restriction < 0.25) {
      speeds.remove("m40");
    }
    if (restriction < 0.15) {
      speeds.remove("t4");
    }
    double cpusPerGpu = CPUS_PER_GPU[profile];
    double memPerGpu = MEM_PER_GPU[profile];
    int minNodes = 1;
    int maxNodes = gpus <= 2 ? 1 : gpus;
    if (kind == Kind.ANY_GPU_COUNT) {
      gpus = ODD_SIZES[random.nextInt(ODD_SIZES.length)];
    } else if (kind == Kind.ALL_DIFFERENT) {
      gpus = ODD_SIZES[random.nextInt(ODD_SIZES.length)];
      cpusPerGpu = (1 + random.nextInt(16)) / (double) Math.max(1, random.nextInt(3));
      memPerGpu = 4_000 * (1 + random.nextInt(16));
    }
    if (kind != Kind.POWERS_OF_TWO) {
      boolean fixedNodes = random.nextBoolean();
      minNodes = fixedNodes ? (gpus + 7) / 8 : 1;
      maxNodes = fixedNodes ? minNodes : gpus;
    }
    return new PlaceableJob(
        id,
        gpus,
        0,
        minNodes,
        maxNodes,
        cpusPerGpu,
        memPerGpu,
        speeds,
        thousandths(0.2 + 0.8 * random.nextDouble()),
        "a" + (int) (accounts * Math.pow(random.nextDouble(), 1.7)),
        Set.of(),
        Set.of());
  }

  private static double thousandths(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
