package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.Problem.Start;
import java.util.Arrays;

/** What is free on each node and under each cap while jobs are started one after the other. */
final class FreeState {
  private final Problem problem;
  private final int[] gpus;
  private final double[] cpus;
  private final double[] mem;
  private final boolean[] touched;
  private final int[] accountLeft;

  FreeState(Problem problem) {
    this.problem = problem;
    gpus = problem.gpus.clone();
    cpus = problem.nodes.stream().mapToDouble(node -> node.cpusFree()).toArray();
    mem = problem.nodes.stream().mapToDouble(node -> node.memMbFree()).toArray();
    touched = new boolean[gpus.length];
    accountLeft = Arrays.copyOf(problem.caps(), problem.caps().length);
  }

  int gpus(int node) {
    return gpus[node];
  }

  boolean isTouched(int node) {
    return touched[node];
  }

  boolean accountAllows(int job) {
    int account = problem.accountOf(job);
    return account < 0 || problem.jobs.get(job).gpus() <= accountLeft[account];
  }

  /** Most GPUs that the node can still give the job, its restrictions aside. */
  int mostGpus(PlaceableJob job, int node) {
    return gpus[node] == 0 ? 0 : Problem.mostGpus(job, gpus[node], cpus[node], mem[node]);
  }

  /** Whether the node can give the job so many GPUs, its restrictions aside. */
  boolean fits(PlaceableJob job, int node, int wantedGpus, int nodeCount) {
    return gpus[node] >= wantedGpus
        && cpus[node] + JobRules.CPU_TOLERANCE >= JobRules.cpusOn(job, wantedGpus, nodeCount)
        && mem[node] + JobRules.MEM_TOLERANCE >= JobRules.memOn(job, wantedGpus, nodeCount);
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
          || !fits(job, node, wanted, count)) {
        return false;
      }
    }
    return total == job.gpus();
  }

  void take(Start start) {
    PlaceableJob job = problem.jobs.get(start.job());
    int count = start.nodes().length;
    for (int i = 0; i < count; i++) {
      int node = start.nodes()[i];
      int taken = start.gpus()[i];
      gpus[node] -= taken;
      cpus[node] -= JobRules.cpusOn(job, taken, count);
      mem[node] -= JobRules.memOn(job, taken, count);
      touched[node] = true;
    }
    if (problem.accountOf(start.job()) >= 0) {
      accountLeft[problem.accountOf(start.job())] -= job.gpus();
    }
  }
}
