package io.rltune.sim.train;

import io.rltune.policy.features.NodePool;
import io.rltune.policy.features.QueueView;
import io.rltune.policy.history.Expectation;
import io.rltune.policy.history.RuntimeEstimate;
import io.rltune.policy.history.RuntimeHistory;
import io.rltune.sim.replay.SteppedReplay;

/** The simulator's view of a queue with what finished jobs teach about the waiting ones. */
final class HistoryView implements QueueView {
  private final SteppedReplay replay;
  private final QueueView view;
  private final RuntimeHistory history;
  private final Expectation[] expectations;
  private RuntimeEstimate[] estimates = {};

  /**
   * A view with history.
   *
   * @param jobs jobs of the whole workload
   */
  HistoryView(SteppedReplay replay, RuntimeHistory history, int jobs) {
    this.replay = replay;
    this.view = replay.view();
    this.history = history;
    this.expectations = new Expectation[jobs];
  }

  /** Estimates anew; to be called at every scheduling point. */
  void refresh() {
    int count = view.jobCount();
    if (estimates.length < count) {
      estimates = new RuntimeEstimate[2 * count];
    }
    for (int job = 0; job < count; job++) {
      int index = replay.jobIndex(job);
      if (expectations[index] == null) {
        expectations[index] = history.expect(Workload.request(replay.request(job)));
      }
      estimates[job] = expectations[index].at(replay.nowS());
    }
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

  @Override
  public double recentUserShare(int job) {
    return history.userShare(replay.request(job).user());
  }

  @Override
  public double recentAccountShare(int job) {
    return history.accountShare(replay.request(job).account());
  }

  @Override
  public int jobCount() {
    return view.jobCount();
  }

  @Override
  public double waitedS(int job) {
    return view.waitedS(job);
  }

  @Override
  public double walltimeS(int job) {
    return view.walltimeS(job);
  }

  @Override
  public int gpus(int job) {
    return view.gpus(job);
  }

  @Override
  public int cpus(int job) {
    return view.cpus(job);
  }

  @Override
  public long memMb(int job) {
    return view.memMb(job);
  }

  @Override
  public int minNodes(int job) {
    return view.minNodes(job);
  }

  @Override
  public int maxNodes(int job) {
    return view.maxNodes(job);
  }

  @Override
  public int gpusPerNode(int job) {
    return view.gpusPerNode(job);
  }

  @Override
  public boolean wholeNodes(int job) {
    return view.wholeNodes(job);
  }

  @Override
  public boolean untyped(int job) {
    return view.untyped(job);
  }

  @Override
  public double accountShare(int job) {
    return view.accountShare(job);
  }

  @Override
  public double userShare(int job) {
    return view.userShare(job);
  }

  @Override
  public double qosShare(int job) {
    return view.qosShare(job);
  }

  @Override
  public boolean limited(int job) {
    return view.limited(job);
  }

  @Override
  public double partitionTimeS(int job) {
    return view.partitionTimeS(job);
  }

  @Override
  public int lifelongNumber(int job) {
    return view.lifelongNumber(job);
  }

  @Override
  public int shapeNumber(int job) {
    return view.shapeNumber(job);
  }

  @Override
  public int poolOf(int job) {
    return view.poolOf(job);
  }

  @Override
  public int poolCount() {
    return view.poolCount();
  }

  @Override
  public NodePool pool(int pool) {
    return view.pool(pool);
  }
}
