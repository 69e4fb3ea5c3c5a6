package io.rltune.sim.train;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.policy.JobScorer;
import io.rltune.policy.features.SnapshotQueueView;
import io.rltune.policy.history.RuntimeHistory;
import io.rltune.policy.ppo.Episode;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.replay.Replay;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.replay.ReplayProgress;
import io.rltune.sim.replay.ReplayResult;
import java.util.List;

/**
 * A workload run as {@code rltune-greedy} runs it: the daemon's planner on Slurm's schedulers,
 * cycle by cycle, down the policy's order. What it costs is told at its end alone, so it is for
 * exploration that acts once an episode ({@link io.rltune.policy.ppo.HeadNoise}).
 */
final class PlannerEpisode implements Episode {
  private static final Consequence NOTHING_YET = new Consequence(0, 1);

  private final Workload workload;
  private final ReplayResult reference;
  private final RewardWeights weights;

  PlannerEpisode(Workload workload, ReplayResult reference, RewardWeights weights) {
    this.workload = workload;
    this.reference = reference;
    this.weights = weights;
  }

  @Override
  public Outcome run(Steering steering) {
    // It is asked once a cycle.
    OrderMoves moves = new OrderMoves(0);
    ReplayResult result =
        Replay.run(
            workload.cluster(),
            workload.jobs(),
            ReplayPolicies.greedy(
                history -> new SteeredScorer(steering, history, moves), workload.past()),
            ReplayOptions.defaults().withCycleS(workload.cycleS()),
            ReplayProgress.NONE);
    double all = cost(result) + weights.steadiness() * moves.total() / workload.jobs().size();
    steering.end(new Consequence(-all, 1));
    return new Outcome(
        all / weights.ofReference(),
        result.metrics().meanWaitS(),
        result.metrics().p99WaitS(),
        reference.metrics().meanWaitS(),
        reference.metrics().p99WaitS());
  }

  private double cost(ReplayResult result) {
    JobCosts costs = JobCosts.of(workload.jobs(), reference, weights);
    double longer = result.metrics().makespanS() / Math.max(1, reference.metrics().makespanS());
    double cost = weights.utilization() * longer;
    for (int job = 0; job < workload.jobs().size(); job++) {
      FinishedJob ended = result.finishedJobs().get(job);
      cost += costs.of(job, ended.submitS(), ended.startS(), ended.submitS());
    }
    return cost;
  }

  /** The episode's steering as a scorer: the earlier in its order, the higher. */
  private record SteeredScorer(Steering steering, RuntimeHistory history, OrderMoves moves)
      implements JobScorer {
    @Override
    public String name() {
      return "episode";
    }

    @Override
    public double[] score(ClusterSnapshot snapshot, List<Job> candidateList) {
      int count = candidateList.size();
      double[] scores = new double[count];
      if (count > 1) {
        SnapshotQueueView view = new SnapshotQueueView(snapshot, candidateList, history);
        int[] order =
            steering.order(view, snapshot.takenAt(), new float[Outlook.WIDTH], NOTHING_YET);
        moves.look(snapshot.takenAt(), count, place -> candidateList.get(order[place]).id());
        for (int rank = 0; rank < count; rank++) {
          scores[order[rank]] = 1 - rank / (double) count;
        }
      }
      return scores;
    }
  }
}
