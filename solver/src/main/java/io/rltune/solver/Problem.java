package io.rltune.solver;

import io.rltune.model.Placement;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A validated instance with everything numbered: jobs by id, nodes as given, types as they come.
 */
final class Problem {
  final PlacementInstance instance;
  final List<PlaceableJob> jobs;
  final List<PlaceableNode> nodes;
  final List<String> types;

  /** Type of each node. */
  final int[] typeOf;

  final int[] gpus;

  /** Worth of each job on each type; meaningful only where {@link #mayUse} holds. */
  final double[][] worth;

  /** The further resource kinds of nodes and jobs. */
  final OtherKinds other;

  private final PlaceCosts costs;
  private final boolean[][] allowsType;
  private final BitSet[] allowedNodes;
  private final int[][] nodesOfType;
  private final int[] accountOf;
  private final int[] caps;
  private final Map<String, Integer> nodeNumbers = new HashMap<>();
  private final Map<Long, Integer> jobNumbers = new HashMap<>();

  Problem(PlacementInstance instance) {
    this.instance = instance;
    jobs = instance.jobs().stream().sorted(Comparator.comparingLong(PlaceableJob::id)).toList();
    nodes = instance.nodes();
    types = nodes.stream().map(PlaceableNode::gpuType).distinct().toList();
    Map<String, Integer> typeNumbers = new HashMap<>();
    types.forEach(type -> typeNumbers.put(type, typeNumbers.size()));
    typeOf = nodes.stream().mapToInt(node -> typeNumbers.get(node.gpuType())).toArray();
    gpus = nodes.stream().mapToInt(PlaceableNode::gpusFree).toArray();
    for (int n = 0; n < nodes.size(); n++) {
      nodeNumbers.put(nodes.get(n).name(), n);
    }
    for (int j = 0; j < jobs.size(); j++) {
      jobNumbers.put(jobs.get(j).id(), j);
    }
    nodesOfType = new int[types.size()][];
    for (int t = 0; t < types.size(); t++) {
      int type = t;
      nodesOfType[t] = IntStream.range(0, nodes.size()).filter(n -> typeOf[n] == type).toArray();
    }
    worth = new double[jobs.size()][types.size()];
    allowsType = new boolean[jobs.size()][types.size()];
    for (int j = 0; j < jobs.size(); j++) {
      for (int t = 0; t < types.size(); t++) {
        allowsType[j][t] = JobRules.speedOn(jobs.get(j), types.get(t)) > 0;
        worth[j][t] = JobRules.worthOn(jobs.get(j), types.get(t));
      }
    }
    List<String> accounts = instance.accountCaps().keySet().stream().sorted().toList();
    caps = accounts.stream().mapToInt(instance.accountCaps()::get).toArray();
    accountOf = jobs.stream().mapToInt(job -> accounts.indexOf(job.account())).toArray();
    allowedNodes = allowedNodes();
    other = new OtherKinds(nodes, jobs);
    costs = new PlaceCosts(instance);
  }

  /** What places cost beyond spread. */
  PlaceCosts costs() {
    return costs;
  }

  /**
   * Whether GPUs, CPUs and memory are all that can run out, and nodes differ in nothing else: what
   * the class model can tell.
   */
  boolean isPlain() {
    return costs.onlyOfTouch()
        && other.isEmpty()
        && jobs.stream().noneMatch(job -> job.extras().exclusive())
        && nodes.stream().allMatch(node -> node.extras().jobSlots() >= jobs.size());
  }

  /** What a start is worth by itself, the cost of touching its nodes aside. */
  double valueOf(Start start) {
    int count = start.nodes().length;
    double value = worth[start.job()][typeOf[start.nodes()[0]]] - instance.spread() * (count - 1);
    return costs.onlyOfTouch() ? value : value - costs.ofStart(start.nodes(), start.gpus());
  }

  /** Jobs of equal restrictions share one set, so that it can be compared by identity. */
  private BitSet[] allowedNodes() {
    var seen = new IdentityHashMap<Set<String>, IdentityHashMap<Set<String>, BitSet>>();
    Map<BitSet, BitSet> shared = new HashMap<>();
    BitSet[] allowed = new BitSet[jobs.size()];
    for (int j = 0; j < allowed.length; j++) {
      PlaceableJob job = jobs.get(j);
      allowed[j] =
          seen.computeIfAbsent(job.features(), key -> new IdentityHashMap<>())
              .computeIfAbsent(
                  job.allowedNodes(),
                  key -> {
                    BitSet set = nodesFor(job);
                    return shared.computeIfAbsent(set, same -> same);
                  });
      for (PlacementInstance.Reservation kept : instance.reservations()) {
        if (kept.job() != job.id() && job.extras().timeLimitS() > kept.startInS()) {
          BitSet left = (BitSet) allowed[j].clone();
          kept.nodes().stream()
              .filter(nodeNumbers::containsKey)
              .forEach(name -> left.clear(nodeNumbers.get(name)));
          allowed[j] = shared.computeIfAbsent(left, same -> same);
        }
      }
    }
    return allowed;
  }

