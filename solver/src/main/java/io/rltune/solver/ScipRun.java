package io.rltune.solver;

import io.rltune.solver.MilpModel.Column;
import io.rltune.solver.MilpModel.Row;
import java.util.function.Supplier;
import jscip.Constraint;
import jscip.SCIP_Status;
import jscip.SCIP_Vartype;
import jscip.Scip;
import jscip.Solution;
import jscip.Variable;

/** One solve of a {@link MilpModel} by SCIP. */
final class ScipRun {
  /** MiB that one solve may take before it stops with what it has. */
  private static final double MEMORY_LIMIT_MB = 2048;

  private static final int SCIP_CPU_CLOCK = 1;

  /** Variables that are created between two looks at the clock. */
  private static final int CHECK_EVERY = 1024;

  private final MilpModel model;
  private final Scip scip;
  private final Deadline deadline;
  private final Variable[] variables;

  private ScipRun(MilpModel model, Scip scip, Deadline deadline) {
    this.model = model;
    this.scip = scip;
    this.deadline = deadline;
    variables = new Variable[model.size()];
  }

  /**
   * Solves.
   *
   * @param factory makes the SCIP
   * @param start a feasible point to start from, or null
   * @param deadline when to stop
   * @param gap relative gap to stop at
   * @throws jscip.ScipException when SCIP fails
   * @throws jscip.ScipUnavailableException when there is no SCIP
   */
  static Outcome solve(
      Supplier<Scip> factory, MilpModel model, double[] start, Deadline deadline, double gap) {
    Scip scip = factory.get();
    try {
      scip.create("placement");
      scip.hideOutput(true);
      ScipSettings.apply(scip);
      scip.setRealParam("limits/memory", MEMORY_LIMIT_MB);
      scip.setRealParam("limits/gap", gap);
      if (deadline.clock() == SolveClock.THREAD_CPU) {
        scip.setIntParam("timing/clocktype", SCIP_CPU_CLOCK);
      }
      return new ScipRun(model, scip, deadline).run(start);
    } finally {
      scip.free();
    }
  }

  private Outcome run(double[] start) {
    scip.setMaximize();
    for (int i = 0; i < variables.length; i++) {
      if (i % CHECK_EVERY == 0 && deadline.isOver()) {
        return Outcome.OUT_OF_TIME;
      }
      Column column = model.columns().get(i);
      boolean binary = column.lower() == 0 && column.upper() == 1;
      variables[i] =
          scip.createVar(
              "x" + i,
              column.lower(),
              column.upper(),
              column.objective(),
              binary ? SCIP_Vartype.SCIP_VARTYPE_BINARY : SCIP_Vartype.SCIP_VARTYPE_INTEGER);
    }
    for (int r = 0; r < model.rows().size(); r++) {
      if (model.rows().get(r).size() > 0) {
        add(model.rows().get(r), "r" + r);
      }
    }
    if (start != null) {
      Solution solution = scip.createSol();
      scip.setSolVals(solution, variables, start);
      scip.addSolFree(solution);
    }
    double secondsLeft = deadline.secondsLeft();
    if (secondsLeft <= 0) {
      return Outcome.OUT_OF_TIME;
    }
    // SCIP's own clock starts now: what went before has been paid for already.
    scip.setRealParam("limits/time", secondsLeft);
    scip.solve();
    return outcome();
  }

  private void add(Row row, String name) {
    Variable[] vars = new Variable[row.size()];
    double[] values = new double[row.size()];
    for (int i = 0; i < vars.length; i++) {
      vars[i] = variables[row.variable(i)];
      values[i] = row.value(i);
    }
    Constraint constraint = scip.createConsLinear(name, vars, values, row.least(), row.most());
    scip.addCons(constraint);
    scip.releaseCons(constraint);
  }

  private Outcome outcome() {
    Solution best = scip.getBestSol();
    double[] point = best == null ? null : scip.getSolVals(best, variables);
    if (point != null) {
      for (int i = 0; i < point.length; i++) {
        point[i] = Math.rint(point[i]);
      }
    }
    return new Outcome(scip.getStatus(), scip.getDualbound(), point, scip.getNNodes());
  }

  /**
   * How a solve ended.
   *
   * @param status of SCIP
   * @param bound proven upper bound
   * @param point the incumbent, rounded to integers, or null
   * @param treeNodes branch-and-bound nodes
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Outcome(SCIP_Status status, double bound, double[] point, long treeNodes) {
    static final Outcome OUT_OF_TIME =
        new Outcome(SCIP_Status.SCIP_STATUS_TIMELIMIT, Double.POSITIVE_INFINITY, null, 0);

    boolean ranOutOfTime() {
      return status == SCIP_Status.SCIP_STATUS_TIMELIMIT
          || status == SCIP_Status.SCIP_STATUS_MEMLIMIT
          || status == SCIP_Status.SCIP_STATUS_USERINTERRUPT;
    }
  }
}
