package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is odd in a valid instance. In the daemon none of it is an error: a queue may be empty, and
 * the nodes of a type may be down. Whoever writes an instance by hand will want to know.
 */
public final class InstanceRemarks {
  private InstanceRemarks() {}

  /** One line for each thing, with its place; none: empty. */
  public static List<String> of(PlacementInstance instance) {
    List<String> remarks = new ArrayList<>();
    if (instance.nodes().isEmpty()) {
      remarks.add("nodes is empty: no job can be placed");
    }
    if (instance.jobs().isEmpty()) {
      remarks.add("jobs is empty: there is nothing to place");
    }
    Set<String> there =
        instance.nodes().stream().map(PlaceableNode::gpuType).collect(Collectors.toSet());
    for (int i = 0; i < instance.jobs().size(); i++) {
      PlaceableJob job = instance.jobs().get(i);
      Set<String> wanted = job.speedByType().keySet();
      if (!wanted.isEmpty() && Collections.disjoint(wanted, there)) {
        remarks.add(
            "jobs[%d] (id %d).gpu_types = %s: no node has such GPUs, the job is not placed"
                .formatted(i, job.id(), new TreeSet<>(wanted)));
      }
    }
    return remarks;
  }
}
