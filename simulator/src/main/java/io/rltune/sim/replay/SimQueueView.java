package io.rltune.sim.replay;

import io.rltune.policy.features.NodePool;
import io.rltune.policy.features.QueueView;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.engine.NodeView;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The waiting jobs and the nodes of a simulation, as the features of a policy want them. */
final class SimQueueView implements QueueView {
  private record PoolKey(String partition, boolean forGpus, String gpuType) {}

  private final Simulation simulation;
  private final List<WorkloadJob> jobs;
  private final List<NodePool> pools = new ArrayList<>();
  private final List<int[]> poolNodes = new ArrayList<>();
  private final List<Boolean> poolForGpus = new ArrayList<>();
  private final int[] poolOfJob;
  private final double[] partitionTimeS;
  private final NodeStock stock;
  private final List<long[]> filledAt = new ArrayList<>();
  private final int[] shown;

  /** Pools of the jobs shown, in order of first appearance, as a snapshot numbers them. */
  private int[] shownPools = new int[4];

  private int[] placeOfPool = new int[4];
  private int shownPoolCount;
  private int count;
  private double nowS;

  SimQueueView(Simulation simulation, List<WorkloadJob> jobs, int visible) {
    this.simulation = simulation;
    this.jobs = jobs;
    this.shown = new int[visible];
    this.poolOfJob = new int[jobs.size()];
    this.partitionTimeS = new double[jobs.size()];
    Map<String, Long> maxTimeS = new HashMap<>();
    simulation.cluster().partitions().forEach(p -> maxTimeS.put(p.name(), p.maxTimeS()));
    this.stock = new NodeStock(simulation, jobs);
    Map<PoolKey, Integer> numbers = new HashMap<>();
    for (int job = 0; job < jobs.size(); job++) {
      WorkloadJob request = jobs.get(job);
      PoolKey key = new PoolKey(simulation.partitionOf(job), request.gpus() > 0, request.gpuType());
      long longestS = maxTimeS.get(simulation.partitionOf(job));
      partitionTimeS[job] = longestS == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : longestS;
      poolOfJob[job] = numbers.computeIfAbsent(key, this::build);
    }
  }

  /** Takes stock of the cluster for these jobs. */
  void show(int[] waiting, int waitingCount) {
    System.arraycopy(waiting, 0, shown, 0, waitingCount);
    count = waitingCount;
    nowS = simulation.nowS();
    stock.update();
    choosePools();
    for (int place = 0; place < shownPoolCount; place++) {
      fill(shownPools[place]);
    }
  }

  private void choosePools() {
    if (shownPools.length < pools.size()) {
      shownPools = new int[pools.size()];
      placeOfPool = new int[pools.size()];
    }
    Arrays.fill(placeOfPool, -1);
    shownPoolCount = 0;
    for (int i = 0; i < count; i++) {
      int pool = poolOfJob[shown[i]];
      if (placeOfPool[pool] < 0) {
        placeOfPool[pool] = shownPoolCount;
        shownPools[shownPoolCount++] = pool;
      }
    }
  }

  private int build(PoolKey key) {
    List<Integer> members = new ArrayList<>();
    List<NodeSpec> nodes = simulation.cluster().nodes();
    List<String> inPartition =
        simulation.cluster().partitions().stream()
            .filter(partition -> partition.name().equals(key.partition))
            .findFirst()
            .orElseThrow()
            .nodes();
    Map<String, Integer> index = new HashMap<>();
    nodes.forEach(node -> index.put(node.name(), index.size()));
    for (String name : inPartition) {
      int node = index.get(name);
      boolean typeFits = key.gpuType.isEmpty() || key.gpuType.equals(nodes.get(node).gpuType());
      if (!key.forGpus || (typeFits && nodes.get(node).gpus() > 0)) {
        members.add(node);
      }
    }
    pools.add(new NodePool(key.forGpus, members.size()));
    filledAt.add(new long[members.size()]);
    poolForGpus.add(key.forGpus);
    poolNodes.add(members.stream().mapToInt(Integer::intValue).sorted().toArray());
    return pools.size() - 1;
  }

  private void fill(int number) {
    NodePool pool = pools.get(number);
    int[] nodes = poolNodes.get(number);
    boolean forGpus = poolForGpus.get(number);
    long[] filled = filledAt.get(number);
    for (int row = 0; row < nodes.length; row++) {
      int node = nodes[row];
      if (filled[row] == stock.version(node)) {
        continue;
      }
      filled[row] = stock.version(node);
      if (simulation.health(node) != NodeView.Health.UP) {
        pool.setNode(row, node, 0, 0, 0);
        pool.setFree(row, 0, 0, 0, 0, 0);
        continue;
      }
      NodeSpec spec = simulation.cluster().nodes().get(node);
      int freeCpus = simulation.freeCpus(node);
      pool.setNode(row, node, forGpus ? spec.gpus() : spec.cpus(), spec.cpus(), spec.memoryMb());
      pool.setFree(
          row,
          forGpus ? simulation.freeGpus(node) : freeCpus,
          forGpus ? stock.freedGpusSoon(node) : stock.freedCpusSoon(node),
          forGpus ? stock.freedGpusLater(node) : stock.freedCpusLater(node),
          freeCpus,
          simulation.freeMemMb(node));
    }
  }

  private WorkloadJob request(int job) {
    return jobs.get(shown[job]);
  }

  @Override
  public int jobCount() {
    return count;
  }

  @Override
  public double waitedS(int job) {
    return nowS - request(job).submitS();
  }

  @Override
  public double walltimeS(int job) {
    return request(job).timeLimitS();
  }

  @Override
  public int gpus(int job) {
    return request(job).gpus();
  }

  @Override
  public int cpus(int job) {
    return request(job).cpus();
  }

  @Override
  public long memMb(int job) {
    return request(job).memMb();
  }

  @Override
  public int minNodes(int job) {
    return request(job).nodes();
  }

  @Override
  public int maxNodes(int job) {
    return request(job).nodes();
  }

  @Override
  public int gpusPerNode(int job) {
    return request(job).gpusPerNode();
  }

  @Override
  public boolean wholeNodes(int job) {
    return false;
  }

  @Override
  public boolean untyped(int job) {
    return request(job).gpus() > 0 && request(job).gpuType().isEmpty();
  }

  @Override
  public double accountShare(int job) {
    return stock.accounts().share(shown[job]);
  }

  @Override
  public double userShare(int job) {
    return stock.users().share(shown[job]);
  }

  @Override
  public double qosShare(int job) {
    return stock.qos().share(shown[job]);
  }

  @Override
  public double partitionTimeS(int job) {
    return partitionTimeS[shown[job]];
  }

  @Override
  public int lifelongNumber(int job) {
    return shown[job];
  }

  @Override
  public int shapeNumber(int job) {
    return simulation.shapeOf(shown[job]);
  }

  @Override
  public int poolOf(int job) {
    return placeOfPool[poolOfJob[shown[job]]];
  }

  @Override
  public int poolCount() {
    return shownPoolCount;
  }

  @Override
  public NodePool pool(int pool) {
    return pools.get(shownPools[pool]);
  }
}
