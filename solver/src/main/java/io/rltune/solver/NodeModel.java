package io.rltune.solver;

import io.rltune.solver.MilpModel.Row;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import io.rltune.solver.Problem.Start;
import java.util.ArrayList;
import java.util.List;

/**
 * The plain formulation: for each job and node, whether the job runs there and with how many GPUs.
 * Exact for every instance, but equal nodes make it symmetric: only for small instances, and as the
 * reference that the class model is tested against.
 */
final class NodeModel implements PlacementModel {
  private final Problem problem;
  private final FreeState untouched;
  private final MilpModel milp = new MilpModel();
  private final List<Choice> choices = new ArrayList<>();
  private final int[] touched;
  private final Row[] gpuRows;
  private final Row[] cpuRows;
  private final Row[] memRows;

  NodeModel(Problem problem) {
    this.problem = problem;
    untouched = new FreeState(problem);
    int nodes = problem.nodeCount();
    touched = new int[nodes];
    gpuRows = new Row[nodes];
    cpuRows = new Row[nodes];
    memRows = new Row[nodes];
    for (int n = 0; n < nodes; n++) {
      PlaceableNode node = problem.nodes.get(n);
      touched[n] = milp.binary(-problem.instance.fragmentation() * node.gpusFree());
      gpuRows[n] = milp.atMost(0).add(touched[n], -node.gpusFree());
      cpuRows[n] = milp.atMost(node.cpusFree());
      memRows[n] = milp.atMost((double) node.memMbFree());
    }
    Row[] accounts = new Row[problem.caps().length];
    for (int a = 0; a < accounts.length; a++) {
      accounts[a] = milp.atMost(problem.caps()[a]);
    }
    for (int j = 0; j < problem.jobCount(); j++) {
      addJob(j, accounts);
    }
  }

  private void addJob(int job, Row[] accounts) {
    PlaceableJob of = problem.jobs.get(job);
    Row once = milp.atMost(1);
    for (int type = 0; type < problem.typeCount(); type++) {
      if (!problem.allowsType(job, type)) {
        continue;
      }
      int first = choices.size();
      if (of.gpus() > 0) {
        addChoice(job, type, of.minNodes(), problem.mostNodes(job));
      } else {
        int most = Math.min(problem.mostNodes(job), lastCount(of));
        for (int count = of.minNodes(); count <= most; count++) {
          addChoice(job, type, count, count);
        }
      }
      for (Choice choice : choices.subList(first, choices.size())) {
        once.add(choice.start, 1);
        if (problem.accountOf(job) >= 0) {
          accounts[problem.accountOf(job)].add(choice.start, of.gpus());
        }
      }
    }
  }

  private static int lastCount(PlaceableJob job) {
    return job.minNodes() + ClassModelLimits.CPU_JOB_NODE_COUNTS - 1;
  }

  private void addChoice(int job, int type, int minNodes, int maxNodes) {
    PlaceableJob of = problem.jobs.get(job);
    PlacementInstance instance = problem.instance;
    double worth =
        problem.worth[job][type] + instance.spread() + instance.fragmentation() * of.gpus();
    Choice choice = new Choice(job, type, maxNodes, milp.binary(worth));
    Row gpus = milp.equalTo(0).add(choice.start, -of.gpus());
    Row fewest = milp.atLeast(0).add(choice.start, -minNodes);
    Row most = milp.atMost(0).add(choice.start, -maxNodes);
    for (int node : problem.nodesOfType(type)) {
      int limit = limit(job, node, maxNodes);
      if (limit < 0) {
        continue;
      }
      int used = milp.binary(-instance.spread());
      fewest.add(used, 1);
      most.add(used, 1);
      int amount = used;
      double each = of.gpusPerNode() > 0 ? of.gpusPerNode() : of.gpus();
      if (of.gpus() > 0 && of.gpusPerNode() == 0 && maxNodes > 1) {
        amount = milp.integer(0, limit, 0);
        each = 1;
        milp.atMost(0).add(amount, 1).add(used, -limit);
        milp.atLeast(0).add(amount, 1).add(used, -1);
      }
      gpus.add(amount, each);
      gpuRows[node].add(amount, each);
      cpuRows[node].add(
          amount, of.gpus() > 0 ? of.cpusPerGpu() * each : of.cpusPerGpu() / maxNodes);
      memRows[node].add(
          amount, of.gpus() > 0 ? of.memMbPerGpu() * each : of.memMbPerGpu() / maxNodes);
      if (of.gpus() == 0) {
        milp.atMost(0).add(used, 1).add(touched[node], -1);
      }
      choice.places.add(new Place(node, used, amount, (int) each));
    }
    choices.add(choice);
  }

  /** Most GPUs that the node could give, or -1 where the job cannot run on it. */
  private int limit(int job, int node, int nodeCount) {
    PlaceableJob of = problem.jobs.get(job);
    if (!problem.mayUse(job, node)) {
      return -1;
    }
    if (of.gpus() == 0) {
      return untouched.fits(of, node, 0, nodeCount) ? 0 : -1;
    }
    int most = Math.min(of.gpus(), problem.mostGpus(job, node));
    int least = of.gpusPerNode() > 0 ? of.gpusPerNode() : nodeCount == 1 ? of.gpus() : 1;
    return most < least ? -1 : most;
  }

  @Override
  public MilpModel milp() {
    return milp;
  }

  @Override
  public double[] encode(List<Start> starts) {
    double[] point = new double[milp.size()];
    for (Start start : starts) {
      Choice choice = choiceOf(start);
      point[choice.start] = 1;
      for (int i = 0; i < start.nodes().length; i++) {
        int node = start.nodes()[i];
        point[touched[node]] = 1;
        Place place = choice.places.stream().filter(p -> p.node == node).findFirst().orElseThrow();
        point[place.used] = 1;
        if (place.amount != place.used) {
          point[place.amount] = start.gpus()[i];
        }
      }
    }
    return point;
  }

  private Choice choiceOf(Start start) {
    int type = problem.typeOf[start.nodes()[0]];
    boolean cpuOnly = problem.jobs.get(start.job()).gpus() == 0;
    return choices.stream()
        .filter(c -> c.job == start.job() && c.type == type)
        .filter(c -> !cpuOnly || c.maxNodes == start.nodes().length)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public List<Start> decode(double[] point) {
    List<Start> starts = new ArrayList<>();
    for (Choice choice : choices) {
      if (point[choice.start] > 0.5) {
        List<Place> used = choice.places.stream().filter(p -> point[p.used] > 0.5).toList();
        int[] nodes = used.stream().mapToInt(p -> p.node).toArray();
        int[] gpus = used.stream().mapToInt(p -> (int) (point[p.amount] * p.each)).toArray();
        starts.add(new Start(choice.job, nodes, gpus));
      }
    }
    return starts;
  }

  /** A job on one type; of a CPU-only job: on one number of nodes. */
  private static final class Choice {
    private final int job;
    private final int type;
    private final int maxNodes;
    private final int start;
    private final List<Place> places = new ArrayList<>();

    private Choice(int job, int type, int maxNodes, int start) {
      this.job = job;
      this.type = type;
      this.maxNodes = maxNodes;
      this.start = start;
    }
  }

  /** A choice on a node: whether it is used, and with {@code each} times {@code amount} GPUs. */
  private record Place(int node, int used, int amount, int each) {}
}
