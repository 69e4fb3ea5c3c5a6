package io.rltune.solver;

import io.rltune.solver.NodeGroups.Group;
import io.rltune.solver.Problem.Start;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Fills what is left of one node with whole waiting jobs, the best set of them. */
final class NodeFiller {
  private static final int VISITS = 300;

  private final Problem problem;
  private final LagrangeBound prices;
  private final FreeState state;
  private final Chunks[] whole;
  private final double[][] price;
  private final NodePacking packing;

  NodeFiller(Problem problem, LagrangeBound prices, FreeState state) {
    this.problem = problem;
    this.prices = prices;
    this.state = state;
    whole = new Chunks[problem.typeCount()];
    price = new double[whole.length][];
    for (int t = 0; t < whole.length; t++) {
      whole[t] = Chunks.of(problem, prices.groups(), t, true);
      price[t] = new double[whole[t].size()];
    }
    packing = new NodePacking(problem);
  }

  /**
   * Hands over the starts one by one; the caller takes each before the next comes.
   *
   * @param elsewhere how much of what a job could earn elsewhere, by its price, counts against it:
   *     0 for none, 1 for all
   */
  void fill(int node, double elsewhere, Consumer<Start> taker) {
    int type = problem.typeOf[node];
    Chunks of = whole[type];
    int last = of.size() == 0 ? 0 : of.firstOfSize()[Math.min(of.largest(), state.gpus(node)) + 1];
    boolean any = false;
    for (int c = 0; c < last; c++) {
      int job = of.job()[c];
      boolean waits = !state.isStarted(job) && state.accountAllows(job);
      price[type][c] =
          waits && of.cpus()[c] <= state.cpus(node)
              ? of.worth()[c] - elsewhere * prices.opportunity()[job]
              : 0;
      any |= price[type][c] > 0;
    }
    if (!any) {
      return;
    }
    Group left =
        new Group(
            type,
            state.gpus(node),
            state.cpus(node),
            state.mem(node),
            state.isTouched(node) ? 0 : problem.costs().ofTouch(node),
            List.of(node));
    packing.solve(of, price[type], left, prices.cpuPrice(node), prices.memPrice(node), VISITS);
    int[] chosen = new int[packing.chosenCount()];
    Arrays.setAll(chosen, packing::chosen);
    for (int c : chosen) {
      int job = of.job()[c];
      int gpus = of.gpus()[c];
      Start start = new Start(job, new int[] {node}, new int[] {gpus});
      if (state.accountAllows(job) && state.fits(job, node, gpus, 1) && state.gainOf(start) > 0) {
        taker.accept(start);
      }
    }
  }
}
