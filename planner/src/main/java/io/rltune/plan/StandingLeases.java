package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks the leases of earlier cycles: those that can still come true keep their resources, the
 * others are dropped.
 */
final class StandingLeases {
  private final List<Placement> kept = new ArrayList<>();
  private final Map<Long, String> dropped = new HashMap<>();

  private StandingLeases() {}

  static StandingLeases check(ClusterSnapshot snapshot, PlanContext context, FreeResources free) {
    StandingLeases result = new StandingLeases();
    for (Job job : snapshot.pendingJobs()) {
      List<String> lease = context.leases().get(job.id());
      if (lease != null) {
        result.check(job, lease, free);
      }
    }
    return result;
  }

  private void check(Job job, List<String> lease, FreeResources free) {
    if (!new HashSet<>(job.constraints().requiredNodes()).equals(new HashSet<>(lease))) {
      dropped.put(job.id(), "node list is now " + job.constraints().requiredNodes());
      return;
    }
    Map<String, Integer> split = split(job, lease, free);
    for (String node : lease) {
      if (!free.knows(node)) {
        dropped.put(job.id(), "node " + node + " is out of service");
        return;
      }
      int gpus = split.getOrDefault(node, -1);
      if (gpus < 0 || !free.canTake(node, job, gpus, Shares.of(job, gpus, lease.size()))) {
        dropped.put(job.id(), "node " + node + " was taken by another job");
        return;
      }
    }
    free.takeAll(job, split);
    kept.add(new Placement(job.id(), new TreeMap<>(split)));
  }

  /** GPUs on each leased node; empty where they no longer fit. */
  private static Map<String, Integer> split(Job job, List<String> lease, FreeResources free) {
    Map<String, Integer> split = new HashMap<>();
    int left = job.request().gpus().total();
    int nodesLeft = lease.size();
    for (String node : lease) {
      if (!free.knows(node)) {
        return Map.of();
      }
      nodesLeft--;
      int fixed = job.request().gpusPerNode();
      int want =
          fixed > 0 ? fixed : Math.min(free.gpusFor(job, node), left - (left > 0 ? nodesLeft : 0));
      split.put(node, Math.max(0, Math.min(want, left)));
      left -= split.get(node);
    }
    return left == 0 ? split : Map.of();
  }

  List<Placement> kept() {
    return kept;
  }

  Map<Long, String> dropped() {
    return dropped;
  }
}
