package io.rltune.daemon.config;

import io.rltune.daemon.config.Config.Entry;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the sources of a configuration have given so far. */
final class Gathered {
  private final List<String> problems = new ArrayList<>();
  private final Map<Setting<?>, Entry> entries = ConfigLoader.defaults();
  private final Map<Scope.Kind, Map<String, Map<Setting<?>, Entry>>> scopes =
      new EnumMap<>(Scope.Kind.class);

  List<String> problems() {
    return problems;
  }

  void put(Setting<?> setting, Entry entry) {
    entries.put(setting, entry);
  }

  void put(Scope.Kind kind, String name, Setting<?> setting, Entry entry) {
    scopes
        .computeIfAbsent(kind, k -> new LinkedHashMap<>())
        .computeIfAbsent(name, n -> new LinkedHashMap<>())
        .put(setting, entry);
  }

  boolean isDefault(Setting<?> setting) {
    return entries.get(setting).origin().equals("default");
  }

  Config config() throws ConfigException {
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    Map<Scope.Kind, Map<String, Scope>> built = new EnumMap<>(Scope.Kind.class);
    scopes.forEach(
        (kind, byName) -> {
          Map<String, Scope> named = new LinkedHashMap<>();
          byName.forEach((name, values) -> named.put(name, new Scope(kind, name, values)));
          built.put(kind, named);
        });
    return new Config(entries, built);
  }
}
