package io.rltune.slurm.rest;

import io.rltune.slurm.SlurmException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The JWT for slurmrestd, renewed under a running daemon. The token itself is in no message that
 * this class or its suppliers write.
 */
public final class TokenSource {
  private static final TokenSupply NONE =
      new TokenSupply() {
        @Override
        public String token(String current, boolean refused) {
          return "";
        }

        @Override
        public List<String> warnings() {
          return List.of();
        }

        @Override
        public String remedy() {
          return "";
        }
      };

  private final TokenSupply supply;
  private String token = "";
  private boolean refused;

  private TokenSource(TokenSupply supply) {
    this.supply = supply;
  }

  /**
   * Reads from a file, again whenever it changes.
   *
   * @param file file with the token alone, or as {@code scontrol token} prints it; empty path for
   *     no token at all
   */
  public TokenSource(Path file) {
    this(file.toString().isEmpty() ? NONE : new TokenFile(file));
  }

  /** Runs a command that prints a token, again before the token expires. */
  public static TokenSource ofCommand(String command, Duration timeout, Clock clock) {
    return new TokenSource(new TokenCommand(command, timeout, clock));
  }

  /** Signs tokens with Slurm's own HS256 key. */
  public static TokenSource ofKey(Path keyFile, String user, Clock clock) {
    return new TokenSource(new TokenKey(keyFile, user, clock));
  }

  /** Whether requests carry a token. */
  public boolean isConfigured() {
    return supply != NONE;
  }

  /**
   * The token as it is now; empty when none is configured.
   *
   * @throws SlurmException of kind AUTH when there is none to be had
   */
  public synchronized String token() throws SlurmException {
    token = supply.token(token, refused);
    refused = false;
    return token;
  }

  /** Tells that Slurm refused the token: the next one is fetched afresh. */
  synchronized void wasRefused() {
    refused = true;
  }

  /** When the token expires, where it says. */
  public synchronized Optional<Instant> expiry() {
    return Jwt.expiry(token);
  }

  /** The Slurm user that the token is for, where it says. */
  public synchronized Optional<String> user() {
    return Jwt.user(token);
  }

  /** What is wrong but does not stop us, e.g. that everybody may read the file. */
  public List<String> warnings() {
    return supply.warnings();
  }

  /** What helps when the token has expired. */
  String remedy() {
    return supply.remedy();
  }

  /** The text with the token, should a server ever echo it, taken out. */
  synchronized String redact(String text) {
    return token.isEmpty() ? text : text.replace(token, "[token]");
  }
}
