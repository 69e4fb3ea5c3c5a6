package io.rltune.daemon.config;

import io.rltune.daemon.config.Config.Entry;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;

/** Reads one file into what has been gathered. */
final class YamlReader {
  private final Path file;
  private final Gathered gathered;
  private final Set<String> seen = new TreeSet<>();

  YamlReader(Path file, Gathered gathered) {
    this.file = file;
    this.gathered = gathered;
  }

  void read(String text) {
    try {
      Node root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
      if (root != null) {
        readSection("", root);
      }
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
      gathered.problems().add(file + ":" + line + ": not YAML: " + e.getProblem());
    } catch (YAMLException e) {
      gathered.problems().add(file + ": not YAML: " + e.getMessage());
    }
  }

  private void readSection(String prefix, Node node) {
    if (isSection(prefix, node)) {
      for (NodeTuple tuple : ((MappingNode) node).getValue()) {
        readKey(prefix + keyOf(tuple), tuple.getKeyNode(), tuple.getValueNode());
      }
    }
  }

  private boolean isSection(String prefix, Node node) {
    if (node instanceof MappingNode section) {
      for (NodeTuple tuple : section.getValue()) {
        if (!(tuple.getKeyNode() instanceof ScalarNode)) {
          problem(tuple.getKeyNode(), name(prefix) + " has a key that is not a name");
          return false;
        }
      }
      return true;
    }
    if (!(node instanceof ScalarNode scalar && scalar.getValue().isEmpty())) {
      problem(node, name(prefix) + " must be a section of keys");
    }
    return false;
  }

  private void readKey(String key, Node keyNode, Node value) {
    if (isTwice(key, keyNode)) {
      return;
    }
    for (Scope.Kind kind : Scope.Kind.values()) {
      if (kind.section().equals(key)) {
        readScopes(kind, value);
        return;
      }
    }
    for (Setting<?> setting : Settings.ALL) {
      if (setting.key().equals(key)) {
        Entry entry = entry(setting, key, value);
        if (entry != null) {
          gathered.put(setting, entry);
        }
        return;
      }
    }
    if (Settings.ALL.stream().anyMatch(setting -> setting.key().startsWith(key + "."))) {
      readSection(key + ".", value);
      return;
    }
    unknown(key, keyNode, value, Settings.ALL.stream().map(Setting::key).toList());
  }

  private void readScopes(Scope.Kind kind, Node node) {
    String prefix = kind.section() + ".";
    if (!isSection(prefix, node)) {
      return;
    }
    for (NodeTuple tuple : ((MappingNode) node).getValue()) {
      String name = keyOf(tuple);
      String place = prefix + name + ".";
      if (!isTwice(prefix + name, tuple.getKeyNode()) && isSection(place, tuple.getValueNode())) {
        for (NodeTuple own : ((MappingNode) tuple.getValueNode()).getValue()) {
          readScoped(kind, name, place, own);
        }
      }
    }
  }

  private void readScoped(Scope.Kind kind, String name, String place, NodeTuple tuple) {
    String key = place + keyOf(tuple);
    if (isTwice(key, tuple.getKeyNode())) {
      return;
    }
    for (Setting<?> setting : ScopedSettings.ALL) {
      if (setting.key().equals(keyOf(tuple))) {
        Entry entry = entry(setting, key, tuple.getValueNode());
        if (entry != null) {
          gathered.put(kind, name, setting, entry);
        }
        return;
      }
    }
    List<String> known = ScopedSettings.ALL.stream().map(s -> place + s.key()).toList();
    unknown(key, tuple.getKeyNode(), tuple.getValueNode(), known);
  }

  private Entry entry(Setting<?> setting, String key, Node node) {
    String shown = setting.secret() ? "(secret)" : NodeValues.show(node);
    try {
      Object raw = NodeValues.raw(setting.type().shape(), node);
      return new Entry(
          setting.type().reader().apply(raw), NodeValues.show(node), file + ":" + line(node));
    } catch (IllegalArgumentException | ClassCastException e) {
      problem(node, "key '" + key + "': value '" + shown + "' must be " + setting.type().expects());
      return null;
    }
  }

  private boolean isTwice(String key, Node keyNode) {
    if (seen.add(key)) {
      return false;
    }
    problem(keyNode, "key '" + key + "' is given twice");
    return true;
  }

  private void unknown(String key, Node keyNode, Node value, List<String> known) {
    problem(
        keyNode,
        "unknown key '"
            + key
            + "' (value '"
            + NodeValues.show(value)
            + "')"
            + Nearest.hint(key, known));
  }

  private void problem(Node node, String text) {
    gathered.problems().add(file + ":" + line(node) + ": " + text);
  }

  private static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }

  private static String keyOf(NodeTuple tuple) {
    return ((ScalarNode) tuple.getKeyNode()).getValue();
  }

  private static String name(String prefix) {
    return prefix.isEmpty() ? "the file" : "'" + prefix.substring(0, prefix.length() - 1) + "'";
  }
}
