package io.rltune.sim.train;

import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.net.Policy;
import io.rltune.policy.ppo.Episode.Outcome;
import io.rltune.policy.ppo.Rollout;
import io.rltune.policy.ppo.Trajectory;
import io.rltune.policy.ppo.Trajectory.Step;
import io.rltune.sim.replay.ReplayResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A piece of the recorded weeks as an episode that is over: what the daemon's policy chose at each
 * recorded state, and what the jobs' real waits then cost.
 *
 * @param workload the jobs that waited at its beginning, as if they came then, and those that came
 *     until its end
 * @param startS when each of them really started, in seconds from the segment's beginning
 * @param states in order of time, on the same clock
 * @param untilS end of the last state's time: what started later was not its choice
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RecordedSegment(
    Workload workload, double[] startS, List<RecordedStates.State> states, double untilS) {
  /** Longer after a state other things decided: jobs that came or ended meanwhile. */
  static final double LONGEST_CHOICE_S = 600;

  RecordedSegment {
    states = List.copyOf(states);
    if (startS.length != workload.jobs().size()) {
      throw new IllegalArgumentException(
          startS.length + " starts for " + workload.jobs().size() + " jobs");
    }
  }

  /**
   * The choices with what they cost, in the units of what plain Slurm makes of the same jobs in a
   * simulation. All waiting of the segment's jobs counts, that after its end too. A state that led
   * to no choice, or that left none, is passed over.
   *
   * @param number of the segment
   * @param explorer the policy that chose, as PPO draws orders from it
   */
  Trajectory trajectory(int number, Policy explorer, RewardWeights weights) {
    ReplayResult reference = References.run(workload);
    JobCosts costs = JobCosts.of(workload.jobs(), reference, weights);
    CostMeter own = new CostMeter(workload.jobs(), costs, job -> startS[job]);
    Outlook outlook = new Outlook(workload, costs, reference, own);
    List<Integer> kept = new ArrayList<>();
    List<int[]> picks = new ArrayList<>();
    for (int s = 0; s < states.size(); s++) {
      double nextS = s + 1 < states.size() ? states.get(s + 1).atS() : untilS;
      int[] chosen = picks(states.get(s), nextS);
      if (chosen.length > 0 && states.get(s).startS().length > 1) {
        kept.add(s);
        picks.add(chosen);
      }
    }
    double[] paid = new double[kept.size() + 1];
    float[][] outlooks = new float[kept.size()][];
    for (int k = 0; k < kept.size(); k++) {
      double atS = states.get(kept.get(k)).atS();
      paid[k] = own.until(atS);
      outlooks[k] = outlook.at(atS, paid[k]).clone();
    }
    double all = own.until(Double.POSITIVE_INFINITY);
    paid[kept.size()] = all;
    List<Step> steps = new ArrayList<>();
    for (int k = 0; k < kept.size(); k++) {
      RecordedStates.State state = states.get(kept.get(k));
      double[] logs = Rollout.logProbabilities(explorer.outputs(state.rows()), picks.get(k));
      steps.add(
          new Step(
              state.atS(), state.rows(), outlooks[k], picks.get(k), logs, paid[k] - paid[k + 1]));
    }
    return new Trajectory(number, 0, steps, outcome(all / weights.ofReference(), reference));
  }

  /** Places of the jobs that started until the next state, first started first. */
  private static int[] picks(RecordedStates.State state, double nextS) {
    double untilS = Math.min(nextS, state.atS() + LONGEST_CHOICE_S);
    double[] starts = state.startS();
    return IntStream.range(0, state.rows().length / FeatureSchema.WIDTH)
        .filter(job -> starts[job] >= state.atS() && starts[job] < untilS)
        .boxed()
        .sorted(Comparator.comparingDouble(job -> starts[job]))
        .limit(Rollout.MOST_PICKS)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private Outcome outcome(double cost, ReplayResult reference) {
    double[] waits = new double[startS.length];
    Arrays.setAll(waits, job -> startS[job] - workload.jobs().get(job).submitS());
    double mean = Arrays.stream(waits).average().orElse(0);
    Arrays.sort(waits);
    double p99 = waits.length == 0 ? 0 : waits[(int) (0.99 * (waits.length - 1))];
    return new Outcome(
        cost, mean, p99, reference.metrics().meanWaitS(), reference.metrics().p99WaitS());
  }
}
