package io.rltune.solver;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import io.rltune.solver.MilpModel.Column;
import io.rltune.solver.MilpModel.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import jscip.NativeCache;
import jscip.ScipUnavailableException;

/** One HiGHS with one model, silent and on one thread. The library lies in the same jar as SCIP. */
final class Highs implements AutoCloseable {
  /** What HiGHS calls its ends. */
  static final int EMPTY = 6;

  static final int OPTIMAL = 7;

  static final int INFEASIBLE = 8;

  static final int ITERATION_LIMIT = 14;

  private static final int BY_ROW = 2;
  private static final int MAXIMIZE = -1;
  private static final int CONTINUOUS = 0;
  private static final int INTEGER = 1;

  private static boolean loaded;

  private final long handle;
  private final int columns;
  private final int rows;

  private Highs(MilpModel model, int kind) {
    load();
    columns = model.size();
    rows = model.rows().size();
    handle = HighsNative.Highs_create();
    HighsNative.Highs_setBoolOptionValue(handle, "output_flag", 0);
    HighsNative.Highs_setIntOptionValue(handle, "threads", 1);
    pass(model, kind);
  }

  /**
   * Holds the model as it is.
   *
   * @throws ScipUnavailableException where there is no HiGHS
   */
  static Highs exact(MilpModel model) {
    return new Highs(model, INTEGER);
  }

  /**
   * Holds the model without the demand that its variables are integers.
   *
   * @throws ScipUnavailableException where there is no HiGHS
   */
  static Highs relaxed(MilpModel model) {
    return new Highs(model, CONTINUOUS);
  }

  /**
   * Loads the library, once per JVM.
   *
   * @throws ScipUnavailableException where the jar has none for this platform, or is missing, or
   *     where another JSCIPOpt stands in for ours and brings no {@link NativeCache}
   */
  static synchronized void load() {
    if (!loaded) {
      try {
        Path library = NativeCache.library("libhighs.so.1", List.of("libhighs.so.1", "libz.so.1"));
        // The loader looks libz up by its name: it is there once it is loaded.
        NativeLibrary.getInstance(library.resolveSibling("libz.so.1").toString());
        Native.register(HighsNative.class, NativeLibrary.getInstance(library.toString()));
        loaded = true;
      } catch (IOException | LinkageError e) {
        throw new ScipUnavailableException("cannot load HiGHS: " + e.getMessage(), e);
      }
    }
  }

  Highs set(String option, int value) {
    HighsNative.Highs_setIntOptionValue(handle, option, value);
    return this;
  }

  Highs set(String option, double value) {
    HighsNative.Highs_setDoubleOptionValue(handle, option, value);
    return this;
  }

  Highs set(String option, String value) {
    HighsNative.Highs_setStringOptionValue(handle, option, value);
    return this;
  }

  /** New bounds of some variables. */
  void bounds(int[] variables, double[] lower, double[] upper) {
    HighsNative.Highs_changeColsBoundsBySet(handle, variables.length, variables, lower, upper);
  }

  /** Solves, from where the last run ended; returns the number of how it ended. */
  int run() {
    HighsNative.Highs_run(handle);
    return HighsNative.Highs_getModelStatus(handle);
  }

  double objective() {
    return HighsNative.Highs_getObjectiveValue(handle);
  }

  double number(String info) {
    double[] value = new double[1];
    HighsNative.Highs_getDoubleInfoValue(handle, info, value);
    return value[0];
  }

  Point point() {
    Point point = new Point(new double[columns], new double[rows]);
    HighsNative.Highs_getSolution(
        handle, point.values, new double[columns], new double[rows], point.duals);
    return point;
  }

  @Override
  public void close() {
    HighsNative.Highs_destroy(handle);
  }

  /**
   * Where a run ended.
   *
   * @param values of the variables
   * @param duals of the rows: what the objective would gain for one unit more
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Point(double[] values, double[] duals) {}

  private void pass(MilpModel model, int kind) {
    double[] cost = new double[columns];
    double[] lower = new double[columns];
    double[] upper = new double[columns];
    int[] integrality = new int[columns];
    for (int i = 0; i < columns; i++) {
      Column column = model.columns().get(i);
      cost[i] = column.objective();
      lower[i] = column.lower();
      upper[i] = column.upper();
    }
    Arrays.fill(integrality, kind);
    int size = model.rows().stream().mapToInt(Row::size).sum();
    int[] start = new int[rows];
    int[] index = new int[size];
    double[] value = new double[size];
    double[] rowLower = new double[rows];
    double[] rowUpper = new double[rows];
    int at = 0;
    for (int r = 0; r < rows; r++) {
      Row row = model.rows().get(r);
      start[r] = at;
      rowLower[r] = row.least();
      rowUpper[r] = row.most();
      for (int i = 0; i < row.size(); i++) {
        index[at] = row.variable(i);
        value[at++] = row.value(i);
      }
    }
    HighsNative.Highs_passMip(
        handle,
        columns,
        rows,
        size,
        BY_ROW,
        MAXIMIZE,
        0,
        cost,
        lower,
        upper,
        rowLower,
        rowUpper,
        start,
        index,
        value,
        integrality);
  }
}
