package io.rltune.solver;

/**
 * How much a relaxation lost when a variable was rounded up or down, per unit: what the next such
 * step will cost (Benichou and others, Mathematical Programming 1, 1971). A variable that was not
 * rounded yet is taken to lose as the others did, in proportion to its own worth.
 */
final class PseudoCosts {
  private static final double LEAST_WORTH = 0.05;
  private static final double LEAST_LOSS = 1e-6;

  private final MilpModel model;
  private final Side up;
  private final Side down;

  PseudoCosts(MilpModel model) {
    this.model = model;
    up = new Side(model.size());
    down = new Side(model.size());
  }

  /** One of the two ways to round. */
  private final class Side {
    private final double[] loss;
    private final int[] count;
    private double lossPerWorth;
    private int all;

    Side(int size) {
      loss = new double[size];
      count = new int[size];
    }

    void add(int variable, double perUnit) {
      loss[variable] += perUnit;
      count[variable]++;
      lossPerWorth += perUnit / worth(variable);
      all++;
    }

    double of(int variable) {
      if (count[variable] > 0) {
        return loss[variable] / count[variable];
      }
      return worth(variable) * (all == 0 ? 1 : lossPerWorth / all);
    }
  }

  private double worth(int variable) {
    return Math.abs(model.columns().get(variable).objective()) + LEAST_WORTH;
  }

  /**
   * Remembers a step.
   *
   * @param distance how far the variable was moved, above 0 and below 1
   * @param loss by how much the relaxation fell
   */
  void add(int variable, boolean upwards, double distance, double loss) {
    (upwards ? up : down).add(variable, Math.max(0, loss) / distance);
  }

  /** The more a variable is worth rounding first, the larger: both ways should lose much. */
  double score(int variable, double value) {
    double above = value - Math.floor(value);
    return Math.max(LEAST_LOSS, up.of(variable) * (1 - above))
        * Math.max(LEAST_LOSS, down.of(variable) * above);
  }
}
