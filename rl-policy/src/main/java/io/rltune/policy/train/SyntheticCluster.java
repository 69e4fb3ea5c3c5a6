package io.rltune.policy.train;

import io.rltune.policy.features.NodePool;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A made-up cluster: 1 to 4 GPU types and some nodes without GPUs, partly busy. Its pools are one
 * per type, then one of all GPU nodes, then one of all nodes for jobs without GPUs.
 */
final class SyntheticCluster {
  private static final int[] GPUS_PER_NODE = {1, 2, 4, 4, 8, 8};

  private record Host(
      int id,
      int type,
      int gpus,
      int gpusFree,
      double in10Min,
      double in1h,
      int cpus,
      int cpusFree,
      long memMb,
      long memMbFree) {}

  private final int types;
  private final List<Host> hosts = new ArrayList<>();
  private final List<NodePool> pools = new ArrayList<>();

  SyntheticCluster(SplittableRandom random) {
    types = random.nextInt(1, 5);
    double load = Math.min(1, 0.4 + 0.7 * random.nextDouble());
    for (int type = 0; type < types; type++) {
      int gpus = GPUS_PER_NODE[random.nextInt(GPUS_PER_NODE.length)];
      int cpusPerGpu = 4 << random.nextInt(3);
      long memMbPerGpu = 16_000L << random.nextInt(4);
      int count = (int) Math.round(logUniform(random, 1, 64));
      for (int i = 0; i < count; i++) {
        hosts.add(
            host(random, hosts.size(), type, gpus, gpus * cpusPerGpu, gpus * memMbPerGpu, load));
      }
    }
    int cpuOnly = random.nextInt(9);
    for (int i = 0; i < cpuOnly; i++) {
      hosts.add(host(random, hosts.size(), -1, 0, 64, 256_000, load));
    }
    for (int type = 0; type < types; type++) {
      int wanted = type;
      pools.add(pool(true, hosts.stream().filter(host -> host.type == wanted).toList()));
    }
    pools.add(pool(true, hosts.stream().filter(host -> host.gpus > 0).toList()));
    pools.add(pool(false, hosts));
  }

  List<NodePool> pools() {
    return pools;
  }

  int types() {
    return types;
  }

  int untypedPool() {
    return types;
  }

  int cpuPool() {
    return types + 1;
  }

  /** GPUs of one node of a type. */
  int gpusPerNode(int type) {
    return hosts.stream().filter(host -> host.type == type).findFirst().orElseThrow().gpus;
  }

  static double logUniform(SplittableRandom random, double low, double high) {
    return low * Math.exp(random.nextDouble() * Math.log(high / low));
  }

  private static Host host(
      SplittableRandom random, int id, int type, int gpus, int cpus, long memMb, double load) {
    int used = 0;
    for (int gpu = 0; gpu < gpus; gpu++) {
      used += random.nextDouble() < load ? 1 : 0;
    }
    double busy = gpus > 0 ? (double) used / gpus : load * random.nextDouble();
    int cpusUsed = (int) Math.min(cpus, cpus * busy * (0.5 + random.nextDouble()));
    long memMbUsed = (long) Math.min((double) memMb, memMb * busy * (0.5 + random.nextDouble()));
    double in1h = random.nextDouble() < 0.3 ? used * random.nextDouble() : 0;
    double in10Min = in1h * random.nextDouble();
    return new Host(
        id,
        type,
        gpus,
        gpus - used,
        in10Min,
        in1h,
        cpus,
        cpus - cpusUsed,
        memMb,
        memMb - memMbUsed);
  }

  private NodePool pool(boolean forGpus, List<Host> members) {
    NodePool pool = new NodePool(forGpus, members.size());
    for (int row = 0; row < members.size(); row++) {
      Host host = members.get(row);
      pool.setNode(row, host.id, forGpus ? host.gpus : host.cpus, host.cpus, host.memMb);
      pool.setFree(
          row,
          forGpus ? host.gpusFree : host.cpusFree,
          forGpus ? host.in10Min : 0,
          forGpus ? host.in1h : 0,
          host.cpusFree,
          host.memMbFree);
    }
    return pool;
  }
}
