package io.rltune.solver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.model.Placement;
import java.util.Locale;

/** Writes the JSON answer of {@code rltune solve}. */
public final class ResultWriter {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private ResultWriter() {}

  /**
   * One line of JSON; bound and gap are null for a heuristic answer, the note is left out if empty.
   */
  public static String write(PlacementResult result) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("status", result.status().name().toLowerCase(Locale.ROOT));
    root.put("objective", result.objective());
    putFinite(root, "bound", result.bound());
    putFinite(root, "gap", result.gap());
    root.put("solve_ms", Math.round(result.solveMs() * 1000) / 1000.0);
    ArrayNode placements = root.putArray("placements");
    for (Placement placement : result.placements()) {
      ObjectNode one = placements.addObject();
      one.put("job", placement.jobId());
      ObjectNode nodes = one.putObject("nodes");
      placement.gpusByNode().forEach(nodes::put);
    }
    if (!result.note().isEmpty()) {
      root.put("note", result.note());
    }
    try {
      return MAPPER.writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values cannot be written", e);
    }
  }

  private static void putFinite(ObjectNode root, String name, double value) {
    if (Double.isFinite(value)) {
      root.put(name, value);
    } else {
      root.putNull(name);
    }
  }
}
