package io.rltune.solver;

import io.rltune.solver.MilpModel.Row;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import io.rltune.solver.Problem.Start;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
      touched[n] = milp.binary(-problem.costs().ofTouch(n));
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
    NodeSharing.limit(problem, milp, usesByNode());
  }

  /** By node: the variables that say which jobs use it. */
  private List<List<NodeSharing.Use>> usesByNode() {
    List<List<NodeSharing.Use>> uses = new ArrayList<>();
    for (int n = 0; n < problem.nodeCount(); n++) {
      uses.add(new ArrayList<>());
    }
    for (Choice choice : choices) {
      for (Place place : choice.places) {
        uses.get(place.node)
            .add(new NodeSharing.Use(choice.job, place.used, place.amount, place.each));
      }
    }
    return uses;
  }

  /** About how many variables the model has. */
  static long columns(Problem problem) {
    long columns = 0;
    for (int j = 0; j < problem.jobCount(); j++) {
      PlaceableJob of = problem.jobs.get(j);
      int each = of.gpus() > 0 && of.maxNodes() == 1 ? 1 : 2;
      columns += (long) each * problem.allowed(j).cardinality();
    }
    return columns;
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
      boolean varies = of.gpus() > 0 && of.gpusPerNode() == 0 && maxNodes > 1;
      int each = varies ? 1 : of.gpusPerNode() > 0 ? of.gpusPerNode() : of.gpus();
      double cost = varies ? 0 : problem.costs().ofChunk(node, each);
      int used = milp.binary(-instance.spread() - cost);
      fewest.add(used, 1);
      most.add(used, 1);
      int amount = used;
      if (varies) {
        amount = milp.integer(0, limit, -problem.costs().perGpu(node));
        addGroups(choice, node, used, amount);
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
      choice.places.add(new Place(node, used, amount, each));
    }
    if (maxNodes > 1) {
      addSwitches(choice);
    }
    choices.add(choice);
  }

  /** Each group of GPUs beyond the first costs. */
  private void addGroups(Choice choice, int node, int used, int amount) {
    List<Integer> groups = problem.costs().groupsOf(node);
    if (!groups.isEmpty()) {
      Row row = milp.atMost(0).add(amount, 1).add(used, -groups.get(0));
      int[] extra = new int[groups.size()];
      for (int i = 1; i < extra.length; i++) {
        extra[i] = milp.binary(-problem.costs().perGroup());
        row.add(extra[i], -groups.get(i));
      }
      choice.groups.put(node, extra);
    }
  }

  /** Each switch beyond the first that a job spans costs. */
  private void addSwitches(Choice choice) {
    List<Double> weights = problem.costs().switchWeights();
    for (int level = 0; level < weights.size(); level++) {
      if (weights.get(level) == 0) {
        continue;
      }
      milp.addObjective(choice.start, weights.get(level));
      for (Place place : choice.places) {
        String name = level + " " + problem.costs().switchOf(place.node, level);
        double weight = weights.get(level);
        int spanned = choice.switches.computeIfAbsent(name, key -> milp.binary(-weight));
        milp.atMost(0).add(place.used, 1).add(spanned, -1);
      }
    }
  }

  /** Most GPUs that the node could give, or -1 where the job cannot run on it. */
  private int limit(int job, int node, int nodeCount) {
    PlaceableJob of = problem.jobs.get(job);
    if (!problem.mayUse(job, node)) {
      return -1;
    }
    if (of.gpus() == 0) {
      return untouched.fits(job, node, 0, nodeCount) ? 0 : -1;
    }
    int most = Math.min(of.gpus(), untouched.mostGpus(job, node));
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
        encodeCosts(point, choice, node, start.gpus()[i]);
      }
    }
    return point;
  }

  private void encodeCosts(double[] point, Choice choice, int node, int gpus) {
    int[] extra = choice.groups.get(node);
    if (extra != null) {
      int left = gpus;
      List<Integer> groups = problem.costs().groupsOf(node);
      for (int i = 0; left > 0; i++) {
        if (i > 0) {
          point[extra[i]] = 1;
        }
        left -= groups.get(i);
      }
    }
    for (int level = 0; level < problem.costs().switchWeights().size(); level++) {
      String name = level + " " + problem.costs().switchOf(node, level);
      Integer spanned = choice.switches.get(name);
      if (spanned != null) {
        point[spanned] = 1;
      }
    }
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
    private final Map<Integer, int[]> groups = new HashMap<>();
    private final Map<String, Integer> switches = new HashMap<>();

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
