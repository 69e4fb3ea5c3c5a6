package io.rltune.sim.engine;

import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.workload.WorkloadJob;
import java.util.BitSet;

/** Checks at submission, as sbatch gets them back under EnforcePartLimits=ALL. */
final class Admission {
  private Admission() {}

  static SimPartition partition(Controller controller, WorkloadJob request) {
    String name =
        request.partition().isEmpty()
            ? controller.cluster.defaultPartition().name()
            : request.partition();
    for (SimPartition partition : controller.partitions) {
      if (partition.spec().name().equals(name)) {
        if (request.timeLimitS() > partition.spec().maxTimeS()) {
          throw refused(
              request,
              "time limit %d s is above the %d s of partition %s"
                  .formatted(request.timeLimitS(), partition.spec().maxTimeS(), name));
        }
        return partition;
      }
    }
    throw refused(request, "no partition " + name + " in cluster " + controller.cluster.name());
  }

  /** Nodes that could run the job if they were empty. */
  static BitSet eligibleNodes(Controller controller, SimPartition partition, WorkloadJob request) {
    int cpus = (request.cpus() + request.nodes() - 1) / request.nodes();
    long memMb = (request.memMb() + request.nodes() - 1) / request.nodes();
    BitSet eligible = new BitSet();
    partition.nodes().stream()
        .filter(
            index -> {
              NodeSpec node = controller.node(index);
              boolean typeFits =
                  request.gpuType().isEmpty() || request.gpuType().equals(node.gpuType());
              return typeFits
                  && node.gpus() >= request.gpusPerNode()
                  && node.cpus() >= cpus
                  && node.memoryMb() >= memMb;
            })
        .forEach(eligible::set);
    if (eligible.cardinality() < request.nodes()) {
      throw refused(
          request,
          "asks %d nodes with %d GPUs '%s', %d CPUs and %d MB each; partition %s has %d such nodes"
              .formatted(
                  request.nodes(),
                  request.gpusPerNode(),
                  request.gpuType(),
                  cpus,
                  memMb,
                  partition.spec().name(),
                  eligible.cardinality()));
    }
    return eligible;
  }

  private static IllegalArgumentException refused(WorkloadJob request, String why) {
    return new IllegalArgumentException(
        "workload job " + request.index() + " (" + request.name() + "): " + why);
  }
}
