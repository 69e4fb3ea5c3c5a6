package io.rltune.slurm.rest;

import io.rltune.slurm.SlurmError.Kind;
import java.util.Locale;
import java.util.Optional;

/** What Slurm's error numbers, its texts and HTTP statuses mean to us. Source: slurm_errno.h. */
public final class ErrorKinds {
  private ErrorKinds() {}

  /** By error number. */
  public static Optional<Kind> ofErrno(int errno) {
    return switch (errno) {
      case 1007, 6000, 6001, 6004, 6007 -> Optional.of(Kind.AUTH);
      case 1005, 1006 -> Optional.of(Kind.VERSION);
      case 1000, 1001, 1002, 1003, 1004, 1011, 1012, 1013 -> Optional.of(Kind.UNREACHABLE);
      case 1800, 1801, 1802, 1803, 2027, 5003, 5004, 5005 -> Optional.of(Kind.UNREACHABLE);
      // libslurm waits and tries again by itself first, so this comes after seconds, or as a
      // time-out.
      case 1804, 1805 -> Optional.of(Kind.RATE_LIMITED);
      case 2002, 2010 -> Optional.of(Kind.PERMISSION);
      case 2017 -> Optional.of(Kind.NO_SUCH_JOB);
      case 2020, 2021, 2042, 2073, 2077, 2083, 2084, 2085, 2086 -> Optional.of(Kind.WRONG_STATE);
      default -> Optional.empty();
    };
  }

  /** By the words of Slurm's own messages, which scontrol and some REST answers give alone. */
  public static Optional<Kind> ofText(String message) {
    String text = message.toLowerCase(Locale.ROOT);
    if (text.contains("invalid job id")) {
      return Optional.of(Kind.NO_SUCH_JOB);
    }
    if (text.contains("already finished")
        || text.contains("already completing or completed")
        || text.contains("held state")
        || text.contains("no longer pending")) {
      return Optional.of(Kind.WRONG_STATE);
    }
    if (text.contains("permission denied") || text.contains("invalid user id")) {
      return Optional.of(Kind.PERMISSION);
    }
    if (text.contains("backoff")
        || text.contains("rate limit")
        || text.contains("too many requests")) {
      return Optional.of(Kind.RATE_LIMITED);
    }
    if (text.contains("authentication")
        || text.contains("auth/munge")
        || text.contains("authorization")) {
      return Optional.of(Kind.AUTH);
    }
    if (text.contains("unable to contact")
        || text.contains("connection refused")
        || text.contains("connect failure")
        || text.contains("zero bytes were transmitted")
        || text.contains("socket timed out")
        // scontrol 22.05 says this when nothing listens at slurmctld's port.
        || text.contains("unexpected message received")
        || text.contains("could not establish a configuration source")) {
      return Optional.of(Kind.UNREACHABLE);
    }
    return Optional.empty();
  }

  /** By HTTP status, for answers whose body says nothing. */
  public static Optional<Kind> ofStatus(int status) {
    return switch (status) {
      case 401, 407, 511 -> Optional.of(Kind.AUTH);
      case 403 -> Optional.of(Kind.PERMISSION);
      case 429 -> Optional.of(Kind.RATE_LIMITED);
      case 502, 503, 504, 408 -> Optional.of(Kind.UNREACHABLE);
      default -> Optional.empty();
    };
  }
}
