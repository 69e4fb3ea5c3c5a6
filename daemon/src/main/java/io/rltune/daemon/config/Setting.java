package io.rltune.daemon.config;

import static java.util.Objects.requireNonNull;

/**
 * One setting: the single place for its key, default, reader and explanation.
 *
 * @param key dotted path in the file, e.g. {@code slurm.token_file}
 * @param type how its text becomes a value, and what a wrong one is told
 * @param defaultText the default as it would be written in the file; empty where the setting has
 *     none
 * @param doc one or two sentences for the sample file and the manual
 * @param secret whether its value is shown to nobody
 */
public record Setting<T>(
    String key, ValueType<T> type, String defaultText, String doc, boolean secret) {
  public Setting {
    requireNonNull(key, "key");
    requireNonNull(type, "type");
    requireNonNull(defaultText, "defaultText");
    requireNonNull(doc, "doc");
  }

  public Setting(String key, ValueType<T> type, String defaultText, String doc) {
    this(key, type, defaultText, doc, false);
  }

  /** The part of the key before the first dot. */
  public String section() {
    return key.substring(0, Math.max(0, key.indexOf('.')));
  }

  /** The environment variable that overrides the file. */
  public String environmentName() {
    return "RLTUNE_" + key.replace('.', '_').toUpperCase(java.util.Locale.ROOT);
  }

  /** Whether a change counts only from the next start on: what the daemon opens once. */
  public boolean needsRestart() {
    return section().equals("slurm")
        || section().equals("http")
        || section().equals("history")
        || section().equals("tune")
        || key.equals("daemon.state_dir")
        || key.equals("daemon.standby");
  }
}
