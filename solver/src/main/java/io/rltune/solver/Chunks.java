package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Everything that one node of a GPU type could take of a job, as columns of arrays: a chunk of
 * {@code gpus} GPUs is the {@code share} of the job. Sorted by size, so that a node looks at the
 * sizes that it can hold only.
 *
 * <p>A chunk is worth its share of the job plus what it saves in fragmentation, less the spread of
 * one more node; over the chunks of a whole job that sums to exactly what the job is worth.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Chunks(
    int[] job,
    int[] gpus,
    double[] share,
    double[] cpus,
    double[] mem,
    double[] worth,
    int[] firstOfSize) {

  /**
   * The chunks of one type.
   *
   * @param wholeOnly whether to leave out parts of jobs
   */
  static Chunks of(Problem problem, NodeGroups groups, int type, boolean wholeOnly) {
    List<Chunk> list = new ArrayList<>();
    for (int j = 0; j < problem.jobCount(); j++) {
      if (problem.allowsType(j, type)) {
        add(problem, groups, j, type, list);
      }
    }
    if (wholeOnly) {
      list.removeIf(chunk -> chunk.share < 1);
    }
    list.sort(Comparator.comparingInt(Chunk::gpus));
    int size = list.size();
    int largest = size == 0 ? 0 : list.get(size - 1).gpus;
    int[] firstOfSize = new int[largest + 2];
    Chunks chunks =
        new Chunks(
            new int[size],
            new int[size],
            new double[size],
            new double[size],
            new double[size],
            new double[size],
            firstOfSize);
    for (int i = 0; i < size; i++) {
      Chunk chunk = list.get(i);
      chunks.job[i] = chunk.job;
      chunks.gpus[i] = chunk.gpus;
      chunks.share[i] = chunk.share;
      chunks.cpus[i] = chunk.cpus;
      chunks.mem[i] = chunk.mem;
      chunks.worth[i] = chunk.worth;
      firstOfSize[chunk.gpus + 1]++;
    }
    for (int s = 1; s < firstOfSize.length; s++) {
      firstOfSize[s] += firstOfSize[s - 1];
    }
    return chunks;
  }

  int size() {
    return job.length;
  }

  int largest() {
    return firstOfSize.length - 2;
  }

  private static void add(Problem problem, NodeGroups groups, int j, int type, List<Chunk> list) {
    PlaceableJob of = problem.jobs.get(j);
    double spread = problem.instance.spread();
    double whole = problem.worth[j][type] + spread;
    if (of.gpus() == 0) {
      int most =
          Math.min(problem.mostNodes(j), of.minNodes() + ClassModelLimits.CPU_JOB_NODE_COUNTS - 1);
      for (int count = of.minNodes(); count <= most; count++) {
        list.add(
            new Chunk(
                j,
                0,
                1.0 / count,
                of.cpusPerGpu() / count,
                of.memMbPerGpu() / count,
                whole / count - spread));
      }
      return;
    }
    int largest = groups.largestChunk(j, type);
    int maxNodes = problem.mostNodes(j);
    int minChunk = (int) Math.max(1, of.gpus() - (maxNodes - 1L) * largest);
    int maxChunk = Math.min(largest, of.gpus() - of.minNodes() + 1);
    if (of.gpusPerNode() > 0) {
      int nodes = of.gpus() / of.gpusPerNode();
      if (nodes < of.minNodes() || nodes > maxNodes || largest < of.gpusPerNode()) {
        return;
      }
      minChunk = of.gpusPerNode();
      maxChunk = minChunk;
    }
    for (int size = minChunk; size <= maxChunk; size++) {
      double share = size / (double) of.gpus();
      list.add(
          new Chunk(
              j,
              size,
              share,
              of.cpusPerGpu() * size,
              of.memMbPerGpu() * size,
              whole * share - spread + problem.instance.fragmentation() * size));
    }
  }

  private record Chunk(int job, int gpus, double share, double cpus, double mem, double worth) {}
}
