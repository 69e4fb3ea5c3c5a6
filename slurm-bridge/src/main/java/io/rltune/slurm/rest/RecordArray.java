package io.rltune.slurm.rest;

import java.util.Set;

/**
 * The main array of an answer, and what of its records is read; the rest is skipped while it
 * streams by, and never becomes an object.
 *
 * @param key name of the array, e.g. {@code jobs}; empty for none
 * @param fields fields of a record that are wanted; empty for all
 */
public record RecordArray(String key, Set<String> fields) {
  /** An answer without records. */
  public static final RecordArray NONE = of("");

  public RecordArray {
    fields = Set.copyOf(fields);
  }

  /** Whole records. */
  public static RecordArray of(String key) {
    return new RecordArray(key, Set.of());
  }
}
