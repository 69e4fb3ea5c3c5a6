package io.rltune.sim.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.engine.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A node record of {@code GET /nodes}. */
final class NodeJson {
  private final ObjectNode template = Json.template("node.json");
  private final long epochS;

  NodeJson(long epochS) {
    this.epochS = epochS;
  }

  ObjectNode of(NodeView node) {
    NodeSpec spec = node.spec();
    ObjectNode json = template.deepCopy();
    int sockets = spec.cpus() % 2 == 0 ? 2 : 1;
    json.put("name", spec.name())
        .put("hostname", spec.name())
        .put("address", spec.name())
        .put("sockets", sockets)
        .put("cores", spec.cpus() / sockets)
        .put("cpus", spec.cpus())
        .put("effective_cpus", spec.cpus())
        .put("alloc_cpus", node.cpusUsed())
        .put("alloc_idle_cpus", spec.cpus() - node.cpusUsed())
        .put("real_memory", spec.memoryMb())
        .put("alloc_memory", node.memMbUsed())
        .put("weight", spec.weight())
        .put("tres_weighted", (double) node.cpusUsed());
    json.set("free_mem", Json.number(spec.memoryMb() - node.memMbUsed()));
    for (String time : List.of("boot_time", "slurmd_start_time", "last_busy")) {
      json.set(time, Json.number(epochS));
    }
    Json.putTexts(json, "features", List.copyOf(spec.features()));
    Json.putTexts(json, "active_features", List.copyOf(spec.features()));
    Json.putTexts(json, "partitions", node.partitions());
    Json.putTexts(json, "state", state(node));
    if (node.health() != NodeView.Health.UP) {
      json.put("reason", node.health() == NodeView.Health.DOWN ? "Not responding" : "drained")
          .put("reason_set_by_user", "root");
    }
    putGpus(json, node);
    return json;
  }

  private static List<String> state(NodeView node) {
    List<String> state = new ArrayList<>();
    if (node.health() == NodeView.Health.DOWN) {
      state.add("DOWN");
    } else if (node.cpusUsed() == 0) {
      state.add("IDLE");
    } else {
      state.add(node.cpusUsed() == node.spec().cpus() ? "ALLOCATED" : "MIXED");
    }
    if (node.health() == NodeView.Health.DRAIN) {
      state.add("DRAIN");
    }
    if (node.planned()) {
      state.add("PLANNED");
    }
    return state;
  }

  private static void putGpus(ObjectNode json, NodeView node) {
    NodeSpec spec = node.spec();
    Map<String, Integer> gpus = spec.gpus() > 0 ? Map.of(spec.gpuType(), spec.gpus()) : Map.of();
    json.put("gres", gpus.isEmpty() ? "" : TresText.gres(spec.gpuType(), spec.gpus()))
        .put(
            "gres_used",
            gpus.isEmpty() ? "" : TresText.gresWithIndexes(spec.gpuType(), node.gpuIndexesUsed()))
        .put("tres", TresText.ofNodes(spec.cpus(), spec.memoryMb(), 0, gpus))
        .put(
            "tres_used",
            TresText.used(
                node.cpusUsed(), node.memMbUsed(), spec.gpuType(), node.gpuIndexesUsed().size()));
  }
}
