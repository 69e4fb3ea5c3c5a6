package io.rltune.policy.features;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.ResourceRequest;
import java.util.List;

/** Shows candidate jobs and a cluster snapshot as the features want them. */
public final class SnapshotQueueView implements QueueView {
  private final long now;
  private final List<Job> jobs;
  private final List<NodePool> pools;
  private final int[] poolNumbers;
  private final double[] accountShares;

  /**
   * Takes stock of running jobs and pools.
   *
   * @param snapshot the cluster
   * @param candidateList pending jobs; job {@code i} of the view is the i-th of them
   */
  public SnapshotQueueView(ClusterSnapshot snapshot, List<Job> candidateList) {
    now = snapshot.takenAt();
    jobs = List.copyOf(candidateList);
    RunningWork running = new RunningWork(snapshot);
    SnapshotPools finder = new SnapshotPools(snapshot, running);
    poolNumbers = jobs.stream().mapToInt(finder::numberOf).toArray();
    accountShares = jobs.stream().mapToDouble(job -> running.shareOf(job.account())).toArray();
    pools = finder.pools();
  }

  @Override
  public int jobCount() {
    return jobs.size();
  }

  @Override
  public double waitedS(int job) {
    return jobs.get(job).waitedS(now);
  }

  @Override
  public double walltimeS(int job) {
    long limitS = request(job).timeLimitS();
    return limitS == ResourceRequest.UNLIMITED ? Double.POSITIVE_INFINITY : limitS;
  }

  @Override
  public int gpus(int job) {
    return request(job).gpus().total();
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
    return request(job).minNodes();
  }

  @Override
  public int maxNodes(int job) {
    return request(job).maxNodes();
  }

  @Override
  public int gpusPerNode(int job) {
    return request(job).gpusPerNode();
  }

  @Override
  public boolean wholeNodes(int job) {
    return request(job).exclusive() || request(job).wholeNodeMemory();
  }

  @Override
  public boolean untyped(int job) {
    return request(job).gpus().isUntyped();
  }

  @Override
  public double accountShare(int job) {
    return accountShares[job];
  }

  @Override
  public int poolOf(int job) {
    return poolNumbers[job];
  }

  @Override
  public int poolCount() {
    return pools.size();
  }

  @Override
  public NodePool pool(int pool) {
    return pools.get(pool);
  }

  private ResourceRequest request(int job) {
    return jobs.get(job).request();
  }
}
