package io.rltune.solver;

import io.rltune.solver.MilpModel.Column;
import io.rltune.solver.MilpModel.Row;

/** A model within narrower bounds: what they fix is no variable of it any more. */
final class Restriction {
  private static final int FIXED = -1;
  private static final double TOLERANCE = 1e-6;

  private final Box box;
  private final int[] numberOf;
  private final MilpModel restricted = new MilpModel();
  private double fixedWorth;

  Restriction(MilpModel model, Box box) {
    this.box = box;
    numberOf = new int[model.size()];
    for (int i = 0; i < numberOf.length; i++) {
      Column column = model.columns().get(i);
      if (box.isFixed(i)) {
        numberOf[i] = FIXED;
        fixedWorth += column.objective() * box.lower()[i];
      } else {
        numberOf[i] = restricted.integer(box.lower()[i], box.upper()[i], column.objective());
      }
    }
    model.rows().forEach(this::add);
  }

  private void add(Row row) {
    double fixed = 0;
    int free = 0;
    for (int i = 0; i < row.size(); i++) {
      if (numberOf[row.variable(i)] == FIXED) {
        fixed += row.value(i) * box.lower()[row.variable(i)];
      } else {
        free++;
      }
    }
    double least = without(row.least(), fixed);
    double most = without(row.most(), fixed);
    // A row of fixed variables alone can still be broken: it stays, with a variable that is 0.
    if (free == 0 && least <= TOLERANCE && most >= -TOLERANCE) {
      return;
    }
    Row into = restricted.row(least, most);
    for (int i = 0; i < row.size(); i++) {
      if (numberOf[row.variable(i)] != FIXED) {
        into.add(numberOf[row.variable(i)], row.value(i));
      }
    }
    if (free == 0) {
      into.add(restricted.integer(0, 0, 0), 1);
    }
  }

  private static double without(double side, double fixed) {
    return Math.abs(side) >= MilpModel.INFINITY ? side : side - fixed;
  }

  MilpModel model() {
    return restricted;
  }

  /** What the fixed variables are worth. */
  double fixedWorth() {
    return fixedWorth;
  }

  /** A point of the whole model as one of this, or null where it is not within the bounds. */
  double[] inside(double[] point) {
    double[] inner = new double[restricted.size()];
    for (int i = 0; i < numberOf.length; i++) {
      if (point[i] < box.lower()[i] || point[i] > box.upper()[i]) {
        return null;
      }
      if (numberOf[i] != FIXED) {
        inner[numberOf[i]] = point[i];
      }
    }
    return inner;
  }

  /** A point of this as one of the whole model. */
  double[] whole(double[] inner) {
    double[] point = box.lower().clone();
    for (int i = 0; i < point.length; i++) {
      if (numberOf[i] != FIXED) {
        point[i] = inner[numberOf[i]];
      }
    }
    return point;
  }
}
