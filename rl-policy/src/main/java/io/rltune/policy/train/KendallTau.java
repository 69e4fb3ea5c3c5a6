package io.rltune.policy.train;

/** Rank agreement of two scorings: Kendall's tau-b, which allows for ties. */
public final class KendallTau {
  private KendallTau() {}

  /**
   * Agreement over rows {@code from} to {@code to - 1}.
   *
   * @return -1 (reversed) to 1 (same order); 0 where one of them ties everything
   */
  public static double of(double[] first, double[] second, int from, int to) {
    long agree = 0;
    long firstUntied = 0;
    long secondUntied = 0;
    for (int i = from; i < to; i++) {
      for (int j = i + 1; j < to; j++) {
        int a = Double.compare(first[i], first[j]);
        int b = Double.compare(second[i], second[j]);
        agree += (long) Integer.signum(a) * Integer.signum(b);
        firstUntied += a != 0 ? 1 : 0;
        secondUntied += b != 0 ? 1 : 0;
      }
    }
    return firstUntied == 0 || secondUntied == 0
        ? 0
        : agree / Math.sqrt((double) firstUntied * secondUntied);
  }
}
