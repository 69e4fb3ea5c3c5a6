package io.rltune.solver;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import io.rltune.solver.MilpModel.Column;
import io.rltune.solver.MilpModel.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jscip.NativeCache;

/**
 * One solve of a {@link MilpModel} by HiGHS: a second opinion on optimality for tests and
 * benchmarks. It lies in the same jar as SCIP.
 */
final class HighsRun {
  private static final int BY_ROW = 2;
  private static final int MAXIMIZE = -1;
  private static final int INTEGER = 1;

  private static boolean loaded;

  private HighsRun() {}

  /**
   * What HiGHS found.
   *
   * @param objective of its incumbent; minus infinity where it has none
   * @param bound proven upper bound
   */
  record Outcome(double objective, double bound) {}

  private static synchronized void load() throws IOException {
    if (!loaded) {
      Path library = NativeCache.library("libhighs.so.1", List.of("libhighs.so.1", "libz.so.1"));
      // The loader looks libz up by its name: it is there once it is loaded.
      NativeLibrary.getInstance(library.resolveSibling("libz.so.1").toString());
      Native.register(HighsNative.class, NativeLibrary.getInstance(library.toString()));
      loaded = true;
    }
  }

  static Outcome solve(MilpModel model, double timeLimitS, double gap) throws IOException {
    load();
    long highs = HighsNative.Highs_create();
    try {
      HighsNative.Highs_setBoolOptionValue(highs, "output_flag", 0);
      HighsNative.Highs_setIntOptionValue(highs, "threads", 1);
      HighsNative.Highs_setDoubleOptionValue(highs, "time_limit", timeLimitS);
      HighsNative.Highs_setDoubleOptionValue(highs, "mip_rel_gap", gap);
      pass(highs, model);
      HighsNative.Highs_run(highs);
      double[] bound = new double[1];
      HighsNative.Highs_getDoubleInfoValue(highs, "mip_dual_bound", bound);
      double objective = HighsNative.Highs_getObjectiveValue(highs);
      return new Outcome(
          objective <= bound[0] + 1e-6 ? objective : Double.NEGATIVE_INFINITY, bound[0]);
    } finally {
      HighsNative.Highs_destroy(highs);
    }
  }

  private static void pass(long highs, MilpModel model) {
    int columns = model.size();
    int rows = model.rows().size();
    double[] cost = new double[columns];
    double[] lower = new double[columns];
    double[] upper = new double[columns];
    int[] integrality = new int[columns];
    for (int i = 0; i < columns; i++) {
      Column column = model.columns().get(i);
      cost[i] = column.objective();
      lower[i] = column.lower();
      upper[i] = column.upper();
      integrality[i] = INTEGER;
    }
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
        highs,
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
