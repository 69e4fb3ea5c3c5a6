package io.rltune.solver;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Rounds the point of a relaxation to integers, a few variables at a time, and solves it anew in
 * between (diving): some dozen short LPs lead to a plan near the bound. First it is rounded which
 * jobs start, then how they are divided, then where their parts go: the other way round nearly
 * every dive ends at a point that cannot be completed.
 */
final class Dive {
  /** Share of the fractional variables of one rank that are rounded at once. */
  private static final double SHARE = 0.25;

  /** The same once half of the time is over. */
  private static final double LATE_SHARE = 0.5;

  /** Rounds after which no further job comes in place of one that is rounded down. */
  private static final int PATIENCE = 20;

  private final MilpModel model;
  private final Relaxation relaxation;
  private final Box whole;
  private final Box box;
  private final BitSet leftOut = new BitSet();

  /**
   * A dive.
   *
   * @param relaxation of the model, solved within the box; narrowed by the dive
   * @param whole bounds that it keeps
   */
  Dive(MilpModel model, Relaxation relaxation, Box whole) {
    this.model = model;
    this.relaxation = relaxation;
    this.whole = whole;
    box = whole.copy();
  }

  /**
   * Dives from the point of the solved relaxation.
   *
   * @param better what the integer point must be worth more than
   * @return an integer point, or null where the dive found none in time
   */
  double[] run(double better, Deadline deadline) {
    long half = deadline.left() / 2;
    for (int round = 0; relaxation.objective() > better && !deadline.isOver(); round++) {
      double[] values = relaxation.values();
      boolean late = deadline.left() < half;
      int[] next = next(values, late ? LATE_SHARE : SHARE);
      if (next.length == 0) {
        return Fractions.rounded(values);
      }
      if (late || round >= PATIENCE) {
        leaveOut(values);
      }
      if (late || round >= 3 * PATIENCE) {
        keepIn(values);
      }
      if (!round(next, values)
          && !roundOtherWay(next[0], values[next[0]])
          && !stepBack(next[0], values[next[0]])) {
        return null;
      }
    }
    return null;
  }

  /**
   * Keeps what is 0 at 0: where many jobs are worth about the same, the LP would put another one in
   * the place of each that is rounded down.
   */
  private void leaveOut(double[] values) {
    int[] zeros =
        IntStream.range(0, values.length)
            .filter(i -> model.rank(i) == 0)
            .filter(
                i -> values[i] < Fractions.INTEGRAL && box.upper()[i] > 0 && box.lower()[i] == 0)
            .toArray();
    for (int i : zeros) {
      box.upper()[i] = 0;
      leftOut.set(i);
    }
    relaxation.within(box);
  }

  /** Keeps what has reached its upper bound there. */
  private void keepIn(double[] values) {
    int[] reached =
        IntStream.range(0, values.length)
            .filter(i -> model.rank(i) == 0)
            .filter(
                i ->
                    values[i] > box.upper()[i] - Fractions.INTEGRAL
                        && box.lower()[i] < box.upper()[i])
            .toArray();
    for (int i : reached) {
      box.lower()[i] = box.upper()[i];
    }
    relaxation.within(box);
  }

  /** Variables to round: fractional ones of the first rank that has any, nearly integral first. */
  private int[] next(double[] values, double share) {
    int[] ofRank =
        Arrays.stream(Fractions.ofFirstRank(model, values))
            .boxed()
            .sorted(Comparator.comparingDouble(i -> Fractions.distance(values[i])))
            .mapToInt(i -> i)
            .toArray();
    return Arrays.copyOf(ofRank, (int) Math.ceil(share * ofRank.length));
  }

  /** Rounds the variables and solves; takes it back where that leaves no point. */
  private boolean round(int[] variables, double[] values) {
    double[] lower = pick(box.lower(), variables);
    double[] upper = pick(box.upper(), variables);
    for (int i : variables) {
      narrow(i, values[i], Math.rint(values[i]));
    }
    relaxation.within(box);
    if (relaxation.solve()) {
      return true;
    }
    for (int v = 0; v < variables.length; v++) {
      box.lower()[variables[v]] = lower[v];
      box.upper()[variables[v]] = upper[v];
    }
    relaxation.within(box);
    return false;
  }

  private boolean roundOtherWay(int variable, double value) {
    double near = Math.rint(value);
    narrow(variable, value, near > value ? Math.floor(value) : Math.ceil(value));
    relaxation.within(box);
    return relaxation.solve();
  }

  /** At a dead end: what was rounded up may fall again, what was rounded down stays. */
  private boolean stepBack(int variable, double value) {
    int[] raised =
        IntStream.range(0, model.size())
            .filter(i -> box.lower()[i] > whole.lower()[i] || leftOut.get(i))
            .toArray();
    for (int i : raised) {
      box.lower()[i] = whole.lower()[i];
      box.upper()[i] = leftOut.get(i) ? whole.upper()[i] : box.upper()[i];
    }
    leftOut.clear();
    box.upper()[variable] = Math.floor(value);
    relaxation.within(box);
    return relaxation.solve();
  }

  private void narrow(int variable, double value, double to) {
    if (to > value) {
      box.lower()[variable] = to;
    } else {
      box.upper()[variable] = to;
    }
  }

  private static double[] pick(double[] of, int[] variables) {
    return Arrays.stream(variables).mapToDouble(i -> of[i]).toArray();
  }
}
