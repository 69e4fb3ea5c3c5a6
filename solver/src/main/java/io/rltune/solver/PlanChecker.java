package io.rltune.solver;

import io.rltune.model.Placement;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import io.rltune.solver.PlacementInstance.Reservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recomputes everything about placements from the instance alone: it shares no data structure with
 * the solvers, so that a wrong model cannot pass.
 */
public final class PlanChecker {
  private final PlacementInstance instance;
  private final Map<String, PlaceableNode> nodes = new HashMap<>();
  private final Map<Long, PlaceableJob> jobs = new HashMap<>();
  private final Map<String, Integer> gpusUsed = new HashMap<>();
  private final Map<String, Double> cpusUsed = new HashMap<>();
  private final Map<String, Double> memUsed = new HashMap<>();
  private final Map<String, Integer> accountGpus = new HashMap<>();
  private final Map<String, List<PlaceableJob>> jobsOn = new HashMap<>();

  /** By node and kind. */
  private final Map<String, Map<String, Long>> otherUsed = new HashMap<>();

  private PlanChecker(PlacementInstance instance) {
    this.instance = instance;
    instance.nodes().forEach(node -> nodes.put(node.name(), node));
    instance.jobs().forEach(job -> jobs.put(job.id(), job));
  }

  /**
   * Checks placements.
   *
   * @return their objective
   * @throws PlanViolationException naming the first rule that is broken, and where
   */
  public static double check(PlacementInstance instance, List<Placement> placements) {
    return new PlanChecker(instance).check(placements);
  }

  private double check(List<Placement> placements) {
    double objective = 0;
    Set<Long> started = new HashSet<>();
    for (Placement placement : placements) {
      if (!started.add(placement.jobId())) {
        throw violation(placement, "is placed twice");
      }
      objective += startJob(placement);
    }
    for (String name : cpusUsed.keySet()) {
      checkNode(nodes.get(name));
      objective -= costOfNode(nodes.get(name));
    }
    checkAccounts();
    return objective;
  }

  private double startJob(Placement placement) {
    PlaceableJob job = jobs.get(placement.jobId());
    if (job == null) {
      throw violation(placement, "is not in the instance");
    }
    int count = placement.gpusByNode().size();
    if (count < job.minNodes() || count > job.maxNodes()) {
      throw violation(
          placement,
          "runs on " + count + " nodes, outside " + job.minNodes() + ".." + job.maxNodes());
    }
    String type = null;
    int gpus = 0;
    for (Map.Entry<String, Integer> entry : placement.gpusByNode().entrySet()) {
      PlaceableNode node = takeFrom(placement, job, entry.getKey(), entry.getValue(), count);
      if (type != null && !type.equals(node.gpuType())) {
        throw violation(placement, "mixes GPU types '" + type + "' and '" + node.gpuType() + "'");
      }
      type = node.gpuType();
      gpus += entry.getValue();
    }
    if (gpus != job.gpus()) {
      throw violation(placement, "gets " + gpus + " GPUs, but asks for " + job.gpus());
    }
    accountGpus.merge(job.account(), gpus, Integer::sum);
    double worth = job.priority() * Math.max(gpus, 1) * JobRules.speedOn(job, type);
    return worth - instance.spread() * (count - 1) - costOfPlaces(placement);
  }

  private double costOfNode(PlaceableNode node) {
    double cost = instance.fragmentation() * (node.gpusFree() - gpusUsed.get(node.name()));
    int room = 0;
    for (int gpus : instance.terms().upcoming()) {
      room = gpus <= node.gpusFree() ? Math.max(room, gpus) : room;
    }
    cost += instance.terms().futureFit() * room;
    return node.extras().poweredOn() ? cost : cost + instance.terms().energy();
  }

  private double costOfPlaces(Placement placement) {
    double cost = 0;
    for (Map.Entry<String, Integer> entry : placement.gpusByNode().entrySet()) {
      PlaceableNode node = nodes.get(entry.getKey());
      int gpus = entry.getValue();
      cost += instance.terms().balance() * node.load() * gpus;
      List<Integer> groups = new ArrayList<>(node.extras().gpuGroups());
      groups.sort(null);
      for (int i = groups.size() - 1; i >= 0 && gpus > groups.get(i); i--) {
        gpus -= groups.get(i);
        cost += i > 0 ? instance.terms().gpuGroup() : 0;
      }
    }
    for (int level = 0; level < instance.terms().switches().size(); level++) {
      Set<String> spanned = new HashSet<>();
      for (String name : placement.gpusByNode().keySet()) {
        List<String> above = nodes.get(name).extras().switches();
        spanned.add(level < above.size() ? above.get(level) : "");
      }
      cost += instance.terms().switches().get(level) * (spanned.size() - 1);
    }
    return cost;
  }

