package io.rltune.sim.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Slurm's JSON encodings, and the templates that carry every field of a record. */
final class Json {
  static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  /** A template from the resources of this package. */
  static ObjectNode template(String name) {
    try (InputStream in = Json.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource " + name + " is missing from the simulator jar");
      }
      return (ObjectNode) MAPPER.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Slurm's number with its three states. */
  static ObjectNode number(long value) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("set", true)
        .put("infinite", false)
        .put("number", value);
  }

  static ObjectNode infinite() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("set", false)
        .put("infinite", true)
        .put("number", 0);
  }

  static void putTexts(ObjectNode object, String key, List<String> texts) {
    texts.forEach(object.putArray(key)::add);
  }
}
