package io.rltune.policy;

import io.rltune.policy.features.Feature;
import java.util.List;

/**
 * Why a job has its score.
 *
 * @param jobId the job
 * @param score its score, 0 to 1
 * @param rank its place among the candidates, 1 = first
 * @param candidates how many candidates there were
 * @param contributions every feature, the one that matters most first
 */
public record ScoreExplanation(
    long jobId, double score, int rank, int candidates, List<Contribution> contributions) {
  public ScoreExplanation {
    contributions = List.copyOf(contributions);
  }

  /**
   * What one feature does to the score.
   *
   * @param feature the feature
   * @param value its value for the job, 0 to 1
   * @param queueMean its mean over the candidates
   * @param effect score minus the score with this feature at the mean: positive = lifts the job
   */
  public record Contribution(Feature feature, double value, double queueMean, double effect) {}
}
