package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import io.rltune.model.Placement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each node of the cluster has to say to one pending job: it fits, or the first thing that
 * keeps the job from it. Made of the snapshot and the plan, after the fact.
 *
 * @param jobId the job
 * @param nodesNeeded fewest nodes that the job runs on
 * @param counts nodes by verdict; all nodes of the cluster are counted once
 * @param fitting names of nodes that fit now, at most {@link #MOST_NAMES}, in name order
 * @param blockers jobs of this plan that get, or are kept, nodes which would fit else; job id to
 *     number of nodes
 */
public record NodeSurvey(
    long jobId,
    int nodesNeeded,
    Map<Verdict, Integer> counts,
    List<String> fitting,
    Map<Long, Integer> blockers) {
  /** Most names listed. */
  public static final int MOST_NAMES = 16;

  /** The first thing that keeps a job from a node, from what cannot change to what will. */
  public enum Verdict {
    OTHER_PARTITION("not in a partition the job asks for"),
    PARTITION_DOWN("partition takes no jobs"),
    OVER_TIME_LIMIT("time limit of the job is over the partition's"),
    OUT_OF_SERVICE("down, drained or otherwise out of service"),
    FEATURE_MISSING("lacks a feature"),
    GPU_TYPE_MISSING("has no GPU of the type"),
    GRES_MISSING("lacks a generic resource (GRES), or has several types of it"),
    TOO_SMALL("too few GPUs, CPUs or memory even when empty"),
    PLANNED_BY_SLURM("kept by Slurm's backfill"),
    MIXED_GPUS("has GPUs of several types, and too few that Slurm could not choose otherwise"),
    GPUS_BUSY("GPUs busy"),
    GRES_BUSY("generic resource (GRES) busy"),
    CPUS_BUSY("CPUs busy"),
    MEMORY_BUSY("memory busy"),
    NOT_IDLE("not idle, and the job asks for whole nodes"),
    PLANNED_FOR_OTHER("planned for a job that starts first"),
    KEPT_FOR_OTHER("kept for a blocked job ahead"),
    FITS("fits now");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }

    /** In words, for people. */
    public String text() {
      return text;
    }
  }

  public NodeSurvey {
    counts = Map.copyOf(counts);
    fitting = List.copyOf(fitting);
    blockers = Map.copyOf(blockers);
  }

  public int count(Verdict verdict) {
    return counts.getOrDefault(verdict, 0);
  }

  /** Asks every node of the snapshot. */
  public static NodeSurvey of(ClusterSnapshot snapshot, Plan plan, Job job) {
    return new Asker(snapshot, plan, job).survey();
  }

  /** What a plan takes from a node. */
  private record Taken(long jobId, int gpus, double cpus, double memMb, boolean wholeNode) {}

  private static final class Asker {
    private final ClusterSnapshot snapshot;
    private final Plan plan;
    private final Job job;
    private final Map<String, Partition> partitions;
    private final Map<String, List<Taken>> takenByNode = new HashMap<>();
    private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    private final Map<Long, Integer> blockers = new TreeMap<>();
    private final List<String> fitting = new ArrayList<>();
    private final int gpus;
    private final double share;
    private final double cpus;
    private final double memMb;
    private final FreeResources empty;
    private final FreeResources now;
    private final FreeResources afterPlan;

    Asker(ClusterSnapshot snapshot, Plan plan, Job job) {
      this.snapshot = snapshot;
      this.plan = plan;
      this.job = job;
      this.partitions = snapshot.partitionsByName();
      int total = job.request().gpus().total();
      this.gpus = leastPerNode(total);
      this.share = total > 0 ? gpus / (double) total : 1.0 / job.request().minNodes();
      this.cpus = job.request().cpus() * share;
      this.memMb = job.request().memMb() * share;
      Map<Long, Job> byId = new HashMap<>();
      snapshot.pendingJobs().forEach(pending -> byId.put(pending.id(), pending));
      empty = FreeResources.unused(snapshot.nodes());
      now = new FreeResources(snapshot.nodes());
      afterPlan = now.copy();
      for (Placement start : plan.starts()) {
        Job other = byId.get(start.jobId());
        if (other != null && other.id() != job.id()) {
          int nodes = start.gpusByNode().size();
          start
              .gpusByNode()
              .forEach(
                  (node, count) -> {
                    double part = Shares.of(other, count, nodes);
                    afterPlan.take(node, other, count, part);
                    takenByNode
                        .computeIfAbsent(node, n -> new ArrayList<>())
                        .add(
                            new Taken(
                                other.id(),
                                count,
                                other.request().cpus() * part,
                                other.request().memMb() * part,
                                FreeResources.wantsWholeNodes(other)));
                  });
        }
      }
    }

    /** GPUs that the least loaded of the job's nodes must give. */
    private int leastPerNode(int total) {
      if (job.request().gpusPerNode() > 0) {
        return job.request().gpusPerNode();
      }
      int most = Math.min(job.request().maxNodes(), Math.max(1, total));
      return (total + most - 1) / most;
    }

    NodeSurvey survey() {
      for (Node node : snapshot.nodes()) {
        Verdict verdict = ask(node);
        counts.merge(verdict, 1, Integer::sum);
        if (verdict == Verdict.FITS && fitting.size() < MOST_NAMES) {
          fitting.add(node.name());
        }
      }
      return new NodeSurvey(job.id(), job.request().minNodes(), counts, fitting, blockers);
    }

    private Verdict ask(Node node) {
      Verdict partition = askPartitions(node);
      if (partition != Verdict.FITS) {
        return partition;
      }
      if (!node.state().isInService() || !node.oddity().isEmpty()) {
        return Verdict.OUT_OF_SERVICE;
      }
      if (!hasFeatures(node)) {
        return Verdict.FEATURE_MISSING;
      }
      boolean lacksType =
          job.request().mixesGpuTypes()
              && !node.gpus().keySet().containsAll(job.request().gpus().byType().keySet());
      if (lacksType || (gpus > 0 && gpusOf(node, false) == 0)) {
        return Verdict.GPU_TYPE_MISSING;
      }
      if (!GresNeeds.offers(node, job.request().gresPerNode())) {
        return Verdict.GRES_MISSING;
      }
      if (gpusOf(node, false) < gpus || node.cpusTotal() < cpus || node.memMbTotal() < memMb) {
        return Verdict.TOO_SMALL;
      }
      if (!empty.canTake(node.name(), job, gpus, share)) {
        return ofGpuTypes(node) ? Verdict.MIXED_GPUS : Verdict.TOO_SMALL;
      }
      return askFree(node);
    }

    private Verdict askPartitions(Node node) {
      Verdict best = Verdict.OTHER_PARTITION;
      for (String name : job.partitions()) {
        Partition partition = partitions.get(name);
        if (partition == null || !partition.nodes().contains(node.name())) {
          continue;
        }
        long limit = job.request().timeLimitS();
        Verdict verdict =
            !partition.up()
                ? Verdict.PARTITION_DOWN
                : limit > partition.maxTimeS() && limit != Long.MAX_VALUE
                    ? Verdict.OVER_TIME_LIMIT
                    : Verdict.FITS;
        best = verdict.compareTo(best) > 0 ? verdict : best;
      }
      return best;
    }

    private boolean hasFeatures(Node node) {
      String expression = job.constraints().features();
      // What is more than a list of names is Slurm's to judge.
      return !Features.isPlainAnd(expression)
          || node.features().containsAll(Features.names(expression));
    }

    private Verdict askFree(Node node) {
      if (gpusOf(node, true) < gpus) {
        return Verdict.GPUS_BUSY;
      }
      if (node.cpusFree() + 1e-6 < cpus) {
        return Verdict.CPUS_BUSY;
      }
      if (node.memMbFree() + 1e-6 < memMb) {
        return Verdict.MEMORY_BUSY;
      }
      boolean whole = FreeResources.wantsWholeNodes(job);
      if (whole && (node.gpusFree() < node.gpusTotal() || node.cpusUsed() > 0)) {
        return Verdict.NOT_IDLE;
      }
      if (!now.canTake(node.name(), job, gpus, share)) {
        return GresNeeds.kinds(job.request()).isEmpty()
            ? ofGpuTypes(node) ? Verdict.MIXED_GPUS : Verdict.GPUS_BUSY
            : Verdict.GRES_BUSY;
      }
      List<Taken> taken = takenByNode.getOrDefault(node.name(), List.of());
      int leftGpus = gpusOf(node, true) - taken.stream().mapToInt(Taken::gpus).sum();
      double leftCpus = node.cpusFree() - taken.stream().mapToDouble(Taken::cpus).sum();
      double leftMem = node.memMbFree() - taken.stream().mapToDouble(Taken::memMb).sum();
      boolean shared =
          whole
              ? !taken.isEmpty()
              : taken.stream().anyMatch(Taken::wholeNode)
                  || (!taken.isEmpty() && !afterPlan.canTake(node.name(), job, gpus, share));
      if (shared || leftGpus < gpus || leftCpus + 1e-6 < cpus || leftMem + 1e-6 < memMb) {
        taken.forEach(other -> blockers.merge(other.jobId(), 1, Integer::sum));
        return Verdict.PLANNED_FOR_OTHER;
      }
      if (keptForOther(node)) {
        return Verdict.KEPT_FOR_OTHER;
      }
      boolean ours = plan.starts().stream().anyMatch(start -> isOn(start, node));
      return node.state().isPlanned() && !ours ? Verdict.PLANNED_BY_SLURM : Verdict.FITS;
    }

    /** Whether the job may get GPUs of any type, and the node has several. */
    private boolean ofGpuTypes(Node node) {
      return GpuTypes.mixes(node) && job.request().gpus().isUntyped();
    }

    private boolean isOn(Placement start, Node node) {
      return start.jobId() == job.id() && start.gpusByNode().containsKey(node.name());
    }

    private boolean keptForOther(Node node) {
      long end = Reservations.endIfBegunAt(snapshot.takenAt(), job);
      boolean kept = false;
      for (Plan.Reservation reservation : plan.reservations()) {
        if (reservation.jobId() != job.id()
            && reservation.nodes().contains(node.name())
            && end > reservation.shadowTime()) {
          blockers.merge(reservation.jobId(), 1, Integer::sum);
          kept = true;
        }
      }
      return kept;
    }

    /** GPUs of the job's type (of all types where any will do) on the node. */
    private int gpusOf(Node node, boolean freeOnly) {
      GpuDemand demand = job.request().gpus();
      int sum = 0;
      for (Map.Entry<String, GpuCount> entry : node.gpus().entrySet()) {
        if (demand.isNone()
            || demand.byType().containsKey(GpuDemand.UNTYPED)
            || demand.byType().containsKey(entry.getKey())) {
          sum += freeOnly ? entry.getValue().free() : entry.getValue().total();
        }
      }
      return sum;
    }
  }
}
