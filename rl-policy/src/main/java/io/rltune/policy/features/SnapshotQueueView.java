package io.rltune.policy.features;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Partition;
import io.rltune.model.ResourceRequest;
import io.rltune.policy.history.RuntimeEstimate;
import io.rltune.policy.history.RuntimeHistory;
import io.rltune.policy.history.SnapshotHistory;
import java.util.List;
import java.util.Map;

/** Shows candidate jobs and a cluster snapshot as the features want them. */
public final class SnapshotQueueView implements QueueView {
  private final long now;
  private final List<Job> jobs;
  private final List<NodePool> pools;
  private final int[] poolNumbers;
  private final double[] accountShares;
  private final double[] userShares;
  private final double[] qosShares;
  private final double[] partitionTimes;
  private final RuntimeEstimate[] estimates;
  private final RuntimeHistory history;

  /** A view without history. */
  public SnapshotQueueView(ClusterSnapshot snapshot, List<Job> candidateList) {
    this(snapshot, candidateList, new RuntimeHistory());
  }

  /**
   * Takes stock of running jobs and pools.
   *
   * @param snapshot the cluster
   * @param candidateList pending jobs; job {@code i} of the view is the i-th of them
   * @param history finished runs, on the snapshot's clock
   */
  public SnapshotQueueView(
      ClusterSnapshot snapshot, List<Job> candidateList, RuntimeHistory history) {
    this.history = history;
    now = snapshot.takenAt();
    jobs = List.copyOf(candidateList);
    RunningWork running = new RunningWork(snapshot);
    SnapshotPools finder = new SnapshotPools(snapshot, running);
    poolNumbers = jobs.stream().mapToInt(finder::numberOf).toArray();
    accountShares = jobs.stream().mapToDouble(job -> running.shareOf(job.account())).toArray();
    userShares = jobs.stream().mapToDouble(job -> running.shareOfUser(job.user())).toArray();
    qosShares = jobs.stream().mapToDouble(job -> running.shareOfQos(job.qos())).toArray();
    Map<String, Partition> partitions = snapshot.partitionsByName();
    partitionTimes =
        jobs.stream().mapToDouble(job -> longestTimeS(job.partitions(), partitions)).toArray();
    estimates = new RuntimeEstimate[jobs.size()];
    for (int i = 0; i < estimates.length; i++) {
      estimates[i] = history.expect(SnapshotHistory.request(jobs.get(i))).at(now);
    }
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
  public double userShare(int job) {
    return userShares[job];
  }

  @Override
  public double qosShare(int job) {
    return qosShares[job];
  }

  @Override
  public double recentUserShare(int job) {
    return history.userShare(jobs.get(job).user());
  }

  @Override
  public double recentAccountShare(int job) {
    return history.accountShare(jobs.get(job).account());
  }

  @Override
  public double expectedRuntimeS(int job) {
    return estimates[job].expectedS();
  }

  @Override
  public double medianRuntimeS(int job) {
    return estimates[job].medianS();
  }

  @Override
  public double runtimeSpread(int job) {
    return estimates[job].spread();
  }

  @Override
  public double historyRuns(int job) {
    return estimates[job].runs();
  }

  /**
   * Slurm's reasons for limits begin so (job_reason_codes: QOSMaxJobsPerUserLimit, AssocGrp...).
   */
  @Override
  public boolean limited(int job) {
    String reason = jobs.get(job).reason();
    return reason.startsWith("QOS") || reason.startsWith("Assoc");
  }

  @Override
  public double partitionTimeS(int job) {
    return partitionTimes[job];
  }

  private static double longestTimeS(List<String> names, Map<String, Partition> partitions) {
    double longestS = 0;
    for (String name : names) {
      Partition partition = partitions.get(name);
      longestS =
          Math.max(longestS, partition == null ? Double.POSITIVE_INFINITY : partition.maxTimeS());
    }
    return longestS;
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