  private void checkReservations(Placement placement, PlaceableJob job, String node) {
    for (Reservation kept : instance.reservations()) {
      if (kept.job() != job.id()
          && kept.nodes().contains(node)
          && job.extras().timeLimitS() > kept.startInS()) {
        throw violation(
            placement, "runs past the time when job " + kept.job() + " needs node " + node);
      }
    }
  }

  private PlaceableNode takeFrom(
      Placement placement, PlaceableJob job, String name, int gpus, int nodeCount) {
    PlaceableNode node = nodes.get(name);
    if (node == null) {
      throw violation(placement, "is placed on unknown node " + name);
    }
    if (JobRules.speedOn(job, node.gpuType()) <= 0) {
      throw violation(placement, "may not use GPU type '" + node.gpuType() + "' of node " + name);
    }
    if (!node.features().containsAll(job.features())) {
      throw violation(
          placement,
          "needs features " + job.features() + ", but node " + name + " has " + node.features());
    }
    if (!job.allowedNodes().isEmpty() && !job.allowedNodes().contains(name)) {
      throw violation(placement, "may not use node " + name);
    }
    if (job.gpus() > 0 && gpus < 1) {
      throw violation(placement, "gets " + gpus + " GPUs on node " + name + ", but at least 1");
    }
    if (job.gpusPerNode() > 0 && gpus != job.gpusPerNode()) {
      throw violation(
          placement,
          "gets " + gpus + " GPUs on node " + name + ", not " + job.gpusPerNode() + " per node");
    }
    checkReservations(placement, job, name);
    jobsOn.computeIfAbsent(name, key -> new ArrayList<>()).add(job);
    gpusUsed.merge(name, gpus, Integer::sum);
    cpusUsed.merge(name, JobRules.cpusOn(job, gpus, nodeCount), Double::sum);
    memUsed.merge(name, JobRules.memOn(job, gpus, nodeCount), Double::sum);
    takeOther(job, node, gpus);
    return node;
  }

  private void takeOther(PlaceableJob job, PlaceableNode node, int gpus) {
    Map<String, Long> used = otherUsed.computeIfAbsent(node.name(), key -> new HashMap<>());
    job.extras().otherPerNode().forEach((kind, units) -> used.merge(kind, (long) units, Long::sum));
    for (Map.Entry<String, Integer> each : job.extras().otherPerGpu().entrySet()) {
      if (node.extras().other().containsKey(each.getKey())) {
        used.merge(each.getKey(), (long) gpus * each.getValue(), Long::sum);
      }
    }
  }

  private void checkNode(PlaceableNode node) {
    int gpus = gpusUsed.get(node.name());
    if (gpus > node.gpusFree()) {
      throw over(node, "GPUs", gpus, node.gpusFree());
    }
    double cpus = cpusUsed.get(node.name());
    if (cpus > node.cpusFree() + JobRules.CPU_TOLERANCE) {
      throw over(node, "CPUs", cpus, node.cpusFree());
    }
    double mem = memUsed.get(node.name());
    if (mem > node.memMbFree() + JobRules.MEM_TOLERANCE) {
      throw over(node, "MiB", mem, node.memMbFree());
    }
    List<PlaceableJob> here = jobsOn.get(node.name());
    if (here.size() > node.extras().jobSlots()) {
      throw over(node, "job slots", here.size(), node.extras().jobSlots());
    }
    for (PlaceableJob job : here) {
      if (job.extras().exclusive() && (here.size() > 1 || !node.extras().idle())) {
        throw new PlanViolationException(
            "node " + node.name() + " is shared, but job " + job.id() + " is exclusive");
      }
    }
    otherUsed
        .get(node.name())
        .forEach(
            (kind, units) -> {
              int free = node.extras().other().getOrDefault(kind, 0);
              if (units > free) {
                throw over(node, kind, units, free);
              }
            });
  }

  private void checkAccounts() {
    for (Map.Entry<String, Integer> cap : instance.accountCaps().entrySet()) {
      int gpus = accountGpus.getOrDefault(cap.getKey(), 0);
      if (gpus > cap.getValue()) {
        throw new PlanViolationException(
            "account "
                + cap.getKey()
                + " starts "
                + gpus
                + " GPUs, over its cap "
                + cap.getValue());
      }
    }
  }

  private static PlanViolationException over(
      PlaceableNode node, String what, Number used, Number free) {
    return new PlanViolationException(
        "node " + node.name() + " gives " + used + " " + what + ", but has " + free + " free");
  }

  private static PlanViolationException violation(Placement placement, String what) {
    return new PlanViolationException("job " + placement.jobId() + " " + what);
  }
}
