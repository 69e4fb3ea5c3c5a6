package io.rltune.solver;

/** The C functions of libhighs, mapped by JNA; its {@code HighsInt} has 32 bits. */
final class HighsNative {
  private HighsNative() {}

  static native long Highs_create();

  static native void Highs_destroy(long highs);

  static native int Highs_setBoolOptionValue(long highs, String option, int value);

  static native int Highs_setIntOptionValue(long highs, String option, int value);

  static native int Highs_setDoubleOptionValue(long highs, String option, double value);

  static native int Highs_setStringOptionValue(long highs, String option, String value);

  static native int Highs_passMip(
      long highs,
      int columns,
      int rows,
      int nonZeros,
      int format,
      int sense,
      double offset,
      double[] cost,
      double[] columnLower,
      double[] columnUpper,
      double[] rowLower,
      double[] rowUpper,
      int[] start,
      int[] index,
      double[] value,
      int[] integrality);

  static native int Highs_changeColsBoundsBySet(
      long highs, int count, int[] set, double[] lower, double[] upper);

  static native int Highs_run(long highs);

  static native int Highs_getModelStatus(long highs);

  static native int Highs_getSolution(
      long highs, double[] columnValue, double[] columnDual, double[] rowValue, double[] rowDual);

  static native double Highs_getObjectiveValue(long highs);

  static native int Highs_getDoubleInfoValue(long highs, String info, double[] value);
}
