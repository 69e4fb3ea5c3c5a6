package io.rltune.solver;

import io.rltune.solver.Problem.Start;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Looks for better starts around those it has: empties a few nodes, starts their jobs and some
 * waiting ones anew in another order, and keeps the result where it is better, or at first a little
 * worse (ruin and recreate, Schrimpf et al., Journal of Computational Physics 159, 2000). Prices of
 * the {@link LagrangeBound} say which jobs belong where.
 */
final class LocalSearch {
  private static final double EPSILON = 1e-9;

  /** First and last temperature, as a share of what an average started job is worth. */
  private static final double HOT = 0.005;

  private static final double COLD = 0.0004;

  /** Share of the steps that begin at a node with GPUs left over. */
  private static final double HOLES = 0.5;

  private static final int CLOCK_EVERY = 16;

  private final Problem problem;
  private final LagrangeBound prices;
  private final FreeState state;
  private final Placer placer;
  private final NodeFiller filler;
  private final Random random = new Random(7);
  private final int[] nodes;
  private final int[][] nodesOfType;
  private final double[] gpuPrice;
  private final double[] density;
  private final int[] wanted;
  private final List<Start> removed = new ArrayList<>();
  private final List<Start> added = new ArrayList<>();
  private final List<Integer> candidates = new ArrayList<>();
  private final double[] key;

  LocalSearch(Problem problem, LagrangeBound prices) {
    this.problem = problem;
    this.prices = prices;
    state = new FreeState(problem);
    placer = new Placer(problem, state);
    filler = new NodeFiller(problem, prices, state);
    boolean cpuJobs = problem.jobs.stream().anyMatch(job -> job.gpus() == 0);
    nodes = usable(IntStream.range(0, problem.nodeCount()), cpuJobs);
    nodesOfType = new int[problem.typeCount()][];
    for (int t = 0; t < nodesOfType.length; t++) {
      nodesOfType[t] = usable(Arrays.stream(problem.nodesOfType(t)), cpuJobs);
    }
    gpuPrice = gpuPrices();
    density = new double[problem.jobCount()];
    double[][] usage = prices.usage();
    List<Integer> likely = new ArrayList<>();
    for (int j = 0; j < density.length; j++) {
      density[j] = prices.opportunity()[j] / size(j);
      double used = 0;
      for (double each : usage[j]) {
        used += each;
      }
      if (used > 0.05) {
        likely.add(j);
      }
    }
    wanted = likely.stream().mapToInt(j -> j).toArray();
    key = new double[density.length];
  }

  private int[] usable(IntStream of, boolean cpuJobs) {
    return of.filter(n -> problem.gpus[n] > 0 || cpuJobs && problem.nodes.get(n).cpusFree() > 0)
        .toArray();
  }

  private int size(int job) {
    return Math.max(1, problem.jobs.get(job).gpus());
  }

  /** By type: what a GPU of it is worth to the jobs that use it. */
  private double[] gpuPrices() {
    double[] paid = new double[problem.typeCount()];
    double[] gpus = new double[paid.length];
    for (int j = 0; j < problem.jobCount(); j++) {
      for (int t = 0; t < paid.length; t++) {
        double used = prices.usage()[j][t];
        if (used > 0.1) {
          paid[t] += used * (problem.worth[j][t] - prices.opportunity()[j]);
          gpus[t] += used * size(j);
        }
      }
    }
    for (int t = 0; t < paid.length; t++) {
      paid[t] = gpus[t] == 0 ? 0 : Math.max(0, paid[t] / gpus[t]);
    }
    return paid;
  }

  double objective() {
    return state.objective();
  }

  /** Starts from the better of the given starts and what the prices suggest. */
  void begin(List<Start> given) {
    List<Start> best = given;
    given.forEach(state::take);
    double most = state.objective();
    for (boolean byCpus : new boolean[] {false, true}) {
      clear();
      construct(byCpus);
      if (state.objective() > most) {
        most = state.objective();
        best = state.starts();
      }
    }
    clear();
    best.forEach(state::take);
  }

  private void clear() {
    state.starts().forEach(state::release);
  }

  /** Jobs that the prices are sure of first, those that are hard to place before others. */
  private void construct(boolean byCpus) {
    double[][] usage = prices.usage();
    int[] type = new int[density.length];
    for (int j = 0; j < density.length; j++) {
      double used = 0;
      for (int t = 0; t < usage[j].length; t++) {
        used += usage[j][t];
        type[j] = usage[j][t] > usage[j][type[j]] ? t : type[j];
      }
      var of = problem.jobs.get(j);
      double hard = byCpus ? of.cpusPerGpu() * size(j) : size(j);
      boolean splits = of.maxNodes() > 1 && of.gpus() > 1;
      key[j] = used > 0.85 ? (splits ? 1e9 : 2e9) + hard : density[j];
      if (used < 0.5) {
        type[j] = -1;
      }
    }
    int[] order = sorted(IntStream.range(0, density.length).boxed().toList());
    for (int j : order) {
      if (type[j] >= 0 && state.accountAllows(j)) {
        Start start = placer.place(j, type[j]);
        if (start != null) {
          state.take(start);
        }
      }
    }
    for (int j : order) {
      insert(j, 0);
    }
    for (int node : nodes) {
      fill(node, 0);
    }
    added.clear();
  }

  private int[] sorted(List<Integer> jobs) {
    return jobs.stream()
        .sorted(Comparator.comparingDouble(j -> -key[j]))
        .mapToInt(j -> j)
        .toArray();
  }

