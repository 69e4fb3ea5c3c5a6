package io.rltune.daemon.config;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Typed values of all settings, and where each came from. Immutable. */
public final class Config {
  private static final Pattern USER_INFO = Pattern.compile("(://)[^/@]+@");

  /**
   * A value and its origin.
   *
   * @param value the typed value
   * @param text as written
   * @param origin {@code default}, {@code FILE:LINE}, {@code environment NAME} or {@code
   *     credential}
   */
  record Entry(Object value, String text, String origin) {}

  /**
   * A line of {@code show-conf}.
   *
   * @param key full dotted key
   * @param value as written; secrets masked
   * @param origin where it came from
   */
  public record Line(String key, String value, String origin) {}

  private final Map<Setting<?>, Entry> entries;
  private final Map<Scope.Kind, Map<String, Scope>> scopes = new EnumMap<>(Scope.Kind.class);

  Config(Map<Setting<?>, Entry> entries, Map<Scope.Kind, Map<String, Scope>> scopes) {
    this.entries = new LinkedHashMap<>(entries);
    for (Scope.Kind kind : Scope.Kind.values()) {
      this.scopes.put(kind, Map.copyOf(scopes.getOrDefault(kind, Map.of())));
    }
  }

  /** The built-in defaults. */
  public static Config defaults() {
    return new Config(ConfigLoader.defaults(), Map.of());
  }

  @SuppressWarnings("unchecked") // the loader stores what the setting's own reader gave
  public <T> T get(Setting<T> setting) {
    return (T) entries.get(setting).value();
  }

  /** What partitions have of their own, by name. */
  public Map<String, Scope> partitions() {
    return scopes.get(Scope.Kind.PARTITIONS);
  }

  /** What accounts have of their own, by name. */
  public Map<String, Scope> accounts() {
    return scopes.get(Scope.Kind.ACCOUNTS);
  }

  /** The value as it was written. */
  public String text(Setting<?> setting) {
    return entries.get(setting).text();
  }

  /** {@code default}, file and line, or the environment variable. */
  public String origin(Setting<?> setting) {
    return entries.get(setting).origin();
  }

  /** Everything that is in force, for people. */
  public List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    entries.forEach(
        (setting, entry) ->
            lines.add(new Line(setting.key(), masked(setting, entry), entry.origin())));
    for (Scope.Kind kind : Scope.Kind.values()) {
      scopes.get(kind).values().stream()
          .sorted(java.util.Comparator.comparing(Scope::place))
          .forEach(
              scope ->
                  scope
                      .shown()
                      .forEach(
                          (key, entry) -> lines.add(new Line(key, entry.text(), entry.origin()))));
    }
    return lines;
  }

  /** Settings that differ from another configuration and count only from the next start on. */
  public List<String> needingRestart(Config other) {
    return entries.keySet().stream()
        .filter(Setting::needsRestart)
        .filter(setting -> !get(setting).equals(other.get(setting)))
        .map(Setting::key)
        .toList();
  }

  private static String masked(Setting<?> setting, Entry entry) {
    if (setting.secret()) {
      return entry.text().isEmpty() ? "" : "(secret)";
    }
    return USER_INFO.matcher(entry.text()).replaceAll("$1(secret)@");
  }

  /** The origin of a key, for problems that are only found when the value is used. */
  public Optional<String> originOf(String key) {
    return entries.keySet().stream()
        .filter(setting -> setting.key().equals(key))
        .map(this::origin)
        .findFirst();
  }
}
