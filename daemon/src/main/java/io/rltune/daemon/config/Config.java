package io.rltune.daemon.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** Typed values of all settings, and where each came from. Immutable. */
public final class Config {
  /**
   * A value and its origin.
   *
   * @param value the typed value
   * @param text as written
   * @param origin {@code default} or {@code FILE:LINE}
   */
  record Entry(Object value, String text, String origin) {}

  private final Map<Setting<?>, Entry> entries;

  Config(Map<Setting<?>, Entry> entries) {
    this.entries = new LinkedHashMap<>(entries);
  }

  /** The built-in defaults. */
  public static Config defaults() {
    return new Config(ConfigLoader.defaults());
  }

  @SuppressWarnings("unchecked") // the loader stores what the setting's own reader gave
  public <T> T get(Setting<T> setting) {
    return (T) entries.get(setting).value();
  }

  /** The value as it was written. */
  public String text(Setting<?> setting) {
    return entries.get(setting).text();
  }

  /** {@code default} or file and line. */
  public String origin(Setting<?> setting) {
    return entries.get(setting).origin();
  }
}
