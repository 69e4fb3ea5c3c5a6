package io.rltune.solver;

/**
 * One solve of a {@link MilpModel} by HiGHS: a second opinion on optimality for tests and
 * benchmarks.
 */
final class HighsRun {
  private HighsRun() {}

  /**
   * What HiGHS found.
   *
   * @param objective of its incumbent; minus infinity where it has none
   * @param bound proven upper bound
   */
  record Outcome(double objective, double bound) {}

  static Outcome solve(MilpModel model, double timeLimitS, double gap) {
    try (Highs highs = Highs.exact(model)) {
      highs.set("time_limit", timeLimitS).set("mip_rel_gap", gap).run();
      double bound = highs.number("mip_dual_bound");
      double objective = highs.objective();
      return new Outcome(objective <= bound + 1e-6 ? objective : Double.NEGATIVE_INFINITY, bound);
    }
  }
}
