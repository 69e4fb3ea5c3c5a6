package io.rltune.policy.train;

import io.rltune.policy.features.NodePool;
import io.rltune.policy.features.QueueView;
import java.util.List;

/** One made-up queue in front of one made-up cluster. */
final class SyntheticQueue implements QueueView {
  /**
   * A made-up pending job; the fields are those of {@link QueueView}.
   *
   * @param pool number of its pool
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
      int pool) {
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
          pool);
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
