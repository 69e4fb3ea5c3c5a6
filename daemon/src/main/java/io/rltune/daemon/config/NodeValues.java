package io.rltune.daemon.config;

import io.rltune.daemon.config.ValueType.Shape;
import java.util.LinkedHashMap;
import java.util.Map;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Values of YAML nodes. */
final class NodeValues {
  private NodeValues() {}

  /**
   * The value as a reader of this shape takes it.
   *
   * @throws ClassCastException for another shape
   */
  static Object raw(Shape shape, Node node) {
    return switch (shape) {
      case SCALAR -> ((ScalarNode) node).getValue();
      case LIST ->
          ((SequenceNode) node)
              .getValue().stream().map(item -> (Object) ((ScalarNode) item).getValue()).toList();
      case MAP -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (NodeTuple tuple : ((MappingNode) node).getValue()) {
          String key = ((ScalarNode) tuple.getKeyNode()).getValue();
          if (map.put(key, ((ScalarNode) tuple.getValueNode()).getValue()) != null) {
            throw new IllegalArgumentException("'" + key + "' is given twice");
          }
        }
        yield map;
      }
    };
  }

  /** The value on one line. */
  static String show(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    if (node instanceof SequenceNode list) {
      return list.getValue().stream().map(NodeValues::show).toList().toString();
    }
    StringBuilder text = new StringBuilder("{");
    for (NodeTuple tuple : ((MappingNode) node).getValue()) {
      text.append(text.length() > 1 ? ", " : "")
          .append(show(tuple.getKeyNode()))
          .append(": ")
          .append(show(tuple.getValueNode()));
    }
    return text.append('}').toString();
  }
}
