package io.rltune.policy.features;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobTimes;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import java.util.HashMap;
import java.util.Map;

/**
 * What running jobs will give back soon, by their requested walltimes, and who holds the GPUs.
 * Slurm's job record does not say how a job is split over its nodes; an even split is assumed.
 */
final class RunningWork {
  static final long SOON_S = 600;
  static final long LATER_S = 3_600;

  /** Units that come free on one node: within 10 minutes, and within 1 hour. */
  record Freed(double in10Min, double in1h) {
    static final Freed NOTHING = new Freed(0, 0);

    Freed plus(Freed other) {
      return new Freed(in10Min + other.in10Min, in1h + other.in1h);
    }

    Freed atMost(double used) {
      return new Freed(Math.min(in10Min, used), Math.min(in1h, used));
    }
  }

  private record Slot(String node, String gpuType) {}

  /** Stands for CPUs in a slot; no GPU type has such a name. */
  private static final String CPUS = "\0cpu";

  private final Map<Slot, Freed> freed = new HashMap<>();
  private final Map<String, Double> gpusByAccount = new HashMap<>();
  private final Map<String, Double> gpusByUser = new HashMap<>();
  private final Map<String, Double> gpusByQos = new HashMap<>();
  private double gpusRunning;

  RunningWork(ClusterSnapshot snapshot) {
    Map<String, Node> nodes = snapshot.nodesByName();
    for (Job job : snapshot.activeJobs()) {
      int gpus = job.request().gpus().total();
      gpusByAccount.merge(job.account(), (double) gpus, Double::sum);
      gpusByUser.merge(job.user(), (double) gpus, Double::sum);
      gpusByQos.merge(job.qos(), (double) gpus, Double::sum);
      gpusRunning += gpus;
      double remainingS = remainingS(job, snapshot.takenAt());
      if (remainingS <= LATER_S) {
        for (String name : job.nodes()) {
          Node node = nodes.get(name);
          if (node != null) {
            release(job, node, remainingS);
          }
        }
      }
    }
  }

  Freed gpus(Node node, String type) {
    GpuCount count = node.gpus().get(type);
    return count == null ? Freed.NOTHING : get(node, type).atMost(count.used());
  }

  Freed cpus(Node node) {
    return get(node, CPUS).atMost(node.cpusUsed());
  }

  /** Share of the running GPUs that an account holds, 0 to 1. */
  double shareOf(String account) {
    return PoolFigures.ratio(gpusByAccount.getOrDefault(account, 0.0), gpusRunning);
  }

  /** Share of the running GPUs that a user holds, 0 to 1. */
  double shareOfUser(String user) {
    return PoolFigures.ratio(gpusByUser.getOrDefault(user, 0.0), gpusRunning);
  }

  /** Share of the running GPUs that a QOS holds, 0 to 1. */
  double shareOfQos(String qos) {
    return PoolFigures.ratio(gpusByQos.getOrDefault(qos, 0.0), gpusRunning);
  }

  private Freed get(Node node, String type) {
    return freed.getOrDefault(new Slot(node.name(), type), Freed.NOTHING);
  }

  private void release(Job job, Node node, double remainingS) {
    double parts = job.nodes().size();
    add(node, CPUS, job.request().cpus() / parts, remainingS);
    job.request()
        .gpus()
        .byType()
        .forEach(
            (type, count) -> {
              if (node.gpus().containsKey(type)) {
                add(node, type, count / parts, remainingS);
              } else if (type.equals(GpuDemand.UNTYPED)) {
                releaseUntyped(node, count / parts, remainingS);
              }
            });
  }

  private void releaseUntyped(Node node, double count, double remainingS) {
    double used = node.gpus().values().stream().mapToInt(GpuCount::used).sum();
    node.gpus()
        .forEach(
            (type, gpus) ->
                add(node, type, count * PoolFigures.ratio(gpus.used(), used), remainingS));
  }

  private void add(Node node, String type, double units, double remainingS) {
    Freed more = new Freed(remainingS <= SOON_S ? units : 0, units);
    freed.merge(new Slot(node.name(), type), more, Freed::plus);
  }

  /** Seconds until the walltime ends; infinite where nothing tells. */
  private static double remainingS(Job job, long now) {
    if (job.state().flags().contains("COMPLETING")) {
      return 0;
    }
    JobTimes times = job.times();
    long limitS = job.request().timeLimitS();
    if (limitS == ResourceRequest.UNLIMITED) {
      return Double.POSITIVE_INFINITY;
    }
    if (times.end() != JobTimes.UNSET) {
      return Math.max(0, times.end() - now);
    }
    return times.start() == JobTimes.UNSET
        ? Double.POSITIVE_INFINITY
        : Math.max(0, times.start() + (double) limitS - now);
  }
}
