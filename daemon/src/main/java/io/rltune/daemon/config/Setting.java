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
 */
public record Setting<T>(String key, ValueType<T> type, String defaultText, String doc) {
  public Setting {
    requireNonNull(key, "key");
    requireNonNull(type, "type");
    requireNonNull(defaultText, "defaultText");
    requireNonNull(doc, "doc");
  }
}
