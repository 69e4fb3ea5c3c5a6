package io.rltune.sim.engine;

import java.util.ArrayList;
import java.util.List;

/** Immutable pictures of the controller's tables. */
final class Views {
  private Views() {}

  static JobView job(Controller controller, SimJob job) {
    List<JobView.NodeShare> allocation = new ArrayList<>();
    for (int i = 0; i < job.nodes.length; i++) {
      allocation.add(
          new JobView.NodeShare(
              controller.node(job.nodes[i]).name(),
              job.cpusPerNode,
              job.memMbPerNode,
              job.gpusPerNode > 0 ? controller.node(job.nodes[i]).gpuType() : "",
              controller.gpuSlots.of(job, i)));
    }
    return new JobView(
        job.id,
        job.request,
        job.partition.spec().name(),
        job.phase,
        job.reason,
        job.shownPriority(),
        job.siteFactor,
        job.nice,
        controller.names(job.required),
        List.copyOf(allocation),
        job.request.submitS(),
        job.startS,
        job.endS,
        job.plannedStartS,
        controller.names(job.plannedNodes),
        job.lastEvaluationS,
        job.restarts);
  }

  static List<NodeView> nodes(Controller controller) {
    List<NodeView> nodes = new ArrayList<>();
    for (int i = 0; i < controller.cluster.nodes().size(); i++) {
      int index = i;
      nodes.add(
          new NodeView(
              controller.node(i),
              controller.partitions.stream()
                  .filter(partition -> partition.nodes().get(index))
                  .map(partition -> partition.spec().name())
                  .toList(),
              controller.gpuSlots.usedOn(i),
              controller.node(i).cpus() - controller.free.cpus[i],
              controller.node(i).memoryMb() - controller.free.memMb[i],
              controller.health[i],
              controller.planned.get(i)));
    }
    return List.copyOf(nodes);
  }

  static boolean contains(int[] nodes, int node) {
    for (int candidate : nodes) {
      if (candidate == node) {
        return true;
      }
    }
    return false;
  }
}
