package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Veto;
import io.rltune.model.Veto.Kind;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nodes that a plan may use. A node in state PLANNED is kept by Slurm's backfill for a blocked job.
 * Where every runnable job of its partitions is one that we order, that plan is our own order at
 * work and the node is free to be planned anew; where a job that is not ours to order may be
 * waiting for it, the node is left alone.
 */
final class UsableNodes {
  /** Unmanaged jobs of these kinds cannot start, so nothing is planned for them. */
  private static final Set<Kind> CANNOT_START =
      EnumSet.of(
          Kind.HELD, Kind.DEPENDENCY, Kind.BEGIN_TIME, Kind.BAD_CONSTRAINTS, Kind.ARRAY_THROTTLE);

  private UsableNodes() {}

  static List<Node> of(ClusterSnapshot snapshot, Map<Long, Veto> vetoes) {
    Set<String> foreign = new HashSet<>();
    for (Job job : snapshot.pendingJobs()) {
      Veto veto = vetoes.get(job.id());
      if (veto != null && !veto.kind().placementOnly() && !CANNOT_START.contains(veto.kind())) {
        foreign.addAll(job.partitions());
      }
    }
    return snapshot.nodes().stream()
        .filter(node -> node.state().isInService() && node.oddity().isEmpty())
        .filter(
            node ->
                !node.state().isPlanned()
                    || node.partitions().stream().noneMatch(foreign::contains))
        .toList();
  }
}
