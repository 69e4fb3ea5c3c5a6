package jscip;

import java.util.ArrayList;
import java.util.List;

/**
 * One SCIP instance. Not thread-safe, except that {@link #interruptSolve} may come from any thread.
 *
 * <p>Use: {@link #create}, build, {@link #solve}, read, {@link #free}. Every call throws {@link
 * IllegalStateException} before create and after free, and {@link ScipException} when SCIP refuses.
 */
public final class Scip {
  private static final int MINIMIZE = 1;
  private static final int MAXIMIZE = -1;

  private final Object lifecycle = new Object();
  private final List<Variable> variables = new ArrayList<>();
  private final List<Constraint> constraints = new ArrayList<>();
  private long pointer;
  private boolean freed;
  private boolean solving;
  private int solveCount;

  /**
   * Creates the SCIP with an empty problem and the default plug-ins.
   *
   * @throws ScipUnavailableException where libscip cannot be loaded
   */
  public void create(String problemName) {
    if (pointer != 0 || freed) {
      throw new IllegalStateException("this Scip was created already; use a new one");
    }
    ScipLibrary.load();
    long[] out = new long[1];
    check("SCIPcreate", ScipNative.SCIPcreate(out));
    pointer = out[0];
    check("SCIPincludeDefaultPlugins", ScipNative.SCIPincludeDefaultPlugins(pointer));
    check("SCIPcreateProbBasic", ScipNative.SCIPcreateProbBasic(pointer, problemName));
    // SCIP would take SIGINT away from the JVM, whose shutdown hooks then never run.
    setBoolParam("misc/catchctrlc", false);
  }

  /** Frees the SCIP and all that belongs to it; a second call does nothing. */
  public void free() {
    synchronized (lifecycle) {
      if (solving) {
        throw new IllegalStateException("solving; interruptSolve first");
      }
      if (pointer != 0) {
        // SCIP prints a warning for each one that is left.
        constraints.stream().filter(Constraint::isLive).forEach(this::releaseCons);
        variables.stream().filter(Variable::isLive).forEach(this::releaseVar);
        long[] inOut = {pointer};
        pointer = 0;
        freed = true;
        check("SCIPfree", ScipNative.SCIPfree(inOut));
      }
    }
  }

  /** Whether SCIP keeps silent on standard output. */
  public void hideOutput(boolean quiet) {
    ScipNative.SCIPsetMessagehdlrQuiet(scip(), quiet ? 1 : 0);
  }

  /** Reads parameters from a file of lines {@code name = value}. */
  public void readParams(String filename) {
    check("SCIPreadParams " + filename, ScipNative.SCIPreadParams(scip(), filename));
  }

  public void setBoolParam(String name, boolean value) {
    check(call(name, value), ScipNative.SCIPsetBoolParam(scip(), name, value ? 1 : 0));
  }

  public void setIntParam(String name, int value) {
    check(call(name, value), ScipNative.SCIPsetIntParam(scip(), name, value));
  }

  public void setLongintParam(String name, long value) {
    check(call(name, value), ScipNative.SCIPsetLongintParam(scip(), name, value));
  }

  public void setRealParam(String name, double value) {
    check(call(name, value), ScipNative.SCIPsetRealParam(scip(), name, value));
  }

  public void setCharParam(String name, char value) {
    check(call(name, value), ScipNative.SCIPsetCharParam(scip(), name, (byte) value));
  }

  public void setStringParam(String name, String value) {
    check(call(name, value), ScipNative.SCIPsetStringParam(scip(), name, value));
  }

  public void setMaximize() {
    check("SCIPsetObjsense", ScipNative.SCIPsetObjsense(scip(), MAXIMIZE));
  }

  /** Minimising is the default. */
  public void setMinimize() {
    check("SCIPsetObjsense", ScipNative.SCIPsetObjsense(scip(), MINIMIZE));
  }

  public boolean maximization() {
    return ScipNative.SCIPgetObjsense(scip()) == MAXIMIZE;
  }

  public boolean minimization() {
    return !maximization();
  }

