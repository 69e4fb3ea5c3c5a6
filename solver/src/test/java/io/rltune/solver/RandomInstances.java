package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
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
  private static final int[] GPU_COUNTS = {1, 1, 1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 12};
  private static final double[] CPUS = {0, 1, 2, 2, 4, 1.5, 32 / 3.0, 8};
  private static final double[] MEM = {0, 1000, 4000, 10_000 / 3.0, 16_000};

  private final Random random;

  RandomInstances(long seed) {
    random = new Random(seed);
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
