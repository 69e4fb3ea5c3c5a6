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

  /**
   * First temperature where each of few nodes is emptied hundreds of times, and up to how many
   * nodes that is so. Between that and {@link #HOT} it falls with the cube of the nodes.
   */
  private static final double HOT_OF_FEW = 0.1;

  private static final double FEW_NODES = 60;

  /** Share of the steps that begin at a node with GPUs left over. */
  private static final double HOLES = 0.5;

  /** Most nodes that a step empties beyond the first. */
  private static final int MOST_NODES = 6;

  /** Nodes of which the one with the largest regret is emptied: as the first one, and after it. */
  private static final int FIRST_AMONG = 6;

  private static final int NEXT_AMONG = 4;

  private static final int CLOCK_EVERY = 16;

  private final Problem problem;
  private final LagrangeBound prices;
  private final Random random = new Random(7);
  private final WorkingPlan plan;
  private final FreeState state;
  private final Regret regret;
  private final int[] nodes;
  private final int[][] nodesOfType;
  private final double[] density;
  private final int[] wanted;
  private final List<Integer> candidates = new ArrayList<>();
  private final double[] key;

  LocalSearch(Problem problem, LagrangeBound prices) {
    this.problem = problem;
    this.prices = prices;
    plan = new WorkingPlan(problem, prices, random);
    state = plan.state();
    regret = new Regret(problem, prices, state);
    boolean cpuJobs = problem.jobs.stream().anyMatch(job -> job.gpus() == 0);
    nodes = usable(IntStream.range(0, problem.nodeCount()), cpuJobs);
    nodesOfType = new int[problem.typeCount()][];
    for (int t = 0; t < nodesOfType.length; t++) {
      nodesOfType[t] = usable(Arrays.stream(problem.nodesOfType(t)), cpuJobs);
    }
    density = new double[problem.jobCount()];
    List<Integer> likely = new ArrayList<>();
    for (int j = 0; j < density.length; j++) {
      density[j] = prices.opportunity()[j] / size(j);
      if (Arrays.stream(prices.usage()[j]).sum() > 0.05) {
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

  double objective() {
    return plan.objective();
  }

  /** Starts from the better of the given starts and what the prices suggest. */
  void begin(List<Start> given) {
    plan.reset(new Construction(problem, prices, plan, nodes).best(given));
  }

  private int[] sorted(List<Integer> jobs) {
    return jobs.stream()
        .sorted(Comparator.comparingDouble(j -> -key[j]))
        .mapToInt(j -> j)
        .toArray();
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
    double few = Math.min(1, FEW_NODES / nodes.length);
    double hot = Math.max(HOT, HOT_OF_FEW * few * few * few);
    double temperature = hot * mean;
    for (long i = 0; i < steps && most < target; i++) {
      if (i % CLOCK_EVERY == 0) {
        double time = 1 - deadline.left() / whole;
        double spent = Math.max(time, i / (double) steps);
        if (spent >= 1) {
          break;
        }
        temperature = hot * mean * Math.pow(COLD / hot, spent);
      }
      double before = state.objective();
      step();
      double worst = before + temperature * Math.log(1 - random.nextDouble());
      if (state.objective() < worst) {
        plan.undo();
      } else if (state.objective() > most + EPSILON) {
        most = state.objective();
        best = state.starts();
      }
    }
    return best;
  }

  private void step() {
    plan.mark();
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
    if (first < 0 && hole < 0) {
      int poor = poor(among, FIRST_AMONG);
      among = nodesOfType[problem.typeOf[poor]];
      ruin(poor, whole);
    }
    int count = 1 + random.nextInt(MOST_NODES);
    for (int i = 0; i < count; i++) {
      ruin(poor(among, NEXT_AMONG), whole);
    }
    recreate(first, hole);
  }

  /** Of some nodes the one with the largest regret. */
  private int poor(int[] among, int tries) {
    int poor = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < tries; i++) {
      int node = among[random.nextInt(among.length)];
      double of = regret.of(node);
      if (of > most) {
        most = of;
        poor = node;
      }
    }
    return poor;
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
        plan.remove(start);
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
      plan.insert(first, priced);
    }
    for (int job : sorted(candidates)) {
      plan.insert(job, priced);
    }
    double elsewhere = random.nextBoolean() ? 0 : random.nextDouble();
    if (hole >= 0 && state.gpus(hole) > 0) {
      plan.fill(hole, elsewhere);
    }
    plan.fillRemoved(elsewhere);
  }
}
