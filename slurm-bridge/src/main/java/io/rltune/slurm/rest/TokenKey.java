package io.rltune.slurm.rest;

import io.rltune.slurm.SlurmException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Tokens that RLTune signs by itself with Slurm's HS256 key, each for ten minutes. Only on request:
 * whoever can read that key can be any user of the cluster, root too.
 */
final class TokenKey implements TokenSupply {
  private static final Duration LIFETIME = Duration.ofMinutes(10);

  private final Path keyFile;
  private final String user;
  private final Clock clock;

  TokenKey(Path keyFile, String user, Clock clock) {
    this.keyFile = keyFile;
    this.user = user;
    this.clock = clock;
  }

  @Override
  public String token(String current, boolean refused) throws SlurmException {
    Instant now = clock.instant();
    Instant renewAt =
        Jwt.expiry(current).map(expiry -> expiry.minus(LIFETIME.dividedBy(2))).orElse(Instant.MIN);
    if (!refused && now.isBefore(renewAt)) {
      return current;
    }
    if (TokenFile.readableByAll(keyFile)) {
      throw TokenSupply.refusal(
          where(), "is readable by everyone, who can then be any user; run: chmod 600", null);
    }
    try {
      return Jwt.sign(Files.readAllBytes(keyFile), user, now, LIFETIME);
    } catch (IOException e) {
      throw TokenSupply.refusal(
          where(), "cannot be read (" + e.getClass().getSimpleName() + ")", e);
    } catch (GeneralSecurityException e) {
      throw TokenSupply.refusal(where(), "cannot sign: " + e.getMessage(), e);
    }
  }

  @Override
  public List<String> warnings() {
    return List.of(
        "tokens are signed with Slurm's own key "
            + keyFile
            + ", which can be used to be any user; prefer a token file or a token command");
  }

  @Override
  public String remedy() {
    return "the clock of this machine may be wrong";
  }

  private String where() {
    return "JWT key " + keyFile;
  }
}
