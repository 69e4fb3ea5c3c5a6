package jscip;

/**
 * The C functions of libscip, mapped by JNA. Pointers are longs (64-bit only), {@code SCIP_Bool} is
 * int, an out-parameter is an array of one. Call {@link ScipLibrary#load} first.
 */
final class ScipNative {
  private ScipNative() {}

  static native int SCIPmajorVersion();

  static native int SCIPminorVersion();

  static native int SCIPtechVersion();

  /** A NULL function silences the error output of the whole process. */
  static native void SCIPmessageSetErrorPrinting(long function, long data);

  static native int SCIPcreate(long[] scip);

  static native int SCIPfree(long[] scip);

  static native int SCIPincludeDefaultPlugins(long scip);

  static native int SCIPcreateProbBasic(long scip, String name);

  static native void SCIPsetMessagehdlrQuiet(long scip, int quiet);

  static native int SCIPreadParams(long scip, String file);

  static native int SCIPsetBoolParam(long scip, String name, int value);

  static native int SCIPsetIntParam(long scip, String name, int value);

  static native int SCIPsetLongintParam(long scip, String name, long value);

  static native int SCIPsetRealParam(long scip, String name, double value);

  static native int SCIPsetCharParam(long scip, String name, byte value);

  static native int SCIPsetStringParam(long scip, String name, String value);

  static native int SCIPsetObjsense(long scip, int sense);

  static native int SCIPgetObjsense(long scip);

  static native int SCIPcreateVarBasic(
      long scip, long[] var, String name, double lb, double ub, double obj, int type);

  static native int SCIPaddVar(long scip, long var);

  static native int SCIPreleaseVar(long scip, long[] var);

  static native int SCIPgetNVars(long scip);

  static native int SCIPcreateConsBasicLinear(
      long scip,
      long[] cons,
      String name,
      int count,
      long[] vars,
      double[] values,
      double lhs,
      double rhs);

  static native int SCIPaddCons(long scip, long cons);

  static native int SCIPreleaseCons(long scip, long[] cons);

  static native int SCIPcreateSol(long scip, long[] sol, long heuristic);

  static native int SCIPsetSolVal(long scip, long sol, long var, double value);

  static native int SCIPsetSolVals(long scip, long sol, int count, long[] vars, double[] values);

  static native int SCIPaddSolFree(long scip, long[] sol, int[] stored);

  static native int SCIPfreeSol(long scip, long[] sol);

  static native int SCIPsolve(long scip);

  static native int SCIPinterruptSolve(long scip);

  static native int SCIPgetStatus(long scip);

  static native int SCIPgetNSols(long scip);

  static native long SCIPgetBestSol(long scip);

  static native double SCIPgetSolVal(long scip, long sol, long var);

  static native int SCIPgetSolVals(long scip, long sol, int count, long[] vars, double[] values);

  static native double SCIPgetSolOrigObj(long scip, long sol);

  static native double SCIPgetDualbound(long scip);

  static native double SCIPgetGap(long scip);

  static native long SCIPgetNNodes(long scip);

  static native double SCIPinfinity(long scip);

  static native double SCIPepsilon(long scip);

  static native double SCIPfeastol(long scip);
}
