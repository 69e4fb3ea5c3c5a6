package io.rltune.solver;

import io.rltune.solver.PlacementInstance.NodeExtras;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.Problem.Start;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is free on each node and under each cap while jobs are started, and taken back, one after
 * the other; and what that is worth.
 */
final class FreeState {
  private final Problem problem;
  private final int[] gpus;
  private final double[] cpus;
  private final double[] mem;
  private final int[] jobs;
  private final int[] slots;
  private final boolean[] closed;
  private final int[][] other;
  private final int[] accountLeft;
  private final Start[] startOf;
  private double objective;

  /** By type: its nodes sorted by what is free. */
  private final NodeShelf[] shelves;

  /** By node: the jobs started on it, the first {@link #jobs} of the array. */
  private final int[][] on;

  FreeState(Problem problem) {
    this.problem = problem;
    gpus = problem.gpus.clone();
    cpus = problem.nodes.stream().mapToDouble(node -> node.cpusFree()).toArray();
    mem = problem.nodes.stream().mapToDouble(node -> (double) node.memMbFree()).toArray();
    jobs = new int[gpus.length];
    slots = problem.nodes.stream().mapToInt(node -> node.extras().jobSlots()).toArray();
    closed = new boolean[gpus.length];
    other = problem.other.free();
    accountLeft = Arrays.copyOf(problem.caps(), problem.caps().length);
    startOf = new Start[problem.jobCount()];
    on = new int[gpus.length][4];
    shelves = new NodeShelf[problem.typeCount()];
    for (int type = 0; type < shelves.length; type++) {
      int most = 0;
      for (int node : problem.nodesOfType(type)) {
        most = Math.max(most, gpus[node]);
      }
      shelves[type] = new NodeShelf(most, gpus.length);
      for (int node : problem.nodesOfType(type)) {
        shelves[type].add(node, gpus[node], false);
      }
    }
  }

  /** Nodes of the type by what is free on them. */
  NodeShelf shelf(int type) {
    return shelves[type];
  }

  /** How the job is started, or null. */
  Start startOf(int job) {
    return startOf[job];
  }

  boolean isStarted(int job) {
    return startOf[job] != null;
  }

  /** Jobs started on the node; a copy. */
  int[] jobsOn(int node) {
    return Arrays.copyOf(on[node], jobs[node]);
  }

  /** How many jobs are started on the node. */
  int jobCount(int node) {
    return jobs[node];
  }

  /** One of the jobs started on the node. */
  int job(int node, int i) {
    return on[node][i];
  }

  private void enter(int job, int node) {
    if (jobs[node] == on[node].length) {
      on[node] = Arrays.copyOf(on[node], 2 * jobs[node]);
    }
    on[node][jobs[node]++] = job;
  }

  private void leave(int job, int node) {
    int at = 0;
    while (on[node][at] != job) {
      at++;
    }
    on[node][at] = on[node][--jobs[node]];
  }

  /** All starts, by job. */
  List<Start> starts() {
    List<Start> starts = new ArrayList<>();
    for (Start start : startOf) {
      if (start != null) {
        starts.add(start);
      }
    }
    return starts;
  }

  int gpus(int node) {
    return gpus[node];
  }

  double cpus(int node) {
    return cpus[node];
  }

  double mem(int node) {
    return mem[node];
  }

  boolean isTouched(int node) {
    return jobs[node] > 0;
  }

  /** What all starts are worth together. */
  double objective() {
    return objective;
  }

  boolean accountAllows(int job) {
    int account = problem.accountOf(job);
    return account < 0 || problem.jobs.get(job).gpus() <= accountLeft[account];
  }

  /** Most GPUs that the node can still give the job, its restrictions aside. */
  int mostGpus(int job, int node) {
    if (gpus[node] == 0 || !admits(job, node)) {
      return 0;
    }
    int most = Problem.mostGpus(problem.jobs.get(job), gpus[node], cpus[node], mem[node]);
    return problem.other.mostGpus(job, node, most, other);
  }

  /** Whether the node can give the job so many GPUs, its restrictions aside. */
  boolean fits(int job, int node, int wantedGpus, int nodeCount) {
    PlaceableJob of = problem.jobs.get(job);
    return gpus[node] >= wantedGpus
        && cpus[node] + JobRules.CPU_TOLERANCE >= JobRules.cpusOn(of, wantedGpus, nodeCount)
        && mem[node] + JobRules.MEM_TOLERANCE >= JobRules.memOn(of, wantedGpus, nodeCount)
        && admits(job, node)
        && problem.other.fits(job, node, wantedGpus, other);
  }

  /** Whether the node takes one more job, of this kind, if it has what the job asks for. */
  private boolean admits(int job, int node) {
    if (closed[node] || slots[node] <= 0) {
      return false;
    }
    return !problem.jobs.get(job).extras().exclusive()
        || (jobs[node] == 0 && problem.nodes.get(node).extras().idle());
  }

  /** Whether the start keeps every rule of the instance. */
  boolean admits(Start start) {
    PlaceableJob job = problem.jobs.get(start.job());
    int count = start.nodes().length;
    if (count < job.minNodes() || count > job.maxNodes() || !accountAllows(start.job())) {
      return false;
    }
    int total = 0;
    for (int i = 0; i < count; i++) {
      int node = start.nodes()[i];
      int wanted = start.gpus()[i];
      total += wanted;
      if (!problem.mayUse(start.job(), node)
          || problem.typeOf[node] != problem.typeOf[start.nodes()[0]]
          || (job.gpus() > 0 && wanted < 1)
          || (job.gpusPerNode() > 0 && wanted != job.gpusPerNode())
          || !fits(start.job(), node, wanted, count)) {
        return false;
      }
    }
    return total == job.gpus();
  }

  void take(Start start) {
    apply(start, 1);
    startOf[start.job()] = start;
  }

  /** Takes a start back. */
  void release(Start start) {
    apply(start, -1);
    startOf[start.job()] = null;
  }

  /** What the start would add to the objective now. */
  double gainOf(Start start) {
    double fragmentation = problem.instance.fragmentation();
    double gain = problem.valueOf(start);
    for (int i = 0; i < start.nodes().length; i++) {
      int node = start.nodes()[i];
      gain += fragmentation * start.gpus()[i];
      gain -= jobs[node] == 0 ? problem.costs().ofTouch(node) : 0;
    }
    return gain;
  }

  private void apply(Start start, int sign) {
    PlaceableJob job = problem.jobs.get(start.job());
    int count = start.nodes().length;
    boolean exclusive = job.extras().exclusive();
    NodeShelf shelf = shelves[problem.typeOf[start.nodes()[0]]];
    if (sign > 0) {
      objective += gainOf(start);
    }
    for (int i = 0; i < count; i++) {
      int node = start.nodes()[i];
      int of = start.gpus()[i];
      shelf.remove(node);
      gpus[node] -= sign * of;
      cpus[node] -= sign * JobRules.cpusOn(job, of, count);
      mem[node] -= sign * JobRules.memOn(job, of, count);
      if (sign > 0) {
        enter(start.job(), node);
      } else {
        leave(start.job(), node);
      }
      shelf.add(node, gpus[node], jobs[node] > 0);
      if (slots[node] != NodeExtras.NO_LIMIT) {
        slots[node] -= sign;
      }
      closed[node] = exclusive ? sign > 0 : closed[node];
      problem.other.take(start.job(), node, of, sign, other);
    }
    if (problem.accountOf(start.job()) >= 0) {
      accountLeft[problem.accountOf(start.job())] -= sign * job.gpus();
    }
    if (sign < 0) {
      objective -= gainOf(start);
    }
  }
}
