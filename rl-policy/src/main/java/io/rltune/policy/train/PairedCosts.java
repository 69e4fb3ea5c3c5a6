package io.rltune.policy.train;

import java.util.Locale;

/**
 * Costs of one policy over those of another, episode by episode on the same workloads.
 *
 * @param ratio geometric mean of the ratios; below 1 the first is cheaper
 * @param standardError of the ratio, by the spread between episodes
 * @param episodes how many
 */
record PairedCosts(double ratio, double standardError, int episodes) {
  /** Compares logarithms of costs. */
  static PairedCosts of(double[] ours, double[] theirs) {
    double mean = 0;
    for (int i = 0; i < ours.length; i++) {
      mean += (ours[i] - theirs[i]) / ours.length;
    }
    double squares = 0;
    for (int i = 0; i < ours.length; i++) {
      double off = ours[i] - theirs[i] - mean;
      squares += off * off;
    }
    double ratio = Math.exp(mean);
    double error = Math.sqrt(squares / Math.max(1, ours.length - 1) / ours.length);
    return new PairedCosts(ratio, ratio * error, ours.length);
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "validation: cost %.4f +- %.4f of what it was before training, over %d episodes",
        ratio,
        standardError,
        episodes);
  }
}
