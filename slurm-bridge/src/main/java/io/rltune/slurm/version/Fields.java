package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Hostlist;
import java.util.ArrayList;
import java.util.List;

/** Reads the fields of one record, whatever encoding the API version gives them. */
final class Fields {
  private final JsonNode record;

  Fields(JsonNode record) {
    this.record = record;
  }

  /** A field by its path from the record. */
  JsonNode node(String... path) {
    JsonNode node = record;
    for (String name : path) {
      node = node.path(name);
    }
    return node;
  }

  boolean has(String... path) {
    JsonNode node = node(path);
    return !node.isMissingNode() && !node.isNull();
  }

  Num num(String... path) {
    return Num.of(node(path));
  }

  /** Text, empty where there is none; elements of an array joined by commas. */
  String text(String... path) {
    JsonNode node = node(path);
    if (node.isArray()) {
      return String.join(",", texts(path));
    }
    String text = node.isValueNode() && !node.isNull() ? node.asText() : "";
    return text.equals("(null)") ? "" : text;
  }

  /** Elements of an array, or of a comma-separated string; absent ones are left out. */
  List<String> texts(String... path) {
    JsonNode node = node(path);
    List<String> textList = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(
          element -> {
            if (element.isValueNode() && isPresent(element.asText())) {
              textList.add(element.asText().strip());
            }
          });
    } else if (node.isTextual()) {
      for (String part : node.asText().split(",", -1)) {
        if (isPresent(part)) {
          textList.add(part.strip());
        }
      }
    }
    return textList;
  }

  /** Here "none" is a value (of {@code shared}), or a partition's name. */
  private static boolean isPresent(String text) {
    return !text.isBlank() && !text.strip().equals("(null)");
  }

  /** Node names behind a host list, which may be a string or an array. */
  List<String> hosts(String... path) throws GrammarException {
    JsonNode node = node(path);
    if (node.isArray()) {
      List<String> hostList = new ArrayList<>();
      for (JsonNode element : node) {
        hostList.addAll(Hostlist.expandOrEmpty(element.asText()));
      }
      return hostList;
    }
    return Hostlist.expandOrEmpty(text(path));
  }
}