  /** Creates a variable and adds it to the problem. */
  public Variable createVar(String name, double lb, double ub, double obj, SCIP_Vartype type) {
    requireNumber("lower bound of " + name, lb);
    requireNumber("upper bound of " + name, ub);
    requireNumber("objective of " + name, obj);
    if (lb > ub) {
      throw new IllegalArgumentException("variable " + name + ": bounds " + lb + " > " + ub);
    }
    long[] out = new long[1];
    int code = ScipNative.SCIPcreateVarBasic(scip(), out, name, lb, ub, obj, type.swigValue());
    check("SCIPcreateVarBasic " + name, code);
    Variable variable = new Variable(this, name, type, out[0]);
    variables.add(variable);
    check("SCIPaddVar " + name, ScipNative.SCIPaddVar(scip(), out[0]));
    return variable;
  }

  public void releaseVar(Variable variable) {
    long scip = scip();
    long[] inOut = {variable.pointerFor(this)};
    variable.released();
    check("SCIPreleaseVar " + variable, ScipNative.SCIPreleaseVar(scip, inOut));
  }

  public int getNVars() {
    return ScipNative.SCIPgetNVars(scip());
  }

  /** Creates {@code lhs <= sum of vals[i] * vars[i] <= rhs}; {@link #addCons} adds it. */
  public Constraint createConsLinear(
      String name, Variable[] vars, double[] vals, double lhs, double rhs) {
    long[] pointers = pointers(name, vars, vals);
    requireNumber("left-hand side of " + name, lhs);
    requireNumber("right-hand side of " + name, rhs);
    if (lhs > rhs) {
      throw new IllegalArgumentException("constraint " + name + ": sides " + lhs + " > " + rhs);
    }
    long[] out = new long[1];
    int code =
        ScipNative.SCIPcreateConsBasicLinear(
            scip(), out, name, pointers.length, notEmpty(pointers), notEmpty(vals), lhs, rhs);
    check("SCIPcreateConsBasicLinear " + name, code);
    Constraint constraint = new Constraint(this, name, out[0]);
    constraints.add(constraint);
    return constraint;
  }

  public void addCons(Constraint constraint) {
    check("SCIPaddCons " + constraint, ScipNative.SCIPaddCons(scip(), constraint.pointerFor(this)));
  }

  public void releaseCons(Constraint constraint) {
    long scip = scip();
    long[] inOut = {constraint.pointerFor(this)};
    constraint.released();
    check("SCIPreleaseCons " + constraint, ScipNative.SCIPreleaseCons(scip, inOut));
  }

  /** A new solution, all values 0. Give it back with {@link #addSolFree}. */
  public Solution createSol() {
    long[] out = new long[1];
    check("SCIPcreateSol", ScipNative.SCIPcreateSol(scip(), out, 0));
    return new Solution(this, Solution.OWN, out[0]);
  }

  public void setSolVal(Solution solution, Variable variable, double value) {
    requireNumber("value of " + variable, value);
    int code =
        ScipNative.SCIPsetSolVal(
            scip(), solution.pointerFor(this, solveCount), variable.pointerFor(this), value);
    check("SCIPsetSolVal " + variable, code);
  }

  public void setSolVals(Solution solution, Variable[] vars, double[] vals) {
    long[] pointers = pointers("solution", vars, vals);
    int code =
        ScipNative.SCIPsetSolVals(
            scip(),
            solution.pointerFor(this, solveCount),
            pointers.length,
            notEmpty(pointers),
            notEmpty(vals));
    check("SCIPsetSolVals", code);
  }

  /**
   * Hands the solution to SCIP and frees it.
   *
   * @return whether SCIP kept it; before {@link #solve} it is only checked when solving starts
   */
  public boolean addSolFree(Solution solution) {
    long scip = scip();
    long[] inOut = {solution.pointerFor(this, solveCount)};
    solution.freed();
    int[] stored = new int[1];
    check("SCIPaddSolFree", ScipNative.SCIPaddSolFree(scip, inOut, stored));
    return stored[0] != 0;
  }

  public void solve() {
    long scip;
    synchronized (lifecycle) {
      scip = scip();
      solving = true;
      solveCount++;
    }
    try {
      check("SCIPsolve", ScipNative.SCIPsolve(scip));
    } finally {
      synchronized (lifecycle) {
        solving = false;
      }
    }
  }

