package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
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
 * (Lifka 1995; Mu'alem and Feitelson 2001), on nodes instead of counts. Running jobs are taken to
 * end at their time limit.
 */
final class Reservations {
  private final ClusterSnapshot snapshot;
  private final List<Job> runningByEnd;

  private final Map<String, Integer> runningOn = new HashMap<>();

  Reservations(ClusterSnapshot snapshot) {
    this.snapshot = snapshot;
    this.runningByEnd =
        snapshot.activeJobs().stream()
            .filter(job -> !job.nodes().isEmpty())
            .sorted(Comparator.comparingLong((Job job) -> endOf(job)).thenComparingLong(Job::id))
            .toList();
    runningByEnd.forEach(
        job -> job.nodes().forEach(node -> runningOn.merge(node, 1, Integer::sum)));
  }

  /** The reservation of a job that does not fit into {@code free}; empty where it never fits. */
  Optional<Reservation> find(Job job, List<Node> eligible, FreeResources free) {
    List<String> names = eligible.stream().map(Node::name).toList();
    FreeResources later = free.copy();
    Map<String, Integer> left = new HashMap<>(runningOn);
    for (int i = 0; i < runningByEnd.size(); ) {
      long end = endOf(runningByEnd.get(i));
      List<Job> ending = new ArrayList<>();
      while (i < runningByEnd.size() && endOf(runningByEnd.get(i)) == end) {
        ending.add(runningByEnd.get(i++));
      }
      for (Job running : ending) {
        Map<String, Integer> split = Shares.ofRunning(running);
        split.forEach(
            (node, gpus) ->
                later.take(node, running, -gpus, -Shares.of(running, gpus, split.size())));
        // What Slurm gave may be more than was asked for: only an end of all leaves nothing taken.
        for (String node : running.nodes()) {
          if (left.merge(node, -1, Integer::sum) == 0 && FreeResources.wantsWholeNodes(job)) {
            later.empty(node);
          }
        }
      }
      SortedMap<String, Integer> found = later.fit(job, names);
      if (!found.isEmpty()) {
        return Optional.of(new Reservation(job.id(), end, found.keySet()));
      }
    }
    return Optional.empty();
  }

  private long endOf(Job job) {
    // A job past its limit (a grace time) ends any moment.
    return job.times().end() == 0
        ? Long.MAX_VALUE
        : Math.max(job.times().end(), snapshot.takenAt() + 1);
  }
}
