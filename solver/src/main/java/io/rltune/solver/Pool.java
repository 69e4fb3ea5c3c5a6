package io.rltune.solver;

import io.rltune.solver.MilpModel.Row;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Pieces of nodes of one type that serve the same profiles. A piece of {@code a} GPUs is a chunk of
 * that size, or is cut in two; a cut always makes a size that some job wants. With it any packing
 * of chunks of any sizes into nodes can be written, and any integer solution can be laid out: the
 * one-cut model of Dyckhoff (Operations Research 29, 1981).
 */
final class Pool {
  private final BitSet profiles;
  private final Row[] balance;
  private final Map<Integer, Integer> cuts = new TreeMap<>(Comparator.reverseOrder());
  private final Map<Integer, int[]> chunks = new HashMap<>();

  /**
   * Adds the pool to a model.
   *
   * @param milp the model
   * @param type number of the type
   * @param profiles profiles that it serves
   * @param largest GPUs of the largest piece
   * @param most bound on the pieces
   * @param demand rows that chunks count in
   */
  Pool(
      MilpModel milp,
      StartOptions options,
      int type,
      BitSet profiles,
      int largest,
      int most,
      ChunkDemand demand) {
    this.profiles = profiles;
    balance = new Row[largest + 1];
    SortedSet<Integer> wanted = new TreeSet<>();
    profiles.stream().forEach(p -> wanted.addAll(options.chunkSizes(p, type)));
    for (int size = 1; size <= largest; size++) {
      balance[size] = milp.atLeast(0);
    }
    profiles.stream()
        .forEach(
            p -> {
              int[] variables = new int[largest + 1];
              for (int size : options.chunkSizes(p, type).headSet(largest + 1)) {
                variables[size] = milp.integer(0, most, 0);
                balance[size].add(variables[size], -1);
                demand.row(p, type, size).add(variables[size], 1);
              }
              chunks.put(p, variables);
            });
    for (int size = 2; size <= largest; size++) {
      for (int part = (size + 1) / 2; part < size; part++) {
        if (wanted.contains(part) || wanted.contains(size - part)) {
          int cut = milp.integer(0, most, 0);
          cuts.put(cutKey(size, part), cut);
          balance[size].add(cut, -1);
          if (part == size - part) {
            balance[part].add(cut, 2);
          } else {
            balance[part].add(cut, 1);
            balance[size - part].add(cut, 1);
          }
        }
      }
    }
  }

  private static int cutKey(int size, int part) {
    return size << 16 | Math.max(part, size - part);
  }

  /** Every unit of the variable supplies one piece. */
  void supply(int variable, int size) {
    balance[size].add(variable, 1);
  }

  /** Counts the chunks of one piece. */
  void encode(double[] point, int pieceSize, List<Chunk> content) {
    int left = pieceSize;
    List<Chunk> descending = new ArrayList<>(content);
    descending.sort(Comparator.comparingInt(Chunk::gpus).reversed());
    for (Chunk chunk : descending) {
      if (chunk.gpus() < left) {
        point[cuts.get(cutKey(left, chunk.gpus()))]++;
      }
      point[chunks.get(chunk.profile())[chunk.gpus()]]++;
      left -= chunk.gpus();
    }
  }

  /**
   * Cuts pieces as the point says.
   *
   * @param pieces node of each piece, by size; consumed
   * @param laid receives the node of each chunk
   */
  void decode(double[] point, Map<Integer, List<Integer>> pieces, ChunkLists laid) {
    List<Deque<Integer>> bySize = new ArrayList<>();
    for (int size = 0; size < balance.length; size++) {
      bySize.add(new ArrayDeque<>(pieces.getOrDefault(size, List.of())));
    }
    for (int size = balance.length - 1; size >= 1; size--) {
      Deque<Integer> here = bySize.get(size);
      for (Map.Entry<Integer, Integer> cut : cuts.entrySet()) {
        if (cut.getKey() >> 16 == size) {
          int part = cut.getKey() & 0xffff;
          for (int n = (int) point[cut.getValue()]; n > 0; n--) {
            int node = here.pop();
            bySize.get(part).add(node);
            bySize.get(size - part).add(node);
          }
        }
      }
      for (int p = profiles.nextSetBit(0); p >= 0; p = profiles.nextSetBit(p + 1)) {
        int variable = chunks.get(p)[size];
        // Variable 0 is never a chunk: it belongs to the first start option.
        for (int n = variable == 0 ? 0 : (int) point[variable]; n > 0; n--) {
          laid.add(p, size, here.pop());
        }
      }
    }
  }

  /** A chunk of a job on a node. */
  record Chunk(int profile, int gpus) {}
}
