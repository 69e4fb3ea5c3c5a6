package io.rltune.daemon.config;

import io.rltune.daemon.config.Config.Entry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What one partition or account has of its own. Immutable. */
public final class Scope {
  /** Partitions or accounts. */
  public enum Kind {
    PARTITIONS,
    ACCOUNTS;

    /** The section of the file. */
    public String section() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private final Kind kind;
  private final String name;
  private final Map<Setting<?>, Entry> entries;

  Scope(Kind kind, String name, Map<Setting<?>, Entry> entries) {
    this.kind = kind;
    this.name = name;
    this.entries = new LinkedHashMap<>(entries);
  }

  /** Where it stands in the file, e.g. {@code partitions.gpu}. */
  public String place() {
    return kind.section() + "." + name;
  }

  @SuppressWarnings("unchecked") // the loader stores what the setting's own reader gave
  public <T> Optional<T> get(Setting<T> setting) {
    return Optional.ofNullable(entries.get(setting)).map(entry -> (T) entry.value());
  }

  /** The values as they were written and where, by full key. */
  Map<String, Entry> shown() {
    Map<String, Entry> shown = new LinkedHashMap<>();
    entries.forEach((setting, entry) -> shown.put(place() + "." + setting.key(), entry));
    return shown;
  }
}
