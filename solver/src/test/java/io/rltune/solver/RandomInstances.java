package io.rltune.solver;

import io.rltune.solver.PlacementInstance.JobExtras;
import io.rltune.solver.PlacementInstance.NodeExtras;
import io.rltune.solver.PlacementInstance.OptionalTerms;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import io.rltune.solver.PlacementInstance.Reservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Small instances of every kind: odd GPU counts, tight CPUs and memory, ranges, features, caps. */
final class RandomInstances {
  private static final String[] TYPES = {"a100", "v100", ""};
  private static final String MIXED = "a100+v100";
  private static final int[] GPU_COUNTS = {1, 1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 12};
  private static final double[] CPUS = {0, 1, 2, 2, 4, 1.5, 32 / 3.0, 8};
  private static final double[] MEM = {0, 1000, 4000, 10_000 / 3.0, 16_000};

  private final Random random;

  RandomInstances(long seed) {
    random = new Random(seed);
  }

  /**
   * As {@link #next}, with all that few clusters have: exclusive jobs, job slots, further resource
   * kinds, switches, groups of GPUs, reservations, and every optional term.
   */
  PlacementInstance nextWithExtras(int mostNodes, int mostJobs) {
    PlacementInstance plain = next(mostNodes, mostJobs);
    List<PlaceableNode> nodes = plain.nodes().stream().map(this::withExtras).toList();
    List<PlaceableJob> jobs = plain.jobs().stream().map(this::withExtras).toList();
    OptionalTerms terms =
        new OptionalTerms(
            List.of(weight(0.3), weight(0.5)),
            weight(0.4),
            weight(0.2),
            random.nextBoolean() ? List.of(8, 3) : List.of(),
            weight(0.5),
            weight(0.6));
    List<Reservation> kept =
        random.nextInt(3) == 0
            ? List.of(new Reservation(1, Set.of("n0", "n2", "gone"), 1800))
            : List.of();
    return new PlacementInstance(
        nodes, jobs, plain.accountCaps(), plain.fragmentation(), plain.spread(), terms, kept);
  }

  /**
   * As {@link #nextWithExtras}, where some nodes have GPUs of two types, and jobs ask for one of
   * them, for either, or for some of both on each node; some GPUs take further units with them.
   */
  PlacementInstance nextMixed(int mostNodes, int mostJobs) {
    PlacementInstance some = nextWithExtras(mostNodes, mostJobs);
    return new PlacementInstance(
        some.nodes().stream().map(this::mixed).toList(),
        some.jobs().stream().map(this::forMixed).toList(),
        some.accountCaps(),
        some.fragmentation(),
        some.spread(),
        some.terms(),
        some.reservations());
  }

  private PlaceableNode mixed(PlaceableNode node) {
    NodeExtras extras = node.extras();
    Map<String, Integer> other = new HashMap<>(extras.other());
    if (random.nextInt(3) == 0) {
      other.put("nic", random.nextInt(6));
    }
    boolean mixes = random.nextInt(3) > 0;
    if (mixes) {
      int a100 = random.nextInt(node.gpusFree() + 1);
      other.put("gpu:a100", a100);
      other.put("gpu:v100", node.gpusFree() - a100);
    }
    return new PlaceableNode(
        node.name(),
        mixes ? MIXED : node.gpuType(),
        node.gpusFree(),
        node.gpusTotal(),
        node.cpusFree(),
        node.memMbFree(),
        node.features(),
        new NodeExtras(
            other,
            extras.jobSlots(),
            extras.idle(),
            extras.poweredOn(),
            extras.switches(),
            extras.gpuGroups()));
  }

  private PlaceableJob forMixed(PlaceableJob job) {
    JobExtras extras = job.extras();
    Map<String, Integer> perNode = new HashMap<>(extras.otherPerNode());
    Map<String, Integer> perGpu = new HashMap<>();
    Map<String, Double> speeds = new HashMap<>(job.speedByType());
    if (!speeds.isEmpty()) {
      speeds.put(MIXED, 0.25 * (1 + random.nextInt(4)));
    }
    int gpus = job.gpus();
    int each = job.gpusPerNode();
    int kind = random.nextInt(4);
    if (gpus > 0 && kind == 3) {
      int a100 = random.nextInt(3);
      int v100 = a100 == 0 ? 1 : random.nextInt(3);
      each = a100 + v100;
      gpus = each * job.minNodes();
      perNode.put("gpu:a100", a100);
      perNode.put("gpu:v100", v100);
    } else if (gpus > 0) {
      if (kind != 0) {
        perGpu.put("gpu:a100", 1);
      }
      if (kind != 1) {
        perGpu.put("gpu:v100", 1);
      }
      if (random.nextInt(4) == 0) {
        perGpu.put("nic", 1 + random.nextInt(2));
      }
    }
    return new PlaceableJob(
        job.id(),
        gpus,
        each,
        job.minNodes(),
        job.maxNodes(),
        job.cpusPerGpu(),
        job.memMbPerGpu(),
        speeds,
        job.priority(),
        job.account(),
        job.features(),
        job.allowedNodes(),
        new JobExtras(perNode, perGpu, extras.exclusive(), extras.timeLimitS()));
  }

  private double weight(double most) {
    return random.nextBoolean() ? 0 : most * (1 + random.nextInt(4)) / 4;
  }

