package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.plan.Plan.Reservation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Finds when and where a blocked job can start at the latest: the shadow time of EASY backfill
 * (Lifka 1995; Mu'alem and Feitelson 2001), on nodes instead of counts. Running jobs, and those
 * that begin now, are taken to end at their time limit.
 */
final class Reservations {
  /** Ends one after the other; those of one moment together. */
  private static final Comparator<Run> BY_END =
      Comparator.comparingLong(Run::end).thenComparingLong(run -> run.job().id());

  private final long now;
  private final List<Run> runs = new ArrayList<>();
  private final Map<String, Integer> runningOn = new HashMap<>();

  private record Run(Job job, long end, Map<String, Integer> gpusByNode, List<String> nodes) {}

  /**
   * A reservation.
   *
   * @param reservation for whom, from when, and where
   * @param beside what its nodes will have left from then on; other nodes count for nothing
   */
  record Kept(Reservation reservation, FreeResources beside) {}

  Reservations(ClusterSnapshot snapshot) {
    now = snapshot.takenAt();
    for (Job job : snapshot.activeJobs()) {
      if (!job.nodes().isEmpty()) {
        add(new Run(job, endOf(job), Shares.ofRunning(job), job.nodes()));
      }
    }
  }

  /** A job begins now on these nodes; what it takes is no longer in the caller's ledger. */
  void begins(Job job, Map<String, Integer> gpusByNode) {
    long end = endIfBegunAt(now, job);
    add(new Run(job, end, gpusByNode, List.copyOf(gpusByNode.keySet())));
  }

  /** When a job that begins at a time reaches its limit; seconds since the epoch. */
  static long endIfBegunAt(long time, Job job) {
    long end = time + job.request().timeLimitS();
    return end < 0 ? Long.MAX_VALUE : end;
  }

  private void add(Run run) {
    runs.add(run);
    run.nodes().forEach(node -> runningOn.merge(node, 1, Integer::sum));
  }

  /** The reservation of a job that does not fit into {@code free}; empty where it never fits. */
  Optional<Kept> find(Job job, Fitting fitting, FreeResources free) {
    List<String> names = fitting.names(job);
    FreeResources later = free.copy();
    Map<String, Integer> left = new HashMap<>(runningOn);
    runs.sort(BY_END);
    for (int i = 0; i < runs.size(); ) {
      long end = runs.get(i).end();
      while (i < runs.size() && runs.get(i).end() == end) {
        end(runs.get(i++), later, left, FreeResources.wantsWholeNodes(job));
      }
      SortedMap<String, Integer> found = fitting.fit(job, later, names);
      if (!found.isEmpty()) {
        later.takeAll(job, found);
        return Optional.of(new Kept(new Reservation(job.id(), end, found.keySet()), later));
      }
    }
    return Optional.empty();
  }

  private static void end(
      Run run, FreeResources later, Map<String, Integer> left, boolean emptiesNodes) {
    Map<String, Integer> split = run.gpusByNode();
    split.forEach(
        (node, gpus) ->
            later.take(node, run.job(), -gpus, -Shares.of(run.job(), gpus, split.size())));
    // What Slurm gave may be more than was asked for: only an end of all leaves nothing taken.
    for (String node : run.nodes()) {
      if (left.merge(node, -1, Integer::sum) == 0 && emptiesNodes) {
        later.empty(node);
      }
    }
  }

  private long endOf(Job job) {
    // A job past its limit (a grace time) ends any moment.
    return job.times().end() == 0 ? Long.MAX_VALUE : Math.max(job.times().end(), now + 1);
  }
}
