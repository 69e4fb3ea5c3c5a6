package io.rltune.daemon.tune;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import org.jspecify.annotations.Nullable;

/**
 * A tuned policy that is in force.
 *
 * @param file name in the directory of tuned policies
 * @param sha256 of the file: one that was changed since is not used
 * @param base SHA-256 of the policy that the configuration names: for another one it is not meant
 * @param since when it came into force, seconds since the epoch
 * @param verdict of the gate, for people
 * @param previous the tuned policy before it; null where that was the configured one
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record LivePolicy(
    String file,
    String sha256,
    String base,
    long since,
    String verdict,
    @Nullable LivePolicy previous) {
  /** For people: the file's name without its ending. */
  public String name() {
    return file.replaceFirst("\\.zip$", "");
  }
}
