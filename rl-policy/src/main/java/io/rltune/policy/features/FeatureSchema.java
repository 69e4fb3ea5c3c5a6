package io.rltune.policy.features;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * The table of features as a whole: how many, their names, and a hash that binds a policy to it.
 */
public final class FeatureSchema {
  /** Features of one job, the width of a row. */
  public static final int WIDTH = Feature.values().length;

  private static final String HASH = sha256(table());

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

  private static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