  private BitSet nodesFor(PlaceableJob job) {
    BitSet set = new BitSet(nodes.size());
    if (job.allowedNodes().isEmpty()) {
      set.set(0, nodes.size());
    } else {
      for (String name : job.allowedNodes()) {
        Integer node = nodeNumbers.get(name);
        if (node != null) {
          set.set(node);
        }
      }
    }
    if (!job.features().isEmpty()) {
      for (int n = set.nextSetBit(0); n >= 0; n = set.nextSetBit(n + 1)) {
        if (!nodes.get(n).features().containsAll(job.features())) {
          set.clear(n);
        }
      }
    }
    return set;
  }

  int jobCount() {
    return jobs.size();
  }

  int nodeCount() {
    return nodes.size();
  }

  int typeCount() {
    return types.size();
  }

  int[] nodesOfType(int type) {
    return nodesOfType[type];
  }

  /** Whether the job may run on the type at all. */
  boolean allowsType(int job, int type) {
    return allowsType[job][type];
  }

  /** Nodes that the job's features and node list leave, of whatever type; shared, do not change. */
  BitSet allowed(int job) {
    return allowedNodes[job];
  }

  boolean mayUse(int job, int node) {
    return allowsType[job][typeOf[node]] && allowedNodes[job].get(node);
  }

  /** Account of the job among those that have a cap, or -1. */
  int accountOf(int job) {
    return accountOf[job];
  }

  int[] caps() {
    return caps;
  }

  /** Most GPUs that an otherwise untouched node can give the job. */
  int mostGpus(int job, int node) {
    PlaceableNode free = nodes.get(node);
    int most = mostGpus(jobs.get(job), free.gpusFree(), free.cpusFree(), (double) free.memMbFree());
    return other.mostGpus(job, node, most);
  }

  /**
   * Whether any job could get a GPU, or its CPUs where it wants none, on any node. In a full
   * cluster, which is the everyday state of a long queue, it is a quick no.
   */
  boolean anythingFits() {
    for (int job = 0; job < jobs.size(); job++) {
      PlaceableJob wanted = jobs.get(job);
      double cpus = wanted.cpusPerGpu() / Math.max(1, mostNodes(job)) - JobRules.CPU_TOLERANCE;
      for (int node = 0; node < nodes.size(); node++) {
        boolean room =
            wanted.gpus() > 0 ? mostGpus(job, node) > 0 : nodes.get(node).cpusFree() >= cpus;
        if (room && mayUse(job, node)) {
          return true;
        }
      }
    }
    return false;
  }

  static int mostGpus(PlaceableJob job, int gpus, double cpus, double mem) {
    int most = gpus;
    if (job.cpusPerGpu() > 0) {
      most = (int) Math.min(most, (cpus + JobRules.CPU_TOLERANCE) / job.cpusPerGpu());
    }
    if (job.memMbPerGpu() > 0) {
      most = (int) Math.min(most, (mem + JobRules.MEM_TOLERANCE) / job.memMbPerGpu());
    }
    return most;
  }

  /** Most nodes that make sense for a job; {@code maxNodes} is often unbounded. */
  int mostNodes(int job) {
    PlaceableJob of = jobs.get(job);
    int most = Math.min(of.maxNodes(), nodes.size());
    return of.gpus() > 0 ? Math.min(most, of.gpus()) : most;
  }

  /** The start that a placement means, or null where it names a job or node that is not here. */
  Start toStart(Placement placement) {
    Integer job = jobNumbers.get(placement.jobId());
    List<Integer> places = new ArrayList<>();
    for (String name : placement.gpusByNode().keySet()) {
      places.add(nodeNumbers.get(name));
    }
    if (job == null || places.contains(null)) {
      return null;
    }
    return new Start(
        job,
        places.stream().mapToInt(n -> n).toArray(),
        placement.gpusByNode().values().stream().mapToInt(g -> g).toArray());
  }

  List<Placement> toPlacements(List<Start> starts) {
    List<Placement> placements = new ArrayList<>();
    for (Start start : starts) {
      Map<String, Integer> gpusByNode = new HashMap<>();
      for (int i = 0; i < start.nodes().length; i++) {
        gpusByNode.put(nodes.get(start.nodes()[i]).name(), start.gpus()[i]);
      }
      placements.add(new Placement(jobs.get(start.job()).id(), gpusByNode));
    }
    placements.sort(Comparator.comparingLong(Placement::jobId));
    return placements;
  }

  /** A job's start: its nodes and the GPUs on each. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Start(int job, int[] nodes, int[] gpus) {}
}
