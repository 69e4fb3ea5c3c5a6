package io.rltune.policy.ppo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * What returns are to be expected by what the critic sees, for recorded segments: linear regression
 * with a ridge. The prediction of a segment comes from the other segments alone, so that what
 * happened by chance in one cannot explain itself away (cross-fitting: Chernozhukov et al., "Double
 * machine learning", Econometrics Journal 21, 2018). A line, for there are few segments; and not
 * the critic of the replays, which knows nothing of real returns.
 */
public final class RidgeBaseline {
  /** Weight of the ridge, in rows whose return is the mean: it matters where there are few. */
  private static final double RIDGE = 10;

  /** A column that hardly varies says nothing, and would only be blown up. */
  private static final double LEAST_DEVIATION = 1e-6;

  private RidgeBaseline() {}

  /**
   * Predicts the returns of each segment.
   *
   * @param outlooks by segment and row what a prediction goes by; rows of one width
   * @param returns by segment and row what is predicted
   * @return by segment and row
   * @throws IllegalArgumentException for fewer than two segments with rows
   */
  public static List<double[]> predict(List<float[][]> outlooks, List<double[]> returns) {
    if (outlooks.stream().filter(rows -> rows.length > 0).count() < 2) {
      throw new IllegalArgumentException(
          outlooks.size() + " segments: two are needed, to predict one by another");
    }
    List<double[]> predictions = new ArrayList<>();
    for (int own = 0; own < outlooks.size(); own++) {
      List<float[]> rows = new ArrayList<>();
      List<Double> values = new ArrayList<>();
      for (int other = 0; other < outlooks.size(); other++) {
        if (other != own) {
          rows.addAll(Arrays.asList(outlooks.get(other)));
          Arrays.stream(returns.get(other)).forEach(values::add);
        }
      }
      Line line = Line.fit(rows, values);
      predictions.add(Arrays.stream(outlooks.get(own)).mapToDouble(line::at).toArray());
    }
    return predictions;
  }

  /** value = mean + sum of slope * (column - centre). */
  private record Line(double mean, double[] centre, double[] slope) {
    static Line fit(List<float[]> rows, List<Double> values) {
      int width = rows.get(0).length;
      double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      double[] centre = new double[width];
      double[] deviation = new double[width];
      for (int c = 0; c < width; c++) {
        int column = c;
        centre[c] = rows.stream().mapToDouble(row -> row[column]).average().orElseThrow();
        double variance =
            rows.stream()
                .mapToDouble(row -> (row[column] - centre[column]) * (row[column] - centre[column]))
                .average()
                .orElseThrow();
        deviation[c] = Math.max(LEAST_DEVIATION, Math.sqrt(variance));
      }
      DMatrixRMaj scaled = new DMatrixRMaj(rows.size(), width);
      DMatrixRMaj rest = new DMatrixRMaj(rows.size(), 1);
      for (int r = 0; r < rows.size(); r++) {
        rest.set(r, 0, values.get(r) - mean);
        for (int c = 0; c < width; c++) {
          scaled.set(r, c, (rows.get(r)[c] - centre[c]) / deviation[c]);
        }
      }
      double[] slope = ridge(scaled, rest);
      for (int c = 0; c < width; c++) {
        slope[c] /= deviation[c];
      }
      return new Line(mean, centre, slope);
    }

    double at(float[] row) {
      double value = mean;
      for (int c = 0; c < slope.length; c++) {
        value += slope[c] * (row[c] - centre[c]);
      }
      return value;
    }

    /** Least squares of {@code a x = b} plus the ridge; its matrix is positive definite. */
    private static double[] ridge(DMatrixRMaj a, DMatrixRMaj b) {
      DMatrixRMaj squares = new DMatrixRMaj(a.numCols, a.numCols);
      DMatrixRMaj products = new DMatrixRMaj(a.numCols, 1);
      DMatrixRMaj slope = new DMatrixRMaj(a.numCols, 1);
      CommonOps_DDRM.multInner(a, squares);
      CommonOps_DDRM.multTransA(a, b, products);
      CommonOps_DDRM.addEquals(squares, RIDGE, CommonOps_DDRM.identity(a.numCols));
      if (!CommonOps_DDRM.solveSPD(squares, products, slope)) {
        throw new IllegalArgumentException("what the returns are predicted by is not finite");
      }
      return slope.data;
    }
  }
}
