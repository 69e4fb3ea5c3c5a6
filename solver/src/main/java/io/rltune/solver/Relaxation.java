package io.rltune.solver;

import io.rltune.solver.MilpModel.Column;
import io.rltune.solver.MilpModel.Row;
import java.util.Arrays;

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
  private Highs.Point point;

  Relaxation(MilpModel model, Deadline deadline) {
    this.model = model;
    this.deadline = deadline;
    // Presolve costs more than it saves on models that are written without redundancy.
    highs =
        Highs.relaxed(model)
            .set("solver", "simplex")
            .set("presolve", "off")
            .set("simplex_iteration_limit", ITERATIONS);
  }

  /** Solves it from where it was; false where it has no point, or the time was over before. */
  boolean solve() {
    int status;
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

  /** Takes the bounds of some variables for the next {@link #solve}; the model stays as it is. */
  void restrict(int[] variables, Box box) {
    double[] lower = Arrays.stream(variables).mapToDouble(i -> box.lower()[i]).toArray();
    double[] upper = Arrays.stream(variables).mapToDouble(i -> box.upper()[i]).toArray();
    highs.bounds(variables, lower, upper);
  }

  /** The proof that the last prices give for the whole model. */
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
      Column column = model.columns().get(i);
      double most = reduced[i] * (reduced[i] > 0 ? column.upper() : column.lower());
      bound += most;
      size += Math.abs(most);
    }
    return new ReducedCosts(model, reduced, bound + ROUNDING * Math.max(1, size));
  }

  @Override
  public void close() {
    highs.close();
  }
}