  /** Starts the job where it gains most, GPUs counted at a share of their price. */
  private boolean insert(int job, double priced) {
    if (state.isStarted(job) || !state.accountAllows(job)) {
      return false;
    }
    Start best = null;
    double most = Double.NEGATIVE_INFINITY;
    int largest = random.nextInt(4) > 0 ? 0 : 1 + random.nextInt(8);
    for (int t = 0; t < problem.typeCount(); t++) {
      if (problem.allowsType(job, t)) {
        Start start = largest == 0 ? null : placer.fillHoles(job, t, largest);
        if (start == null) {
          start = placer.place(job, t);
        }
        double gain = start == null ? 0 : state.gainOf(start);
        double net = gain - priced * gpuPrice[t] * problem.jobs.get(job).gpus();
        if (gain > EPSILON && net > most) {
          best = start;
          most = net;
        }
      }
    }
    if (best != null) {
      add(best);
    }
    return best != null;
  }

  private void fill(int node, double elsewhere) {
    filler.fill(node, elsewhere, this::add);
  }

  private void add(Start start) {
    state.take(start);
    added.add(start);
  }

  private void remove(Start start) {
    state.release(start);
    removed.add(start);
  }

  /**
   * Searches.
   *
   * @param target objective that is good enough
   * @param steps most steps
   * @return the best starts
   */
  List<Start> run(Deadline deadline, double target, long steps) {
    List<Start> best = state.starts();
    double most = state.objective();
    if (nodes.length == 0) {
      return best;
    }
    double mean = most / Math.max(1, best.size());
    double whole = Math.max(1, deadline.left());
    double temperature = HOT * mean;
    for (long i = 0; i < steps && most < target; i++) {
      if (i % CLOCK_EVERY == 0) {
        double time = 1 - deadline.left() / whole;
        double spent = Math.max(time, i / (double) steps);
        if (spent >= 1) {
          break;
        }
        temperature = HOT * mean * Math.pow(COLD / HOT, spent);
      }
      double before = state.objective();
      step();
      double worst = before + temperature * Math.log(1 - random.nextDouble());
      if (state.objective() < worst) {
        undo();
      } else if (state.objective() > most + EPSILON) {
        most = state.objective();
        best = state.starts();
      }
    }
    return best;
  }

  private void undo() {
    for (int i = added.size() - 1; i >= 0; i--) {
      state.release(added.get(i));
    }
    removed.forEach(state::take);
  }

  private void step() {
    removed.clear();
    added.clear();
    candidates.clear();
    int first = wanted.length > 0 && random.nextBoolean() ? waiting() : -1;
    int[] among = first < 0 ? nodes : nodesOfType[typeFor(first)];
    if (among.length == 0) {
      among = nodes;
    }
    boolean whole = random.nextBoolean();
    int hole = first < 0 && random.nextDouble() < HOLES ? hole(among) : -1;
    if (hole >= 0) {
      among = nodesOfType[problem.typeOf[hole]];
      ruin(hole, whole);
    }
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      ruin(among[random.nextInt(among.length)], whole);
    }
    recreate(first, hole);
  }

  /** A node in use with GPUs left over, or -1. */
  private int hole(int[] among) {
    for (int i = 0; i < 20; i++) {
      int node = among[random.nextInt(among.length)];
      if (state.gpus(node) > 0) {
        return node;
      }
    }
    return -1;
  }

  /** A job that belongs into the plan but is not, or -1. */
  private int waiting() {
    for (int i = 0; i < 8; i++) {
      int job = wanted[random.nextInt(wanted.length)];
      if (!state.isStarted(job)) {
        return job;
      }
    }
    return -1;
  }

  private int typeFor(int job) {
    double[] used = prices.usage()[job];
    double sum = 0;
    for (double each : used) {
      sum += each;
    }
    double at = random.nextDouble() * sum;
    int type = 0;
    while (type < used.length - 1 && at >= used[type]) {
      at -= used[type++];
    }
    return type;
  }

  private void ruin(int node, boolean whole) {
    for (int job : state.jobsOn(node)) {
      Start start = state.startOf(job);
      if (start.nodes().length == 1 || whole) {
        remove(start);
        candidates.add(job);
      }
    }
  }

  private void recreate(int first, int hole) {
    for (int i = 0; i < 4 && wanted.length > 0; i++) {
      int job = wanted[random.nextInt(wanted.length)];
      if (!state.isStarted(job) && !candidates.contains(job)) {
        candidates.add(job);
      }
    }
    double priced = random.nextBoolean() ? 1 : random.nextDouble();
    int mode = random.nextInt(3);
    for (int job : candidates) {
      double noise = 0.8 + 0.4 * random.nextDouble();
      key[job] =
          noise
              * switch (mode) {
                case 0 -> size(job);
                case 1 -> density[job];
                default -> 1;
              };
    }
    if (first >= 0) {
      insert(first, priced);
    }
    for (int job : sorted(candidates)) {
      insert(job, priced);
    }
    int starts = removed.size();
    double elsewhere = random.nextBoolean() ? 0 : random.nextDouble();
    if (hole >= 0 && state.gpus(hole) > 0) {
      fill(hole, elsewhere);
    }
    for (int i = 0; i < starts; i++) {
      for (int node : removed.get(i).nodes()) {
        if (state.gpus(node) > 0) {
          fill(node, elsewhere);
        }
      }
    }
  }
}
