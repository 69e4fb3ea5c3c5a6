package io.rltune.solver;

import io.rltune.solver.MilpModel.Row;
import java.util.ArrayList;
import java.util.List;

/** How the nodes of one class stand in the model. */
abstract class ClassForm {
  /** A node that is used: GPUs (or CPU-only chunks) that each lane may use on it. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record OpenNode(int node, int[] pieces) {}

  final NodeClass nodeClass;

  ClassForm(NodeClass nodeClass) {
    this.nodeClass = nodeClass;
  }

  /** The form that suits the class. */
  static ClassForm of(
      NodeClass nodeClass,
      StartOptions options,
      MilpModel milp,
      ChunkDemand demand,
      double costPerNode,
      LanePools pools) {
    if (nodeClass.onlyGpusBind()) {
      return new WholeNodes(nodeClass, milp, costPerNode, pools);
    }
    List<int[]> splits = Splits.of(nodeClass, ClassModelLimits.SPLITS);
    return splits == null
        ? new SingleNodes(nodeClass, options, milp, demand, costPerNode)
        : new SplitNodes(nodeClass, milp, costPerNode, pools, splits);
  }

  /** Adds the number of used nodes to a row. */
  abstract void addTouched(Row row, double coefficient);

  /** Adds the number of CPU-only chunks that the lane can take to a row. */
  abstract void addSlots(Row row, int lane, double coefficient);

  /** Counts a node as used by these amounts; returns the pieces that it then gives each lane. */
  abstract int[] open(double[] point, int node, int[] amounts);

  /** The nodes that a point uses. */
  abstract List<OpenNode> opened(double[] point);

  /** Whether GPUs go to jobs as pieces by way of pools; else the form counts chunks itself. */
  boolean givesPieces() {
    return true;
  }

  /** Counts a chunk on a node, where the form counts chunks itself. */
  void encodeChunk(double[] point, int node, Pool.Chunk chunk) {
    throw new IllegalStateException("pools count the chunks of node " + node);
  }

  /** Lays out the chunks that the form counts itself. */
  void layChunks(double[] point, ChunkLists laid) {}

  /** The pool that a GPU lane's pieces go to. */
  interface LanePools {
    Pool of(NodeClass nodeClass, Lane lane);
  }

  /** Only GPUs can run out: a used node is one piece for all its jobs. */
  private static final class WholeNodes extends ClassForm {
    private final int touched;

    WholeNodes(NodeClass nodeClass, MilpModel milp, double costPerNode, LanePools pools) {
      super(nodeClass);
      touched = milp.integer(0, nodeClass.nodes().size(), -costPerNode);
      for (Lane lane : nodeClass.lanes()) {
        if (!lane.cpuOnly()) {
          pools.of(nodeClass, lane).supply(touched, nodeClass.gpus());
        }
      }
    }

    @Override
    void addTouched(Row row, double coefficient) {
      row.add(touched, coefficient);
    }

    @Override
    void addSlots(Row row, int lane, double coefficient) {
      row.add(touched, coefficient * nodeClass.lanes().get(lane).most());
    }

    @Override
    int[] open(double[] point, int node, int[] amounts) {
      point[touched]++;
      return pieces();
    }

    private int[] pieces() {
      return nodeClass.lanes().stream().mapToInt(Lane::most).toArray();
    }

    @Override
    List<OpenNode> opened(double[] point) {
      return nodeClass.nodes().subList(0, (int) point[touched]).stream()
          .map(node -> new OpenNode(node, pieces()))
          .toList();
    }
  }

  /** CPUs or memory can run out: counts nodes by their split between lanes. */
  private static final class SplitNodes extends ClassForm {
    private final List<int[]> splits;
    private final int[] counts;

    SplitNodes(
        NodeClass nodeClass,
        MilpModel milp,
        double costPerNode,
        LanePools pools,
        List<int[]> splits) {
      super(nodeClass);
      this.splits = splits;
      counts = new int[splits.size()];
      int nodes = nodeClass.nodes().size();
      Row total = milp.atMost(nodes);
      for (int s = 0; s < counts.length; s++) {
        counts[s] = milp.integer(0, nodes, -costPerNode);
        total.add(counts[s], 1);
        for (int i = 0; i < nodeClass.lanes().size(); i++) {
          Lane lane = nodeClass.lanes().get(i);
          int piece = splits.get(s)[i];
          if (piece > 0 && !lane.cpuOnly()) {
            pools.of(nodeClass, lane).supply(counts[s], piece);
          }
        }
      }
    }

    @Override
    void addTouched(Row row, double coefficient) {
      for (int s = 0; s < splits.size(); s++) {
        row.add(counts[s], coefficient);
      }
    }

    @Override
    void addSlots(Row row, int lane, double coefficient) {
      for (int s = 0; s < splits.size(); s++) {
        row.add(counts[s], coefficient * splits.get(s)[lane]);
      }
    }

    @Override
    int[] open(double[] point, int node, int[] amounts) {
      for (int s = 0; s < splits.size(); s++) {
        if (covers(splits.get(s), amounts)) {
          point[counts[s]]++;
          return splits.get(s);
        }
      }
      throw new IllegalStateException("no split of node " + node + " covers what fits it");
    }

    private static boolean covers(int[] split, int[] amounts) {
      for (int i = 0; i < split.length; i++) {
        if (split[i] < amounts[i]) {
          return false;
        }
      }
      return true;
    }

    @Override
    List<OpenNode> opened(double[] point) {
      List<OpenNode> open = new ArrayList<>();
      for (int s = 0; s < splits.size(); s++) {
        for (int n = (int) point[counts[s]]; n > 0; n--) {
          open.add(new OpenNode(nodeClass.nodes().get(open.size()), splits.get(s)));
        }
      }
      return open;
    }
  }
}