  private PlaceableNode withExtras(PlaceableNode node) {
    int groups = node.gpusFree() < 2 || random.nextBoolean() ? 1 : 2;
    int first = node.gpusFree() / 2 + random.nextInt(2);
    return new PlaceableNode(
        node.name(),
        node.gpuType(),
        node.gpusFree(),
        node.gpusTotal(),
        node.cpusFree(),
        node.memMbFree(),
        node.features(),
        new NodeExtras(
            random.nextBoolean()
                ? Map.of()
                : Map.of("fpga", random.nextInt(3), "shard", random.nextInt(20)),
            random.nextInt(3) == 0 ? random.nextInt(4) : NodeExtras.NO_LIMIT,
            random.nextBoolean(),
            random.nextInt(3) > 0,
            random.nextInt(4) == 0
                ? List.of()
                : List.of("leaf" + random.nextInt(3), "spine" + random.nextInt(2)),
            groups == 1 ? List.of() : List.of(first, node.gpusFree() - first)));
  }

  private PlaceableJob withExtras(PlaceableJob job) {
    Map<String, Integer> other =
        switch (random.nextInt(6)) {
          case 0 -> Map.of("fpga", 1);
          case 1 -> Map.of("shard", 1 + random.nextInt(8), "fpga", random.nextInt(2));
          default -> Map.of();
        };
    long limit = random.nextBoolean() ? 600 : Long.MAX_VALUE;
    return new PlaceableJob(
        job.id(),
        job.gpus(),
        job.gpusPerNode(),
        job.minNodes(),
        job.maxNodes(),
        job.cpusPerGpu(),
        job.memMbPerGpu(),
        job.speedByType(),
        job.priority(),
        job.account(),
        job.features(),
        job.allowedNodes(),
        new JobExtras(other, random.nextInt(5) == 0, limit));
  }

  PlacementInstance next(int mostNodes, int mostJobs) {
    List<PlaceableNode> nodes = new ArrayList<>();
    int nodeCount = 1 + random.nextInt(mostNodes);
    boolean uniform = random.nextBoolean();
    for (int n = 0; n < nodeCount; n++) {
      nodes.add(node(n, uniform));
    }
    List<PlaceableJob> jobs = new ArrayList<>();
    int jobCount = 1 + random.nextInt(mostJobs);
    for (int j = 0; j < jobCount; j++) {
      jobs.add(job(j + 1, nodes));
    }
    Map<String, Integer> caps = random.nextInt(3) == 0 ? Map.of("x", random.nextInt(12)) : Map.of();
    double fragmentation = random.nextInt(4) == 0 ? 0 : 0.02 * (1 + random.nextInt(10));
    double spread = random.nextInt(4) == 0 ? 0 : 0.05 * (1 + random.nextInt(5));
    return new PlacementInstance(nodes, jobs, caps, fragmentation, spread);
  }

  private PlaceableNode node(int number, boolean uniform) {
    String type = TYPES[random.nextInt(uniform ? 1 : 3)];
    int total = type.isEmpty() && random.nextBoolean() ? 0 : uniform ? 8 : 1 + random.nextInt(8);
    int free = total == 0 ? 0 : uniform && random.nextBoolean() ? total : random.nextInt(total + 1);
    int cpus = random.nextInt(3) == 0 ? 64 : random.nextInt(24);
    long mem = random.nextInt(3) == 0 ? 500_000 : random.nextInt(40_000);
    Set<String> features = random.nextInt(3) == 0 ? Set.of("ib") : Set.of();
    return new PlaceableNode("n" + number, type, free, total, cpus, mem, features);
  }

  private PlaceableJob job(long id, List<PlaceableNode> nodes) {
    int gpus = random.nextInt(6) == 0 ? 0 : GPU_COUNTS[random.nextInt(GPU_COUNTS.length)];
    int min = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1;
    int max = random.nextInt(3) == 0 ? Integer.MAX_VALUE : min + random.nextInt(3);
    int perNode = 0;
    if (gpus > 1 && random.nextInt(4) == 0) {
      perNode = divisor(gpus);
      min = random.nextBoolean() ? gpus / perNode : 1;
      max = Math.max(min, max);
    }
    Map<String, Double> speeds = new HashMap<>();
    for (String type : TYPES) {
      if (random.nextInt(3) > 0) {
        speeds.put(type, random.nextInt(6) == 0 ? 0.0 : 0.25 * (1 + random.nextInt(4)));
      }
    }
    Set<String> allowed = new HashSet<>();
    if (random.nextInt(5) == 0) {
      nodes.stream().filter(n -> random.nextBoolean()).forEach(n -> allowed.add(n.name()));
    }
    return new PlaceableJob(
        id,
        gpus,
        perNode,
        min,
        max,
        CPUS[random.nextInt(CPUS.length)],
        MEM[random.nextInt(MEM.length)],
        gpus == 0 && random.nextBoolean() ? Map.of() : speeds,
        random.nextInt(20) / 10.0,
        random.nextBoolean() ? "x" : "y",
        random.nextInt(5) == 0 ? Set.of("ib") : Set.of(),
        allowed);
  }

  private int divisor(int number) {
    List<Integer> divisors = new ArrayList<>();
    for (int d = 1; d <= number; d++) {
      if (number % d == 0) {
        divisors.add(d);
      }
    }
    return divisors.get(random.nextInt(divisors.size()));
  }
}