  /** Whether {@link #solve} runs; any thread may ask. */
  boolean isSolving() {
    synchronized (lifecycle) {
      return solving;
    }
  }

  /** How often {@link #solve} was called; any thread may ask. */
  int solves() {
    synchronized (lifecycle) {
      return solveCount;
    }
  }

  /** Ends a running {@link #solve} soon; without one it does nothing. Any thread may call it. */
  public void interruptSolve() {
    synchronized (lifecycle) {
      if (solving) {
        check("SCIPinterruptSolve", ScipNative.SCIPinterruptSolve(pointer));
      }
    }
  }

  public SCIP_Status getStatus() {
    return SCIP_Status.swigToEnum(ScipNative.SCIPgetStatus(scip()));
  }

  public int getNSols() {
    return ScipNative.SCIPgetNSols(scip());
  }

  /** The incumbent, or null where there is none. */
  public Solution getBestSol() {
    if (getNSols() == 0) {
      return null;
    }
    return new Solution(this, solveCount, ScipNative.SCIPgetBestSol(scip()));
  }

  public double getSolVal(Solution solution, Variable variable) {
    return ScipNative.SCIPgetSolVal(
        scip(), solution.pointerFor(this, solveCount), variable.pointerFor(this));
  }

  /** Values of many variables in one native call (not in JSCIPOpt). */
  public double[] getSolVals(Solution solution, Variable[] vars) {
    double[] values = new double[vars.length];
    long[] pointers = pointers("solution", vars, values);
    if (vars.length > 0) {
      int code =
          ScipNative.SCIPgetSolVals(
              scip(), solution.pointerFor(this, solveCount), vars.length, pointers, values);
      check("SCIPgetSolVals", code);
    }
    return values;
  }

  public double getSolOrigObj(Solution solution) {
    return ScipNative.SCIPgetSolOrigObj(scip(), solution.pointerFor(this, solveCount));
  }

  /** Proven bound on the objective. */
  public double getDualbound() {
    requireSolved();
    return ScipNative.SCIPgetDualbound(scip());
  }

  /** Relative gap between the incumbent and the bound; {@link #infinity} without an incumbent. */
  public double getGap() {
    requireSolved();
    return ScipNative.SCIPgetGap(scip());
  }

  /** Branch-and-bound nodes of the last solve. */
  public long getNNodes() {
    requireSolved();
    return ScipNative.SCIPgetNNodes(scip());
  }

  public double infinity() {
    return ScipNative.SCIPinfinity(scip());
  }

  public double epsilon() {
    return ScipNative.SCIPepsilon(scip());
  }

  public double feastol() {
    return ScipNative.SCIPfeastol(scip());
  }

  private long scip() {
    if (pointer == 0) {
      throw new IllegalStateException(freed ? "this Scip was freed" : "create this Scip first");
    }
    return pointer;
  }

  private void requireSolved() {
    scip();
    if (solveCount == 0) {
      throw new IllegalStateException("solve this Scip first");
    }
  }

  private long[] pointers(String what, Variable[] vars, double[] vals) {
    if (vars.length != vals.length) {
      throw new IllegalArgumentException(
          what + ": " + vars.length + " variables, but " + vals.length + " values");
    }
    long[] pointers = new long[vars.length];
    for (int i = 0; i < vars.length; i++) {
      requireNumber(what + ": value of " + vars[i], vals[i]);
      pointers[i] = vars[i].pointerFor(this);
    }
    return pointers;
  }

  /** JNA hands an empty array over as an invalid pointer. */
  private static long[] notEmpty(long[] values) {
    return values.length == 0 ? new long[1] : values;
  }

  private static double[] notEmpty(double[] values) {
    return values.length == 0 ? new double[1] : values;
  }

  private static void requireNumber(String what, double value) {
    if (Double.isNaN(value)) {
      throw new IllegalArgumentException(what + " is NaN");
    }
  }

  private static String call(String name, Object value) {
    return "setting " + name + " = " + value;
  }

  private static void check(String call, int code) {
    SCIP_Retcode retcode = SCIP_Retcode.swigToEnum(code);
    if (retcode != SCIP_Retcode.SCIP_OKAY) {
      throw new ScipException(call, retcode);
    }
  }
}
