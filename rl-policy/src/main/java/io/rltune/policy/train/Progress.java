package io.rltune.policy.train;

import io.rltune.policy.ppo.PpoOptions;
import java.util.Locale;

/** Time of a training run: what it took, what is left, and the line that says so. */
final class Progress {
  private final PpoOptions options;
  private final long startedNs = System.nanoTime();
  private final int firstIteration;
  private final double spentBeforeS;

  Progress(PpoOptions options, int firstIteration, double spentBeforeS) {
    this.options = options;
    this.firstIteration = firstIteration;
    this.spentBeforeS = spentBeforeS;
  }

  /** Seconds spent on this training, earlier runs included. */
  double spentS() {
    return spentBeforeS + (System.nanoTime() - startedNs) / 1e9;
  }

  boolean isOver() {
    return spentS() >= options.time().toMillis() / 1e3;
  }

  String line(PpoState state, double cost, double validation, PolicyUpdate.Report report) {
    double ownS = spentS() - spentBeforeS;
    double perIterationS = ownS / (state.iteration - firstIteration);
    double leftS =
        Math.min(
            options.time().toMillis() / 1e3 - spentS(),
            (options.iterations() - state.iteration) * perIterationS);
    return String.format(
        Locale.ROOT,
        "iteration %d, %s spent, at most %s left: cost %.3f%s, entropy %.2f, KL %.4f, clipped %.0f %%,"
            + " explained %.2f, learnt from %d%s",
        state.iteration,
        clock(spentS()),
        clock(Math.max(0, leftS)),
        cost,
        Double.isNaN(validation)
            ? ""
            : String.format(
                Locale.ROOT,
                " (validation %.4f, best %.4f at %d)",
                validation,
                state.bestCost,
                state.bestIteration),
        report.entropy(),
        report.divergence(),
        100 * report.clipped(),
        report.explained(),
        report.decisions(),
        report.recorded() > 0 ? " and " + report.recorded() + " recorded" : "");
  }

  private static String clock(double seconds) {
    long whole = Math.round(seconds);
    return whole < 3_600
        ? String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60)
        : String.format(Locale.ROOT, "%d:%02d h", whole / 3_600, whole / 60 % 60);
  }
}
