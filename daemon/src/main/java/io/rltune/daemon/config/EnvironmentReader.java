package io.rltune.daemon.config;

import io.rltune.daemon.config.Config.Entry;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/**
 * Reads {@code RLTUNE_SECTION_KEY}. A variable that names a section of ours but no key of it is a
 * mistake; others that begin with RLTUNE_ belong to somebody else.
 */
final class EnvironmentReader {
  private final Gathered gathered;

  EnvironmentReader(Gathered gathered) {
    this.gathered = gathered;
  }

  void read(Map<String, String> environment) {
    List<String> sections =
        Settings.ALL.stream()
            .map(setting -> "RLTUNE_" + setting.section().toUpperCase(java.util.Locale.ROOT) + "_")
            .distinct()
            .toList();
    List<String> known = Settings.ALL.stream().map(Setting::environmentName).toList();
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (known.contains(name)) {
                readValue(Settings.ALL.get(known.indexOf(name)), name, value);
              } else if (sections.stream().anyMatch(name::startsWith)) {
                gathered
                    .problems()
                    .add(
                        "environment: unknown variable '" + name + "'" + Nearest.hint(name, known));
              }
            });
  }

  private void readValue(Setting<?> setting, String name, String text) {
    try {
      Object raw = setting.type().shape() == ValueType.Shape.SCALAR ? text : parsed(setting, text);
      gathered.put(
          setting, new Entry(setting.type().reader().apply(raw), text, "environment " + name));
    } catch (IllegalArgumentException | ClassCastException | YAMLException e) {
      gathered
          .problems()
          .add(
              "environment: variable '"
                  + name
                  + "': value '"
                  + (setting.secret() ? "(secret)" : text)
                  + "' must be "
                  + setting.type().expects());
    }
  }

  /** Lists and maps are written as in the file: {@code [a, b]}, {@code {a: 1}}. */
  private static Object parsed(Setting<?> setting, String text) {
    Node node = new Yaml(new LoaderOptions()).compose(new StringReader(text));
    if (node == null) {
      throw new IllegalArgumentException("empty");
    }
    return NodeValues.raw(setting.type().shape(), node);
  }
}
