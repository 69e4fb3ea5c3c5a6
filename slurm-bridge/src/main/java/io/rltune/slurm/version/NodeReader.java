package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.model.GpuCount;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.StateText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads one node record. Its field names are the same from v0.0.38 to v0.0.45, but for {@code
 * state_flags}, which joined {@code state} in v0.0.39, and what v0.0.38 does not have
 * (effective_cpus, specialized_memory). A field that cannot be read makes the node odd: nothing is
 * placed on it.
 */
final class NodeReader {
  private final Fields node;
  private final StringJoiner oddities = new StringJoiner("; ");

  private NodeReader(JsonNode record) {
    node = new Fields(record);
  }

  /** Reads a record; empty where it has no name. */
  static Optional<Node> read(JsonNode record) {
    return new NodeReader(record).read();
  }

  private Optional<Node> read() {
    String name = node.text("name");
    if (name.isBlank()) {
      return Optional.empty();
    }
    NodeState state = state();
    SortedMap<String, GpuCount> gpus = gpus();
    int cpus = node.num("cpus").count(0);
    return Optional.of(
        new Node(
            name,
            state,
            gpus,
            Math.min(cpus, node.num("effective_cpus").count(cpus)),
            node.num("alloc_cpus").count(0),
            Math.max(0, node.num("real_memory").or(0) - node.num("specialized_memory").or(0)),
            Math.max(0, node.num("alloc_memory").or(0)),
            new TreeSet<>(node.texts(node.has("active_features") ? "active_features" : "features")),
            new TreeSet<>(node.texts("partitions")),
            node.num("weight").or(1),
            oddities.toString()));
  }

  private NodeState state() {
    List<String> wordList = new ArrayList<>(node.texts("state"));
    wordList.addAll(node.texts("state_flags"));
    try {
      StateText state = StateText.parse(wordList);
      return new NodeState(state.base(), state.flags());
    } catch (GrammarException e) {
      oddities.add("state: " + e.getMessage());
      return new NodeState("UNKNOWN", new TreeSet<>());
    }
  }

  private SortedMap<String, GpuCount> gpus() {
    try {
      return GpuInventory.of(node);
    } catch (GrammarException e) {
      oddities.add("gres: " + e.getMessage());
      return new TreeMap<>();
    }
  }
}
