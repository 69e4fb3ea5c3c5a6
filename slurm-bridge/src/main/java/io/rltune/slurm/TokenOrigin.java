package io.rltune.slurm;

import java.nio.file.Path;

/**
 * Where the token for slurmrestd comes from; at most one of the three is given.
 *
 * @param file file with the JWT, read again whenever it changes; empty path for none
 * @param command command that prints a JWT, blanks separate its arguments; empty for none
 * @param keyFile Slurm's HS256 key, to sign tokens with; empty path for none
 */
public record TokenOrigin(Path file, String command, Path keyFile) {
  public static final TokenOrigin NONE = new TokenOrigin(Path.of(""), "", Path.of(""));

  public TokenOrigin {
    int given =
        (file.toString().isEmpty() ? 0 : 1)
            + (command.isBlank() ? 0 : 1)
            + (keyFile.toString().isEmpty() ? 0 : 1);
    if (given > 1) {
      throw new IllegalArgumentException(
          "a token file, a token command and a JWT key exclude each other: set one");
    }
  }

  /** A token in a file; empty path for no token. */
  public static TokenOrigin file(Path file) {
    return new TokenOrigin(file, "", Path.of(""));
  }

  public static TokenOrigin command(String command) {
    return new TokenOrigin(Path.of(""), command, Path.of(""));
  }

  public static TokenOrigin key(Path keyFile) {
    return new TokenOrigin(Path.of(""), "", keyFile);
  }
}
