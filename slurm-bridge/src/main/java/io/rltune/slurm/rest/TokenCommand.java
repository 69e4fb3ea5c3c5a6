package io.rltune.slurm.rest;

import io.rltune.slurm.SlurmException;
import io.rltune.slurm.process.ChildProcess;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A token that a command prints, e.g. {@code scontrol token lifespan=3600}: run again when a third
 * of the token's life is left, or when Slurm has refused it. The command runs without a shell; what
 * it prints is never shown.
 */
final class TokenCommand implements TokenSupply {
  /** In bytes; a token has less than 1,000. */
  private static final int MOST_OUTPUT = 16_384;

  /** A command that fails, or a token that Slurm refuses, is not asked for in every request. */
  private static final Duration BETWEEN_RUNS = Duration.ofSeconds(10);

  private final ChildProcess command;
  private final Clock clock;
  private Instant nextRun = Instant.MIN;
  private SlurmException failure = TokenSupply.refusal("token command", "has not run yet", null);

  TokenCommand(String command, Duration timeout, Clock clock) {
    this.command =
        ChildProcess.of(List.of(command.strip().split("\\s+")), timeout)
            .withErrors(ChildProcess.Errors.DROPPED)
            .withMostOutput(MOST_OUTPUT);
    this.clock = clock;
  }

  @Override
  public String token(String current, boolean refused) throws SlurmException {
    Instant now = clock.instant();
    if (!current.isEmpty() && !refused && !isDue(current, now)) {
      return current;
    }
    if (now.isBefore(nextRun)) {
      if (current.isEmpty()) {
        throw failure;
      }
      return current;
    }
    nextRun = now.plus(BETWEEN_RUNS);
    try {
      return TokenSupply.parse(run(), where());
    } catch (SlurmException e) {
      failure = e;
      boolean holds = !refused && Jwt.expiry(current).filter(now::isBefore).isPresent();
      if (holds) {
        return current;
      }
      throw e;
    }
  }

  private boolean isDue(String current, Instant now) {
    return Jwt.expiry(current)
        .map(
            expiry -> {
              Instant issued = Jwt.issued(current).orElse(nextRun.minus(BETWEEN_RUNS));
              Duration life = Duration.between(issued, expiry);
              return !now.isBefore(expiry.minus(life.dividedBy(3)));
            })
        .orElse(false);
  }

  private String run() throws SlurmException {
    ChildProcess.Ended ended;
    try {
      ended = command.run();
    } catch (InterruptedIOException e) {
      throw TokenSupply.refusal(where(), "was interrupted", e);
    } catch (IOException e) {
      throw TokenSupply.refusal(where(), "cannot be run: " + Verdict.clean(e.getMessage()), e);
    }
    if (!ended.byItself()) {
      throw TokenSupply.refusal(where(), ended.how(), null);
    }
    if (ended.exitCode() != 0) {
      throw TokenSupply.refusal(
          where(), "failed with exit code " + ended.exitCode() + "; run it by hand", null);
    }
    return ended.output();
  }

  @Override
  public List<String> warnings() {
    return List.of();
  }

  @Override
  public String remedy() {
    return "its command gave no newer one";
  }

  /** The program alone: an argument could be a secret. */
  private String where() {
    return "token command " + command.command().get(0);
  }
}
