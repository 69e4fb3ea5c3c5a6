package io.rltune.solver;

import io.rltune.solver.MilpModel.Row;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The linear relaxation of a model: a proven bound, a point near good plans, and what each variable
 * would cost against the bound.
 *
 * <p>The bound is ours, from the prices of the rows alone: it holds whatever the prices are
 * (Neumaier and Shcherbina, Mathematical Programming 99, 2004), so an LP that was stopped early, or
 * an error in its arithmetic, can make it weak but not wrong.
 */
final class Relaxation implements AutoCloseable {
  /** Simplex iterations between two looks at the clock. */
  private static final int ITERATIONS = 500;

  private static final double ROUNDING = 1e-9;

  private final MilpModel model;
  private final Highs highs;
  private final Deadline deadline;
  private final Box box;
  private Highs.Point point;
  private int status;

  Relaxation(MilpModel model, Deadline deadline) {
    this.model = model;
    this.deadline = deadline;
    box = Box.of(model);
    // Presolve costs more than it saves on models that are written without redundancy.
    highs =
        Highs.relaxed(model)
            .set("solver", "simplex")
            .set("presolve", "off")
            .set("simplex_iteration_limit", ITERATIONS);
  }

  /** Solves it from where it was; false where it has no point, or the time was over before. */
  boolean solve() {
    do {
      status = highs.run();
    } while (status == Highs.ITERATION_LIMIT && !deadline.isOver());
    point = highs.point();
    return status == Highs.OPTIMAL || status == Highs.EMPTY;
  }

  /** Worth of the point that was found last. */
  double objective() {
    return highs.objective();
  }

  /** The point that was found last. */
  double[] values() {
    return point.values();
  }

  /** Whether the last {@link #solve} showed that there is no point at all. */
  boolean isInfeasible() {
    return status == Highs.INFEASIBLE;
  }

  /**
   * Prepares for many short solves, each after a change of few bounds: simplex then does without
   * the perturbation of costs, which it would have to take back each time.
   */
  Relaxation forShortSolves() {
    highs.set("dual_simplex_cost_perturbation_multiplier", 0.0);
    return this;
  }

  /** Takes these bounds of the variables for the next {@link #solve}; the model stays as it is. */
  void within(Box bounds) {
    int[] changed =
        IntStream.range(0, model.size())
            .filter(i -> box.lower()[i] != bounds.lower()[i] || box.upper()[i] != bounds.upper()[i])
            .toArray();
    if (changed.length > 0) {
      for (int i : changed) {
        box.lower()[i] = bounds.lower()[i];
        box.upper()[i] = bounds.upper()[i];
      }
      highs.bounds(
          changed,
          Arrays.stream(changed).mapToDouble(i -> box.lower()[i]).toArray(),
          Arrays.stream(changed).mapToDouble(i -> box.upper()[i]).toArray());
    }
  }

  /** The proof that the last prices give within the bounds that the variables have now. */
  ReducedCosts reducedCosts() {
    double[] reduced = new double[model.size()];
    for (int i = 0; i < reduced.length; i++) {
      reduced[i] = model.columns().get(i).objective();
    }
    double bound = 0;
    for (int r = 0; r < model.rows().size(); r++) {
      Row row = model.rows().get(r);
      double price = point.duals()[r];
      double side = price > 0 ? row.most() : row.least();
      if (price != 0 && Math.abs(side) < MilpModel.INFINITY) {
        bound += price * side;
        for (int i = 0; i < row.size(); i++) {
          reduced[row.variable(i)] -= price * row.value(i);
        }
      }
    }
    double size = Math.abs(bound);
    for (int i = 0; i < reduced.length; i++) {
      double most = reduced[i] * (reduced[i] > 0 ? box.upper()[i] : box.lower()[i]);
      bound += most;
      size += Math.abs(most);
    }
    return new ReducedCosts(box.copy(), reduced, bound + ROUNDING * Math.max(1, size));
  }

  @Override
  public void close() {
    highs.close();
  }
}
