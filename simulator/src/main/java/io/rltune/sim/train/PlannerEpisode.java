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
  private static final double SHORTEST_CYCLE_S = 60;

  /** Short beside the waits of hours that such windows have. */
  private static final double LONGEST_CYCLE_S = 1_200;

  private static final double CYCLES = 300;
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
    ReplayResult result =
        Replay.run(
            workload.cluster(),
            workload.jobs(),
            ReplayPolicies.greedy(history -> new SteeredScorer(steering, history), workload.past()),
            ReplayOptions.defaults().withCycleS(cycleS()),
            ReplayProgress.NONE);
    double all = cost(result);
    steering.end(new Consequence(-all, 1));
    return new Outcome(
        all / weights.ofReference(),
        result.metrics().meanWaitS(),
        result.metrics().p99WaitS(),
        reference.metrics().meanWaitS(),
        reference.metrics().p99WaitS());
  }

  /** Whole minutes, so that a window has some hundred cycles however long its jobs run. */
  private double cycleS() {
    double lastS = workload.jobs().get(workload.jobs().size() - 1).submitS();
    double wanted = 60 * Math.rint(lastS / CYCLES / 60);
    return Math.max(SHORTEST_CYCLE_S, Math.min(LONGEST_CYCLE_S, wanted));
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
  private record SteeredScorer(Steering steering, RuntimeHistory history) implements JobScorer {
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
        for (int rank = 0; rank < count; rank++) {
          scores[order[rank]] = 1 - rank / (double) count;
        }
      }
      return scores;
    }
  }
}
