package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * v0.0.45 of Slurm 26.05, and read alike, versions that are newer than what we know. Its
 * differences from v0.0.44:
 *
 * <ul>
 *   <li>{@code shared} of a job is always empty, so exclusive jobs cannot be told: v0.0.44 goes
 *       before;
 *   <li>partitions tell by {@code partition.exclusive} whether they give whole nodes ({@code
 *       maximums.shares} is always 0), and by {@code flags} which is the default;
 *   <li>nodes may be {@code POWER_DOWN_ASAP} or {@code POWER_DOWN_FORCE}.
 * </ul>
 */
final class ApiV45 extends NestedApi {
  static final int NUMBER = 45;

  /** v0.0.45, or the name of a newer version. */
  ApiV45(String version) {
    super(version);
  }

  @Override
  public String note() {
    String exclusive = "exclusive jobs do not show in it and are placed like others";
    if (version().equals(VersionRange.name(NUMBER))) {
      return "API " + version() + ": " + exclusive;
    }
    return "API " + version() + " is newer than RLTune knows and is read as v0.0.45: " + exclusive;
  }

  @Override
  public boolean givesWholeNodes(JsonNode partition) {
    String exclusive =
        new Fields(partition).text("partition", "exclusive").toUpperCase(Locale.ROOT);
    return !exclusive.isEmpty() && !exclusive.equals("NO");
  }
}
