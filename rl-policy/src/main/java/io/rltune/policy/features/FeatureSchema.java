package io.rltune.policy.features;

import io.rltune.model.Sha256;
import java.util.Arrays;
import java.util.List;

/**
 * The table of features as a whole: how many, their names, and a hash that binds a policy to it.
 */
public final class FeatureSchema {
  /** Features of one job, the width of a row. */
  public static final int WIDTH = Feature.values().length;

  private static final String HASH = Sha256.of(table());

  private FeatureSchema() {}

  /** Feature names in input order. */
  public static List<String> names() {
    return Arrays.stream(Feature.values()).map(Feature::name).toList();
  }

  /** SHA-256 of names, units and definitions in order, 64 hex digits. */
  public static String hash() {
    return HASH;
  }

  /** The features as a Markdown table, the one in docs/features.md. */
  public static String table() {
    StringBuilder table =
        new StringBuilder("| # | feature | unit | range | definition |\n|---|---|---|---|---|\n");
    for (Feature feature : Feature.values()) {
      table.append(
          "| %d | %s | %s | 0 to 1 | %s |\n"
              .formatted(feature.index(), feature.name(), feature.unit(), feature.definition()));
    }
    return table.toString();
  }
}
