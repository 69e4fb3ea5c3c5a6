package io.rltune.policy.train;

import io.rltune.policy.features.FeatureExtractor;
import io.rltune.policy.features.NodePool;
import io.rltune.policy.features.QueueView;
import java.util.List;
import java.util.SplittableRandom;

/** One made-up queue in front of one made-up cluster. */
final class SyntheticQueue implements QueueView {
  /**
   * A made-up pending job; the fields are those of {@link QueueView}.
   *
   * @param pool number of its pool
   * @param owner what is known of its kin and of who submitted it
   */
  record Request(
      double waitedS,
      double walltimeS,
      int gpus,
      int cpus,
      long memMb,
      int minNodes,
      int maxNodes,
      int gpusPerNode,
      boolean wholeNodes,
      boolean untyped,
      double accountShare,
      int pool,
      Owner owner) {
    /** The same request, made at another time. */
    Request waiting(double otherWaitedS) {
      return new Request(
          otherWaitedS,
          walltimeS,
          gpus,
          cpus,
          memMb,
          minNodes,
          maxNodes,
          gpusPerNode,
          wholeNodes,
          untyped,
          accountShare,
          pool,
          owner);
    }
  }

  /**
   * A made-up user and history; the fields are those of {@link QueueView}.
   *
   * @param expectedShare expected runtime over walltime
   */
  record Owner(
      double expectedShare,
      double spread,
      double runs,
      double userShare,
      double qosShare,
      double recentUserShare,
      double recentAccountShare,
      boolean limited,
      double partitionTimeS) {
    static Owner draw(SplittableRandom random) {
      boolean known = random.nextDouble() < 0.7;
      return new Owner(
          known ? Math.exp(-4 * random.nextDouble() * random.nextDouble()) : 1,
          known ? 1.5 * random.nextDouble() : 1,
          known ? 20 * random.nextDouble() : 0,
          0.5 * random.nextDouble() * random.nextDouble(),
          random.nextDouble(),
          0.5 * random.nextDouble() * random.nextDouble(),
          random.nextDouble() * random.nextDouble(),
          random.nextDouble() < 0.03,
          random.nextDouble() < 0.3 ? 86_400 * (1 + random.nextInt(14)) : Double.POSITIVE_INFINITY);
    }
  }

  private final List<Request> requests;
  private final List<NodePool> pools;

  SyntheticQueue(List<Request> requests, List<NodePool> pools) {
    this.requests = List.copyOf(requests);
    this.pools = List.copyOf(pools);
  }

  @Override
  public int jobCount() {
    return requests.size();
  }

  @Override
  public double waitedS(int job) {
    return requests.get(job).waitedS();
  }

  @Override
  public double walltimeS(int job) {
    return requests.get(job).walltimeS();
  }

  @Override
  public int gpus(int job) {
    return requests.get(job).gpus();
  }

  @Override
  public int cpus(int job) {
    return requests.get(job).cpus();
  }

  @Override
  public long memMb(int job) {
    return requests.get(job).memMb();
  }

  @Override
  public int minNodes(int job) {
    return requests.get(job).minNodes();
  }

  @Override
  public int maxNodes(int job) {
    return requests.get(job).maxNodes();
  }

  @Override
  public int gpusPerNode(int job) {
    return requests.get(job).gpusPerNode();
  }

  @Override
  public boolean wholeNodes(int job) {
    return requests.get(job).wholeNodes();
  }

  @Override
  public boolean untyped(int job) {
    return requests.get(job).untyped();
  }

  @Override
  public double accountShare(int job) {
    return requests.get(job).accountShare();
  }

  @Override
  public double expectedRuntimeS(int job) {
    double walltimeS = Math.min(requests.get(job).walltimeS(), FeatureExtractor.MAX_WALLTIME_S);
    return owner(job).expectedShare() * walltimeS;
  }

  @Override
  public double medianRuntimeS(int job) {
    double ratio = owner(job).runs() == 0 ? 0 : owner(job).spread();
    return Math.exp(-ratio * ratio / 2) * expectedRuntimeS(job);
  }

  @Override
  public double runtimeSpread(int job) {
    return owner(job).spread();
  }

  @Override
  public double historyRuns(int job) {
    return owner(job).runs();
  }

  @Override
  public double userShare(int job) {
    return owner(job).userShare();
  }

  @Override
  public double qosShare(int job) {
    return owner(job).qosShare();
  }

  @Override
  public double recentUserShare(int job) {
    return owner(job).recentUserShare();
  }

  @Override
  public double recentAccountShare(int job) {
    return owner(job).recentAccountShare();
  }

  @Override
  public boolean limited(int job) {
    return owner(job).limited();
  }

  @Override
  public double partitionTimeS(int job) {
    return owner(job).partitionTimeS();
  }

  private Owner owner(int job) {
    return requests.get(job).owner();
  }

  @Override
  public int poolOf(int job) {
    return requests.get(job).pool();
  }

  @Override
  public int poolCount() {
    return pools.size();
  }

  @Override
  public NodePool pool(int pool) {
    return pools.get(pool);
  }
}
