package io.rltune.sim.train;

import io.rltune.policy.history.RuntimeHistory;
import io.rltune.policy.ppo.Episode;
import io.rltune.sim.replay.ReplayResult;
import io.rltune.sim.replay.SteppedReplay;
import io.rltune.sim.workload.WorkloadJob;

/**
 * A workload run by EASY backfill down the policy's order, and paid for against what plain Slurm
 * made of it.
 */
final class ReplayEpisode implements Episode {
  /**
   * Beyond this many waiting jobs the oldest are put in order; the others wait their turn. Large:
   * what waits longest is what nobody wants to start, and soon fills a small window.
   */
  private static final int VISIBLE = 2_048;

  private final Workload workload;
  private final ReplayResult reference;
  private final RewardWeights weights;

  ReplayEpisode(Workload workload, ReplayResult reference, RewardWeights weights) {
    this.workload = workload;
    this.reference = reference;
    this.weights = weights;
  }

  @Override
  public Outcome run(Steering steering) {
    return new Run(steering).toTheEnd();
  }

  private final class Run implements SteppedReplay.JobListener {
    private final Steering steering;
    private final RuntimeHistory history = new RuntimeHistory();
    private final SteppedReplay replay;
    private final HistoryView view;
    private final CostMeter own;
    private final Outlook outlook;
    private final double perMove = weights.steadiness() / workload.jobs().size();
    private final OrderMoves moves = new OrderMoves(workload.cycleS());
    private double paid;
    private int mattered;

    Run(Steering steering) {
      this.steering = steering;
      workload.past().forEach(history::add);
      replay =
          new SteppedReplay(
              workload.cluster(), workload.jobs(), Math.min(VISIBLE, workload.jobs().size()), this);
      view = new HistoryView(replay, history, workload.jobs().size());
      JobCosts costs = JobCosts.of(workload.jobs(), reference, weights);
      own = new CostMeter(workload.jobs(), costs, replay::startS);
      outlook = new Outlook(workload, costs, reference, own);
    }

    @Override
    public void started(WorkloadJob job) {
      history.began(Workload.request(job), replay.nowS());
    }

    @Override
    public void ended(WorkloadJob job, double ranS) {
      history.left(Workload.request(job), replay.nowS() - ranS);
      history.add(Workload.run(job, ranS, replay.nowS(), job.submitS()));
    }

    Outcome toTheEnd() {
      int[] alone = {0};
      while (replay.next()) {
        int count = replay.view().jobCount();
        if (count == 1) {
          replay.startInOrder(alone, 1);
          continue;
        }
        double cost = costUntil(replay.nowS());
        view.refresh();
        Consequence last = new Consequence(paid - cost, mattered);
        paid = cost;
        int[] order = steering.order(view, replay.nowS(), outlook.at(replay.nowS(), cost), last);
        moves.look(replay.nowS(), count, place -> replay.jobIndex(order[place]));
        replay.startInOrder(order, count);
        mattered = 0;
        while (mattered < count && !replay.isWaiting(order[mattered])) {
          mattered++;
        }
        mattered = Math.min(count, mattered + 1);
      }
      return end();
    }

    /** Of waiting and of moves. */
    private double costUntil(double timeS) {
      return own.until(timeS) + perMove * moves.total();
    }

    private Outcome end() {
      double cost = costUntil(Double.POSITIVE_INFINITY);
      ReplayResult result = replay.result("policy");
      double longer = result.metrics().makespanS() / Math.max(1, reference.metrics().makespanS());
      double all = cost + weights.utilization() * longer;
      // The first order pays for nothing that happened before it.
      steering.end(new Consequence(paid - all, mattered));
      return new Outcome(
          all / weights.ofReference(),
          result.metrics().meanWaitS(),
          result.metrics().p99WaitS(),
          reference.metrics().meanWaitS(),
          reference.metrics().p99WaitS());
    }
  }
}
