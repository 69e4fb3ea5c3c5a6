package io.rltune.solver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Nodes of laid-out chunks of one type, by profile and size; 0 GPUs are CPU-only chunks. */
final class ChunkLists {
  private final Map<Long, List<Integer>> nodes = new HashMap<>();

  void add(int profile, int gpus, int node) {
    of(profile, gpus).add(node);
  }

  /** The list itself: what is taken out of it is gone. */
  List<Integer> of(int profile, int gpus) {
    return nodes.computeIfAbsent((long) profile << 32 | gpus, key -> new ArrayList<>());
  }
}
