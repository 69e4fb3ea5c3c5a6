package io.rltune.solver;

import io.rltune.solver.MilpModel.Row;
import io.rltune.solver.Pool.Chunk;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * A class with too many kinds of jobs to list its splits: each node counts its own chunks. With
 * users who all ask for something else nodes are all different anyway.
 */
final class SingleNodes extends ClassForm {
  private final int[] touched;

  /** By node: the variable of each chunk, and of each CPU-only lane under its {@link #slotKey}. */
  private final List<Map<Chunk, Integer>> counts = new ArrayList<>();

  SingleNodes(
      NodeClass nodeClass,
      StartOptions options,
      MilpModel milp,
      ChunkDemand demand,
      double costPerNode) {
    super(nodeClass);
    touched = new int[nodeClass.nodes().size()];
    for (int n = 0; n < touched.length; n++) {
      touched[n] = milp.binary(-costPerNode);
      Node node = new Node(milp, touched[n]);
      for (int i = 0; i < nodeClass.lanes().size(); i++) {
        Lane lane = nodeClass.lanes().get(i);
        if (lane.cpuOnly()) {
          node.add(slotKey(i), lane, 0, lane.most());
        } else {
          for (int profile : lane.profiles().stream().toArray()) {
            node.addProfile(lane, profile, options, demand);
          }
        }
      }
      counts.add(node.counts);
    }
  }

  private static Chunk slotKey(int lane) {
    return new Chunk(-1 - lane, 0);
  }

  /** One node while it is written into the model. */
  private final class Node {
    private final MilpModel milp;
    private final int open;
    private final Row gpus;
    private final Row cpus;
    private final Row mem;
    private final Map<Chunk, Integer> counts = new LinkedHashMap<>();

    Node(MilpModel milp, int open) {
      this.milp = milp;
      this.open = open;
      gpus = milp.atMost(0).add(open, -nodeClass.gpus());
      cpus = capacity(nodeClass.cpus());
      mem = capacity(nodeClass.mem());
    }

    private Row capacity(double free) {
      // A resource that cannot run out has no coefficients either, so the row stays empty.
      return Double.isInfinite(free)
          ? milp.atMost(MilpModel.INFINITY)
          : milp.atMost(0).add(open, -free);
    }

    int add(Chunk key, Lane lane, int size, int most) {
      int amount = lane.cpuOnly() ? 1 : size;
      int variable = milp.integer(0, most, 0);
      counts.put(key, variable);
      gpus.add(variable, size);
      cpus.add(variable, lane.cpus() * amount);
      mem.add(variable, lane.mem() * amount);
      if (size == 0) {
        milp.atMost(0).add(variable, 1).add(open, -most);
      }
      return variable;
    }

    void addProfile(Lane lane, int profile, StartOptions options, ChunkDemand demand) {
      int jobs = options.jobs(profile, nodeClass.type());
      int largest = options.capacity(options.profiles().get(profile), nodeClass.nodes().get(0));
      SortedSet<Integer> sizes = options.chunkSizes(profile, nodeClass.type()).headSet(largest + 1);
      // A job takes a node once.
      Row once = milp.atMost(0).add(open, -jobs);
      for (int size : sizes) {
        int most = Math.min(jobs, largest / size);
        int variable = add(new Chunk(profile, size), lane, size, most);
        demand.row(profile, nodeClass.type(), size).add(variable, 1);
        once.add(variable, 1);
      }
    }
  }

  @Override
  boolean givesPieces() {
    return false;
  }

  @Override
  void addTouched(Row row, double coefficient) {
    for (int variable : touched) {
      row.add(variable, coefficient);
    }
  }

  @Override
  void addSlots(Row row, int lane, double coefficient) {
    for (Map<Chunk, Integer> node : counts) {
      row.add(node.get(slotKey(lane)), coefficient);
    }
  }

  @Override
  int[] open(double[] point, int node, int[] amounts) {
    int n = nodeClass.nodes().indexOf(node);
    point[touched[n]] = 1;
    for (int i = 0; i < amounts.length; i++) {
      if (nodeClass.lanes().get(i).cpuOnly()) {
        point[counts.get(n).get(slotKey(i))] = amounts[i];
      }
    }
    return amounts;
  }

  @Override
  void encodeChunk(double[] point, int node, Chunk chunk) {
    point[counts.get(nodeClass.nodes().indexOf(node)).get(chunk)]++;
  }

  @Override
  List<OpenNode> opened(double[] point) {
    List<OpenNode> open = new ArrayList<>();
    for (int n = 0; n < touched.length; n++) {
      if (point[touched[n]] > 0.5) {
        int[] slots = new int[nodeClass.lanes().size()];
        for (int i = 0; i < slots.length; i++) {
          Integer variable = counts.get(n).get(slotKey(i));
          slots[i] = variable == null ? 0 : (int) point[variable];
        }
        open.add(new OpenNode(nodeClass.nodes().get(n), slots));
      }
    }
    return open;
  }

  @Override
  void layChunks(double[] point, ChunkLists laid) {
    for (int n = 0; n < touched.length; n++) {
      int node = nodeClass.nodes().get(n);
      counts
          .get(n)
          .forEach(
              (chunk, variable) -> {
                for (int c = chunk.gpus() == 0 ? 0 : (int) point[variable]; c > 0; c--) {
                  laid.add(chunk.profile(), chunk.gpus(), node);
                }
              });
    }
  }
}
