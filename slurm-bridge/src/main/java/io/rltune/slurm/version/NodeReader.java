package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.model.GpuCount;
import io.rltune.model.GresCount;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.slurm.grammar.StateText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads one node record. Its field names are the same from v0.0.38 to v0.0.45, but for {@code
 * state_flags}, which joined {@code state} in v0.0.39, and what v0.0.38 does not have
 * (effective_cpus, specialized_memory). A field that cannot be read makes the node odd: nothing is
 * placed on it.
 */
final class NodeReader {
  /** The fields that are read, in any version. */
  static final Set<String> FIELDS =
      Set.of(
          """
          active_features alloc_cpus alloc_memory cpus effective_cpus features gres gres_drained
          gres_used name partitions real_memory specialized_memory state state_flags tres_used weight"""
              .split("\\s+"));

  private static final Set<String> BUSY = Set.of("MIXED", "ALLOCATED");

  private final Fields node;

  private NodeReader(JsonNode record, ParsedTexts texts) {
    node = new Fields(record, texts);
  }

  /** Reads a record; empty where it has no name. */
  static Optional<Node> read(JsonNode record, ParsedTexts texts) {
    return new NodeReader(record, texts).read();
  }

  private Optional<Node> read() {
    String name = node.text("name");
    if (name.isBlank()) {
      return Optional.empty();
    }
    NodeState state = state();
    boolean busy = BUSY.contains(state.base()) || state.flags().contains("COMPLETING");
    SortedMap<String, GpuCount> gpus =
        node.attempt("gres", () -> GpuInventory.of(node, busy), new TreeMap<>());
    SortedMap<String, GresCount> otherGres =
        node.attempt("gres", () -> OtherGresInventory.of(node, busy), new TreeMap<>());
    int cpus = node.count("cpus", 0);
    return Optional.of(
        new Node(
            name,
            state,
            gpus,
            Math.min(cpus, node.count("effective_cpus", cpus)),
            (int) used("alloc_cpus", busy),
            Math.max(0, node.num("real_memory").or(0) - node.num("specialized_memory").or(0)),
            used("alloc_memory", busy),
            new TreeSet<>(node.texts(node.has("active_features") ? "active_features" : "features")),
            new TreeSet<>(node.texts("partitions")),
            node.num("weight").or(1),
            node.oddity(),
            otherGres));
  }

  /** What is in use of a resource. On a node that works, not to know it is not to be free. */
  private long used(String field, boolean busy) {
    Num num = node.num(field);
    if (num.isInfinite() || num.or(0) < 0 || (busy && !num.isSet())) {
      node.odd(field, node.has(field) ? node.node(field).toString() : "missing");
    }
    return Math.min(Integer.MAX_VALUE, Math.max(0, num.or(0)));
  }

  private NodeState state() {
    List<String> wordList = new ArrayList<>(node.texts("state"));
    wordList.addAll(node.texts("state_flags"));
    return node.attempt(
        "state",
        () -> {
          StateText state = StateText.parse(wordList);
          return new NodeState(state.base(), state.flags());
        },
        new NodeState("UNKNOWN", new TreeSet<>()));
  }
}
