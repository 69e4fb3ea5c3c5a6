package io.rltune.policy.ppo;

import static java.util.Objects.requireNonNull;

import io.rltune.policy.ppo.Trajectory.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a running daemon's policy chose and what came of it, to learn from beside the replays. There
 * is one run of each segment and no other to compare it with, so that the baseline is {@link
 * RidgeBaseline}, and advantages are centred and scaled segment by segment.
 *
 * <p>The log-probabilities of the steps stay those of the policy that chose. The clipped ratio of
 * PPO then ends the pull of a choice by itself once the policy has moved away from that one.
 *
 * @param choices what is learnt from
 * @param share most share of the decisions of an update that come from here, 0 (inclusive) to 1
 *     (exclusive)
 */
public record RecordedChoices(List<Choice> choices, double share) {
  /** Nothing was recorded. */
  public static final RecordedChoices NONE = new RecordedChoices(List.of(), 0);

  /**
   * One recorded decision.
   *
   * @param step the decision; its reward is not used any more
   * @param advantage how much better than expected what followed was, in standard deviations of its
   *     segment
   */
  public record Choice(Step step, double advantage) {
    public Choice {
      requireNonNull(step, "step");
    }
  }

  public RecordedChoices {
    choices = List.copyOf(choices);
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(
          "share " + share + " of recorded decisions must be at least 0 and less than 1");
    }
  }

  /**
   * Choices of recorded segments.
   *
   * @param segments two or more, each with steps
   * @param discount per decision, 0 to 1
   * @param lambda of the advantage estimation, 0 to 1
   * @param share as above
   */
  public static RecordedChoices of(
      List<Trajectory> segments, double discount, double lambda, double share) {
    List<double[]> returns =
        segments.stream().map(run -> ReplicaBaseline.toGo(run.steps(), discount)).toList();
    List<float[][]> outlooks =
        segments.stream()
            .map(run -> run.steps().stream().map(Step::outlook).toArray(float[][]::new))
            .toList();
    List<double[]> values = RidgeBaseline.predict(outlooks, returns);
    List<Choice> choices = new ArrayList<>();
    for (int s = 0; s < segments.size(); s++) {
      List<Step> steps = segments.get(s).steps();
      double[] rewards = steps.stream().mapToDouble(Step::reward).toArray();
      double[] advantages = Advantages.of(rewards, values.get(s), discount, lambda);
      standardise(advantages);
      for (int t = 0; t < advantages.length; t++) {
        choices.add(new Choice(steps.get(t), advantages[t]));
      }
    }
    return new RecordedChoices(choices, share);
  }

  /** Centres and scales: a segment in which all went worse than expected blames no one choice. */
  private static void standardise(double[] advantages) {
    double mean = Arrays.stream(advantages).average().orElse(0);
    double variance =
        Arrays.stream(advantages).map(a -> (a - mean) * (a - mean)).average().orElse(0);
    double deviation = Math.sqrt(variance) + 1e-8;
    Arrays.setAll(advantages, t -> (advantages[t] - mean) / deviation);
  }

  public boolean isEmpty() {
    return choices.isEmpty() || share == 0;
  }

  /**
   * Draws choices without putting any back.
   *
   * @param replayed decisions of replays that they are learnt from beside
   * @param random chance of this iteration; not asked where nothing is drawn
   * @return as many as {@link #share} allows, or all there are
   */
  public List<Choice> draw(int replayed, SplittableRandom random) {
    int most = (int) Math.min(choices.size(), share / (1 - share) * replayed);
    if (most == 0) {
      return List.of();
    }
    List<Choice> left = new ArrayList<>(choices);
    for (int i = 0; i < most; i++) {
      int j = i + random.nextInt(left.size() - i);
      Choice drawn = left.set(j, left.get(i));
      left.set(i, drawn);
    }
    return left.subList(0, most);
  }

  /** What a checkpoint must agree with; equal for equal choices. */
  public int digest() {
    int digest = Double.hashCode(share);
    for (Choice choice : choices) {
      digest = 31 * digest + Arrays.hashCode(choice.step().features());
      digest = 31 * digest + Arrays.hashCode(choice.step().picks());
      digest = 31 * digest + Arrays.hashCode(choice.step().logProbabilities());
      digest = 31 * digest + Double.hashCode(choice.advantage());
    }
    return digest;
  }
}
