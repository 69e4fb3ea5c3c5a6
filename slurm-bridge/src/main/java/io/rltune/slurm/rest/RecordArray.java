package io.rltune.slurm.rest;

import java.util.Set;

/**
 * The main array of an answer, and what of its records is read; the rest is skipped while it
 * streams by, and never becomes an object.
 *
 * @param key name of the array, e.g. {@code jobs}; empty for none
 * @param fields fields of a record that are wanted; empty for all
 * @param isObject whether it is no array but one object, which counts as one record
 */
public record RecordArray(String key, Set<String> fields, boolean isObject) {
  /** An answer without records. */
  public static final RecordArray NONE = of("");

  public RecordArray {
    fields = Set.copyOf(fields);
  }

  /** An array of records. */
  public RecordArray(String key, Set<String> fields) {
    this(key, fields, false);
  }

  /** One whole object instead of an array. */
  public static RecordArray object(String key) {
    return new RecordArray(key, Set.of(), true);
  }

  /** Whole records. */
  public static RecordArray of(String key) {
    return new RecordArray(key, Set.of());
  }
}
