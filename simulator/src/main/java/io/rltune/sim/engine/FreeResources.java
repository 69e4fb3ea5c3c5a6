package io.rltune.sim.engine;

import io.rltune.sim.cluster.NodeSpec;
import java.util.List;

/** Free GPUs, CPUs and memory by node index; the live ones, or those expected at a later time. */
final class FreeResources {
  final int[] gpus;
  final int[] cpus;
  final long[] memMb;

  private FreeResources(int[] gpus, int[] cpus, long[] memMb) {
    this.gpus = gpus;
    this.cpus = cpus;
    this.memMb = memMb;
  }

  static FreeResources allOf(List<NodeSpec> nodes) {
    return new FreeResources(
        nodes.stream().mapToInt(NodeSpec::gpus).toArray(),
        nodes.stream().mapToInt(NodeSpec::cpus).toArray(),
        nodes.stream().mapToLong(NodeSpec::memoryMb).toArray());
  }

  boolean fits(Shape shape, int node) {
    return gpus[node] >= shape.gpus && cpus[node] >= shape.cpus && memMb[node] >= shape.memMb;
  }

  void take(SimJob job, int node) {
    gpus[node] -= job.gpusPerNode;
    cpus[node] -= job.cpusPerNode;
    memMb[node] -= job.memMbPerNode;
    if (gpus[node] < 0 || cpus[node] < 0 || memMb[node] < 0) {
      throw new IllegalStateException(
          "job %d over-allocates node %d: %d GPUs, %d CPUs, %d MB left"
              .formatted(job.id, node, gpus[node], cpus[node], memMb[node]));
    }
  }

  void give(SimJob job, int node) {
    gpus[node] += job.gpusPerNode;
    cpus[node] += job.cpusPerNode;
    memMb[node] += job.memMbPerNode;
  }
}
