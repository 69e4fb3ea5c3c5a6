package io.rltune.daemon.config;

import io.rltune.daemon.config.Config.Entry;
import io.rltune.daemon.config.ValueType.Shape;
import io.rltune.model.EditDistance;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads a configuration file strictly: every key must be known, every value right; all problems are
 * told at once, with their line.
 */
public final class ConfigLoader {
  private final Path file;
  private final List<String> problems = new ArrayList<>();
  private final Map<Setting<?>, Entry> entries = defaults();
  private final Set<String> seen = new TreeSet<>();

  private ConfigLoader(Path file) {
    this.file = file;
  }

  /**
   * Loads a file.
   *
   * @throws ConfigException naming file, line, key, value and the nearest valid key for every
   *     problem
   */
  public static Config load(Path file) throws ConfigException {
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new ConfigException(List.of(file + ": no such file"));
    } catch (IOException e) {
      throw new ConfigException(List.of(file + ": cannot be read: " + e.getMessage()));
    }
    return parse(file, text);
  }

  /** Reads the text of a file. */
  public static Config parse(Path file, String text) throws ConfigException {
    ConfigLoader loader = new ConfigLoader(file);
    try {
      Node root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
      if (root != null) {
        loader.readSection("", root);
      }
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1;
      loader.problems.add(file + ":" + line + ": not YAML: " + e.getProblem());
    }
    if (!loader.problems.isEmpty()) {
      throw new ConfigException(loader.problems);
    }
    return new Config(loader.entries);
  }

  static Map<Setting<?>, Entry> defaults() {
    Map<Setting<?>, Entry> defaults = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.ALL) {
      Object raw =
          switch (setting.type().shape()) {
            case SCALAR -> setting.defaultText();
            case LIST -> List.of();
            case MAP -> Map.of();
          };
      defaults.put(
          setting, new Entry(setting.type().reader().apply(raw), setting.defaultText(), "default"));
    }
    return defaults;
  }

  private void readSection(String prefix, Node node) {
    if (!(node instanceof MappingNode section)) {
      if (!(node instanceof ScalarNode scalar && scalar.getValue().isEmpty())) {
        problems.add(at(node) + name(prefix) + " must be a section of keys");
      }
      return;
    }
    for (NodeTuple tuple : section.getValue()) {
      String key = prefix + ((ScalarNode) tuple.getKeyNode()).getValue();
      readKey(key, tuple.getKeyNode(), tuple.getValueNode());
    }
  }

  private void readKey(String key, Node keyNode, Node value) {
    if (!seen.add(key)) {
      problems.add(at(keyNode) + "key '" + key + "' is given twice");
      return;
    }
    for (Setting<?> setting : Settings.ALL) {
      if (setting.key().equals(key)) {
        readValue(setting, value);
        return;
      }
    }
    if (Settings.ALL.stream().anyMatch(setting -> setting.key().startsWith(key + "."))) {
      readSection(key + ".", value);
      return;
    }
    problems.add(
        at(keyNode) + "unknown key '" + key + "' (value '" + show(value) + "')" + nearest(key));
  }

  private void readValue(Setting<?> setting, Node node) {
    try {
      Object raw = raw(setting.type().shape(), node);
      Object value = setting.type().reader().apply(raw);
      entries.put(
          setting, new Entry(value, show(node), file + ":" + (node.getStartMark().getLine() + 1)));
    } catch (IllegalArgumentException | ClassCastException e) {
      problems.add(
          at(node)
              + "key '"
              + setting.key()
              + "': value '"
              + show(node)
              + "' must be "
              + setting.type().expects());
    }
  }

  private static Object raw(Shape shape, Node node) {
    return switch (shape) {
      case SCALAR -> ((ScalarNode) node).getValue();
      case LIST ->
          ((SequenceNode) node)
              .getValue().stream().map(item -> (Object) ((ScalarNode) item).getValue()).toList();
      case MAP -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (NodeTuple tuple : ((MappingNode) node).getValue()) {
          map.put(
              ((ScalarNode) tuple.getKeyNode()).getValue(),
              ((ScalarNode) tuple.getValueNode()).getValue());
        }
        yield map;
      }
    };
  }

  private static String show(Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    if (node instanceof SequenceNode list) {
      return list.getValue().stream().map(ConfigLoader::show).toList().toString();
    }
    return "{...}";
  }

  private String at(Node node) {
    return file + ":" + (node.getStartMark().getLine() + 1) + ": ";
  }

  private static String name(String prefix) {
    return prefix.isEmpty() ? "the file" : "'" + prefix.substring(0, prefix.length() - 1) + "'";
  }

  private static String nearest(String key) {
    String best = "";
    int bestDistance = Integer.MAX_VALUE;
    for (Setting<?> setting : Settings.ALL) {
      int distance = EditDistance.between(key, setting.key());
      if (distance < bestDistance) {
        bestDistance = distance;
        best = setting.key();
      }
    }
    return bestDistance <= Math.max(3, key.length() / 2) ? "; did you mean '" + best + "'?" : "";
  }
}
