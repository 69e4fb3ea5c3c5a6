package io.rltune.solver;

import io.rltune.solver.NodeGroups.Group;
import io.rltune.solver.Problem.Start;

/**
 * What each node earns less than it could at the prices. Over all nodes, and jobs that should have
 * started, that is the whole difference between a plan and the bound: where it is large, something
 * can be gained.
 */
final class Regret {
  private final Problem problem;
  private final LagrangeBound prices;
  private final FreeState state;

  /** By node: the most that it could earn. */
  private final double[] most;

  Regret(Problem problem, LagrangeBound prices, FreeState state) {
    this.problem = problem;
    this.prices = prices;
    this.state = state;
    most = new double[problem.nodeCount()];
    NodePricing pricing = new NodePricing(problem);
    for (int t = 0; t < problem.typeCount(); t++) {
      Chunks chunks = Chunks.of(problem, prices.groups(), t, false);
      double[] price = new double[chunks.size()];
      for (int c = 0; c < price.length; c++) {
        price[c] = chunks.worth()[c] - prices.opportunity()[chunks.job()[c]] * chunks.share()[c];
      }
      for (Group group : prices.groups().ofType(t)) {
        int any = group.any();
        double earns =
            pricing.value(chunks, price, group, prices.cpuPrice(any), prices.memPrice(any));
        group.nodes().forEach(node -> most[node] = earns);
      }
    }
  }

  /** Regret of a node as it is now; about 0 or more. */
  double of(int node) {
    double earns = state.isTouched(node) ? -problem.costs().ofTouch(node) : 0;
    for (int i = 0; i < state.jobCount(node); i++) {
      earns += earns(state.job(node, i), node);
    }
    return most[node] - earns;
  }

  private double earns(int job, int node) {
    Start start = state.startOf(job);
    int at = 0;
    while (start.nodes()[at] != node) {
      at++;
    }
    int gpus = start.gpus()[at];
    int whole = problem.jobs.get(job).gpus();
    double share = whole == 0 ? 1.0 / start.nodes().length : gpus / (double) whole;
    double spread = problem.instance.spread();
    double worth = problem.worth[job][problem.typeOf[node]] + spread - prices.opportunity()[job];
    return worth * share - spread + problem.instance.fragmentation() * gpus;
  }
}
