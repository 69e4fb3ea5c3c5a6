package io.rltune.solver;

import io.rltune.solver.NodeGroups.Group;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A proven bound by Lagrangian relaxation of the rule that a job starts once: each job has a price
 * (its surplus), and each node fills itself with the chunks that earn most above the price. The sum
 * of all surpluses and of what the nodes earn bounds every plan.
 *
 * <p>The prices come from an incremental subgradient method (Nedic and Bertsekas, SIAM Journal on
 * Optimization 12, 2001): nodes bid one after the other, as in an auction, and each bid raises the
 * price of what it takes. It gets near its limit in some dozen passes over the nodes.
 *
 * <p>Relaxed are also: parts of a job may start, on several types; CPUs and memory of a node may be
 * shared fractionally; switches cost nothing. The price of a bound in milliseconds.
 */
final class LagrangeBound {
  /** First step, as a share of what a GPU is worth; the last one is so many times smaller. */
  private static final double FIRST_STEP = 0.15;

  private static final double STEP_RANGE = 200;

  private static final int PASSES = 120;
  private static final int FEWEST_PASSES = 16;

  /** Share of the passes in which two nodes bid together. */
  private static final double COARSE = 0.6;

  /** Share of the passes before the bound is looked at, and how often it is then. */
  private static final double WARM_UP = 0.5;

  private static final int EVALUATE_EVERY = 5;

  /** How many of the last passes are remembered, as a share of all. */
  private static final double MEMORY = 0.12;

  private final Problem problem;
  private final NodeGroups groups;
  private final Chunks[] chunks;
  private final double[][] price;
  private final ChunkOrder[] orders;
  private final double[] surplus;
  private final double[] accountPrice;
  private final double[] cpuPrice;
  private final double[] memPrice;
  private final double[][] usage;
  private final List<Group> all = new ArrayList<>();
  private final NodeVisits visits;
  private final int[] groupOf;

  /** By job: its chunks, as type and number. */
  private final int[][][] chunksOfJob;

  private final NodePricing pricing;
  private double bound = Double.POSITIVE_INFINITY;
  private double[] opportunity;
  private double memory = 1 - 1 / (MEMORY * PASSES);

  LagrangeBound(Problem problem, NodeGroups groups) {
    this.problem = problem;
    this.groups = groups;
    int types = problem.typeCount();
    chunks = new Chunks[types];
    price = new double[types][];
    orders = new ChunkOrder[types];
    List<List<int[]>> ofJob = new ArrayList<>();
    for (int j = 0; j < problem.jobCount(); j++) {
      ofJob.add(new ArrayList<>());
    }
    for (int t = 0; t < types; t++) {
      chunks[t] = Chunks.of(problem, groups, t, false);
      price[t] = new double[chunks[t].size()];
      orders[t] = new ChunkOrder(chunks[t]);
      all.addAll(groups.ofType(t));
      for (int c = 0; c < price[t].length; c++) {
        ofJob.get(chunks[t].job()[c]).add(new int[] {t, c});
      }
    }
    chunksOfJob = ofJob.stream().map(list -> list.toArray(int[][]::new)).toArray(int[][][]::new);
    surplus = new double[problem.jobCount()];
    usage = new double[problem.jobCount()][types];
    accountPrice = new double[problem.caps().length];
    cpuPrice = new double[all.size()];
    memPrice = new double[all.size()];
    groupOf = new int[problem.nodeCount()];
    for (int g = 0; g < all.size(); g++) {
      for (int node : all.get(g).nodes()) {
        groupOf[node] = g;
      }
    }
    visits = new NodeVisits(all);
    pricing = new NodePricing(problem);
  }

  /** Improves the bound. */
  void run(Deadline deadline) {
    double perGpu = worthPerGpu();
    if (perGpu == 0) {
      perGpu = 1;
    }
    start();
    double step = FIRST_STEP * perGpu;
    long begin = deadline.left();
    int passes = PASSES;
    double decay = Math.pow(STEP_RANGE, -1.0 / passes);
    for (int p = 0; p < passes; p++) {
      visits.begin(p < passes * COARSE ? 2 : 1);
      pass(step);
      if (p == 2) {
        double each = (begin - deadline.left()) / 3.0;
        double evaluations = 1 + (1 - WARM_UP) / EVALUATE_EVERY;
        double most = deadline.left() / each / evaluations;
        passes = (int) Math.max(FEWEST_PASSES, Math.min(PASSES, most));
        decay = Math.pow(STEP_RANGE, -1.0 / passes);
        memory = 1 - 1 / (MEMORY * passes);
      }
      step *= decay;
      boolean last = p == passes - 1;
      if (last || (p > passes * WARM_UP && p % EVALUATE_EVERY == 0)) {
        keep(evaluate());
      }
    }
  }

  /** The best bound so far. */
  double bound() {
    return bound;
  }

  /** By job: what starting it takes from others at the best prices. */
  double[] opportunity() {
    return opportunity;
  }

  /** By job and type: how much of the job the nodes wanted lately, about 1 where it belongs. */
  double[][] usage() {
    return usage;
  }

