package jscip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScipTest {
  private final Scip scip = new Scip();

  @BeforeEach
  void create() {
    scip.create("test");
    scip.hideOutput(true);
  }

  @AfterEach
  void free() {
    scip.free();
  }

  /** The example of JSCIPOpt: minimise x - 3y with x + 2y at most 10. */
  @Test
  void solvesTheExampleOfJscipopt() {
    Variable x = scip.createVar("x", 2, 3, 1, SCIP_Vartype.SCIP_VARTYPE_CONTINUOUS);
    Variable y = scip.createVar("y", 0, scip.infinity(), -3, SCIP_Vartype.SCIP_VARTYPE_INTEGER);
    Constraint constraint =
        scip.createConsLinear(
            "lincons", new Variable[] {x, y}, new double[] {1, 2}, -scip.infinity(), 10);
    scip.addCons(constraint);
    scip.releaseCons(constraint);
    assertThat(scip.getNVars()).isEqualTo(2);
    scip.setRealParam("limits/time", 100);
    scip.setRealParam("limits/memory", 10_000);
    scip.setLongintParam("limits/totalnodes", 1000);

    scip.solve();

    Solution best = scip.getBestSol();
    assertThat(scip.getStatus()).isEqualTo(SCIP_Status.SCIP_STATUS_OPTIMAL);
    assertThat(scip.getSolVal(best, x)).isCloseTo(2, within(1e-9));
    assertThat(scip.getSolVal(best, y)).isCloseTo(4, within(1e-9));
    assertThat(scip.getSolVals(best, new Variable[] {y, x})).containsExactly(4, 2);
    assertThat(scip.getSolOrigObj(best)).isCloseTo(-10, within(1e-9));
    assertThat(scip.getDualbound()).isCloseTo(-10, within(1e-9));
    assertThat(scip.getGap()).isZero();
    scip.releaseVar(x);
    scip.releaseVar(y);
  }

  @Test
  void maximises() {
    Variable x = scip.createVar("x", 0, 7, 2, SCIP_Vartype.SCIP_VARTYPE_INTEGER);
    assertThat(scip.minimization()).isTrue();
    scip.setMaximize();
    assertThat(scip.maximization()).isTrue();

    scip.solve();

    assertThat(scip.getSolVal(scip.getBestSol(), x)).isEqualTo(7);
  }

  @Test
  void saysInfeasibleAndHasNoSolution() {
    Variable x = scip.createVar("x", 0, 1, 1, SCIP_Vartype.SCIP_VARTYPE_BINARY);
    scip.addCons(scip.createConsLinear("c", new Variable[] {x}, new double[] {1}, 2, 3));

    scip.solve();

    assertThat(scip.getStatus()).isEqualTo(SCIP_Status.SCIP_STATUS_INFEASIBLE);
    assertThat(scip.getBestSol()).isNull();
    assertThat(scip.getNSols()).isZero();
  }

  @Test
  void startsFromAGivenSolution() {
    Variable[] vars = knapsack(30, 7);
    Solution start = scip.createSol();
    scip.setSolVals(start, new Variable[] {vars[0]}, new double[] {1});
    scip.setSolVal(start, vars[1], 0);
    scip.addSolFree(start);
    scip.setLongintParam("limits/nodes", 0);
    scip.setIntParam("presolving/maxrounds", 0);

    scip.solve();

    assertThat(scip.getStatus()).isEqualTo(SCIP_Status.SCIP_STATUS_NODELIMIT);
    assertThat(scip.getNSols()).isPositive();
    assertThatThrownBy(() -> scip.addSolFree(start)).hasMessageContaining("freed");
  }

  @Test
  void stopsAtTheGap() {
    knapsack(60, 3);
    scip.setRealParam("limits/gap", 0.5);

    scip.solve();

    assertThat(scip.getStatus())
        .isIn(SCIP_Status.SCIP_STATUS_GAPLIMIT, SCIP_Status.SCIP_STATUS_OPTIMAL);
    assertThat(scip.getGap()).isLessThanOrEqualTo(0.5);
  }

  @Test
  void readsParameters(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("scip.set"), "limits/solutions = 1\n");
    knapsack(60, 3);
    scip.readParams(file.toString());

    scip.solve();

    assertThat(scip.getStatus()).isEqualTo(SCIP_Status.SCIP_STATUS_SOLLIMIT);
    assertThatThrownBy(() -> scip.readParams(directory + "/none.set"))
        .isInstanceOf(ScipException.class)
        .hasMessageContaining("none.set")
        .extracting(e -> ((ScipException) e).retcode())
        .isIn(SCIP_Retcode.SCIP_NOFILE, SCIP_Retcode.SCIP_READERROR);
  }

  @Test
  void throwsForAReturnCode() {
    assertThatThrownBy(() -> scip.setIntParam("limits/nosuch", 3))
        .isInstanceOf(ScipException.class)
        .hasMessageContaining("setting limits/nosuch = 3")
        .hasMessageContaining("SCIP_PARAMETERUNKNOWN");
    assertThatThrownBy(() -> scip.setIntParam("limits/time", 3))
        .hasMessageContaining("SCIP_PARAMETERWRONGTYPE");
    assertThatThrownBy(() -> scip.setRealParam("limits/gap", -3))
        .hasMessageContaining("SCIP_PARAMETERWRONGVAL");
  }

  @Test
  void refusesWhatWouldCrashOrMeanNothing() {
    Variable x = scip.createVar("x", 0, 1, 1, SCIP_Vartype.SCIP_VARTYPE_BINARY);
    Constraint constraint = scip.createConsLinear("c", new Variable[] {x}, new double[] {1}, 0, 1);
    scip.addCons(constraint);
    scip.releaseCons(constraint);
    scip.releaseVar(x);

    assertThatThrownBy(() -> scip.releaseVar(x)).hasMessage("variable x was released or freed");
    assertThatThrownBy(() -> scip.addCons(constraint))
        .hasMessage("constraint c was released or freed");
    assertThatThrownBy(
            () -> scip.createVar("n", 0, Double.NaN, 0, SCIP_Vartype.SCIP_VARTYPE_INTEGER))
        .hasMessage("upper bound of n is NaN");
    assertThatThrownBy(() -> scip.createVar("n", 2, 1, 0, SCIP_Vartype.SCIP_VARTYPE_INTEGER))
        .hasMessage("variable n: bounds 2.0 > 1.0");
    assertThatThrownBy(() -> scip.createConsLinear("d", new Variable[] {}, new double[] {1}, 0, 1))
        .hasMessage("d: 0 variables, but 1 values");
    assertThatThrownBy(scip::getDualbound).hasMessage("solve this Scip first");
    assertThatThrownBy(() -> scip.create("again")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refusesHandlesOfAnotherScip() {
    Scip other = new Scip();
    other.create("other");
    Variable x = other.createVar("x", 0, 1, 1, SCIP_Vartype.SCIP_VARTYPE_BINARY);

    assertThatThrownBy(() -> scip.createConsLinear("c", new Variable[] {x}, new double[] {1}, 0, 1))
        .hasMessage("variable x belongs to another Scip");
    other.free();
  }

  @Test
  void refusesEverythingAfterFreeAndBeforeCreate() {
    Variable x = scip.createVar("x", 0, 1, 1, SCIP_Vartype.SCIP_VARTYPE_BINARY);
    scip.solve();
    Solution best = scip.getBestSol();
    scip.free();
    scip.free();

    assertThatThrownBy(() -> scip.getSolVal(best, x)).hasMessage("this Scip was freed");
    assertThatThrownBy(scip::solve).hasMessage("this Scip was freed");
    assertThatThrownBy(() -> scip.releaseVar(x)).hasMessage("this Scip was freed");
    assertThatThrownBy(() -> scip.create("again")).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new Scip().solve()).hasMessage("create this Scip first");
  }

  @Test
  void refusesASolutionOfAnEarlierSolve() {
    Variable x = scip.createVar("x", 0, 1, 1, SCIP_Vartype.SCIP_VARTYPE_BINARY);
    scip.solve();
    Solution early = scip.getBestSol();
    scip.solve();

    assertThatThrownBy(() -> scip.getSolVal(early, x)).hasMessageContaining("freed");
    assertThat(scip.getSolVal(scip.getBestSol(), x)).isZero();
  }

  /** Market split: tiny, and far out of reach of branch and bound. */
  private void hardProblem() {
    Random random = new Random(5);
    Variable[] vars = new Variable[50];
    for (int i = 0; i < vars.length; i++) {
      vars[i] = scip.createVar("x" + i, 0, 1, 0, SCIP_Vartype.SCIP_VARTYPE_BINARY);
    }
    for (int row = 0; row < 6; row++) {
      double[] values = random.ints(vars.length, 0, 100).asDoubleStream().toArray();
      double half = 0;
      for (double value : values) {
        half += value;
      }
      half = Math.floor(half / 2);
      scip.addCons(scip.createConsLinear("r" + row, vars, values, half, half));
    }
  }

  @Test
  void stopsAtTheTimeLimit() {
    hardProblem();
    scip.setRealParam("limits/time", 0.2);
    long begin = System.nanoTime();

    scip.solve();

    assertThat(scip.getStatus()).isEqualTo(SCIP_Status.SCIP_STATUS_TIMELIMIT);
    assertThat((System.nanoTime() - begin) / 1e9).isBetween(0.1, 5.0);
  }

  @Test
  void stopsAtTheMemoryLimit() {
    hardProblem();
    scip.setRealParam("limits/memory", 1);

    scip.solve();

    assertThat(scip.getStatus()).isEqualTo(SCIP_Status.SCIP_STATUS_MEMLIMIT);
  }

  @Test
  void stopsWhenAnotherThreadInterrupts() throws InterruptedException {
    hardProblem();
    scip.setRealParam("limits/time", 60);
    Thread interrupter =
        new Thread(
            () -> {
              while (scip.solves() == 0 || scip.isSolving()) {
                scip.interruptSolve();
                Thread.onSpinWait();
              }
            });
    AtomicReference<Throwable> failure = new AtomicReference<>();
    interrupter.setUncaughtExceptionHandler((thread, e) -> failure.set(e));
    interrupter.start();

    scip.solve();

    interrupter.join();
    assertThat(failure.get()).isNull();
    assertThat(scip.getStatus()).isEqualTo(SCIP_Status.SCIP_STATUS_USERINTERRUPT);
  }

  @Test
  void memoryStaysFlatOverManySolves() throws IOException {
    for (int i = 0; i < 100; i++) {
      solveAndFree(i);
    }
    long before = residentKb();
    for (int i = 0; i < 300; i++) {
      solveAndFree(i);
    }
    assertThat(residentKb() - before).as("growth in KiB").isLessThan(30_000);
  }

  private static long residentKb() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", ""));
      }
    }
    throw new IOException("/proc/self/status has no VmRSS");
  }

  private static void solveAndFree(int seed) {
    Scip one = new Scip();
    one.create("one");
    one.hideOutput(true);
    knapsack(one, 40, seed);
    one.solve();
    one.free();
  }

  private Variable[] knapsack(int items, int seed) {
    return knapsack(scip, items, seed);
  }

  private static Variable[] knapsack(Scip scip, int items, int seed) {
    Random random = new Random(seed);
    Variable[] vars = new Variable[items];
    double[] weights = new double[items];
    for (int i = 0; i < items; i++) {
      weights[i] = 10 + random.nextInt(90);
      vars[i] =
          scip.createVar(
              "x" + i, 0, 1, weights[i] + random.nextInt(5), SCIP_Vartype.SCIP_VARTYPE_BINARY);
    }
    scip.setMaximize();
    scip.addCons(scip.createConsLinear("weight", vars, weights, 0, 20.0 * items));
    return vars;
  }
}