  NodeGroups groups() {
    return groups;
  }

  double cpuPrice(int node) {
    return cpuPrice[groupOf[node]];
  }

  double memPrice(int node) {
    return memPrice[groupOf[node]];
  }

  /** What the CPUs and memory of one GPU of the job (or all of a CPU-only job) cost on the node. */
  double costOn(int job, int node) {
    PlaceableJob of = problem.jobs.get(job);
    return cpuPrice(node) * of.cpusPerGpu() + memPrice(node) * of.memMbPerGpu();
  }

  private double worthPerGpu() {
    double sum = 0;
    for (int j = 0; j < surplus.length; j++) {
      sum += Arrays.stream(problem.worth[j]).max().orElse(0) / size(j);
    }
    return sum / Math.max(1, surplus.length);
  }

  private int size(int job) {
    return Math.max(1, problem.jobs.get(job).gpus());
  }

  /** Prices to begin with. */
  private void start() {
    TypePrices types = new TypePrices(problem);
    for (int j = 0; j < surplus.length; j++) {
      surplus[j] = types.surplus(j);
      reprice(j);
    }
    for (int g = 0; g < all.size(); g++) {
      cpuPrice[g] = types.perCpu(all.get(g).type());
      memPrice[g] = types.perMib(all.get(g).type());
    }
  }

  private void reprice(int job) {
    double taken = taken(job);
    for (int[] at : chunksOfJob[job]) {
      Chunks of = chunks[at[0]];
      price[at[0]][at[1]] = of.worth()[at[1]] - taken * of.share()[at[1]];
    }
  }

  private double taken(int job) {
    int account = problem.accountOf(job);
    return account < 0
        ? surplus[job]
        : surplus[job] + accountPrice[account] * problem.jobs.get(job).gpus();
  }

  private double earn(int group) {
    Group of = all.get(group);
    int type = of.type();
    return pricing.value(
        chunks[type], price[type], orders[type], of, cpuPrice[group], memPrice[group]);
  }

  private void sort() {
    for (int t = 0; t < orders.length; t++) {
      orders[t].sort(price[t]);
    }
  }

  private double evaluate() {
    sort();
    double sum = 0;
    for (double each : surplus) {
      sum += each;
    }
    for (int a = 0; a < accountPrice.length; a++) {
      sum += accountPrice[a] * problem.caps()[a];
    }
    for (int g = 0; g < all.size(); g++) {
      sum += all.get(g).nodes().size() * earn(g);
    }
    return sum;
  }

  private void keep(double value) {
    // Sums of thousands of terms: give rounding away, never the proof.
    double safe = value + 1e-9 * Math.max(1, Math.abs(value));
    if (safe < bound) {
      bound = safe;
      opportunity = new double[surplus.length];
      for (int j = 0; j < opportunity.length; j++) {
        opportunity[j] = taken(j);
      }
    }
  }

  private void pass(double step) {
    int[] accountUse = new int[accountPrice.length];
    for (double[] row : usage) {
      for (int t = 0; t < row.length; t++) {
        row[t] *= memory;
      }
    }
    sort();
    for (int i = 0; i < visits.count(); i++) {
      int group = visits.group(i);
      int weight = visits.weight(group);
      if (weight > 0) {
        double earned = earn(group);
        adjustResourcePrices(group, weight * step, weight * earned);
        bid(all.get(group).type(), weight, step, accountUse);
      }
    }
    for (int j = 0; j < surplus.length; j++) {
      surplus[j] = Math.max(0, surplus[j] - step * size(j));
    }
    for (int a = 0; a < accountPrice.length; a++) {
      double over = (accountUse[a] - problem.caps()[a]) / Math.max(1.0, problem.caps()[a]);
      accountPrice[a] = Math.max(0, accountPrice[a] + step * over);
    }
    for (int j = 0; j < surplus.length; j++) {
      reprice(j);
    }
  }

  private void bid(int type, int weight, double step, int[] accountUse) {
    Chunks of = chunks[type];
    for (int i = 0; i < pricing.chosenCount(); i++) {
      int c = pricing.chosen(i);
      int job = of.job()[c];
      usage[job][type] += weight * (1 - memory) * of.share()[c];
      surplus[job] += weight * step * of.share()[c] * size(job);
      if (problem.accountOf(job) >= 0) {
        accountUse[problem.accountOf(job)] += weight * of.gpus()[c];
      }
      reprice(job);
    }
  }

  private void adjustResourcePrices(int group, double step, double earned) {
    if (pricing.chosenCount() == 0 && cpuPrice[group] == 0 && memPrice[group] == 0) {
      return;
    }
    Group of = all.get(group);
    double scale = Math.max(step * Math.max(1, of.gpus()), 0.05 * earned) / of.nodes().size();
    double cpus = of.cpus() * of.cpus();
    double mem = of.mem() * of.mem();
    cpuPrice[group] =
        Math.max(0, cpuPrice[group] + scale * (pricing.cpusUsed() - of.cpus()) / cpus);
    memPrice[group] = Math.max(0, memPrice[group] + scale * (pricing.memUsed() - of.mem()) / mem);
  }
}
