package io.rltune.daemon.cli;

import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.journal.JournalException;
import io.rltune.daemon.tune.TooFewRunsException;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmException;

/** Exit codes, the same for every command; the numbers above 2 are those of sysexits.h. */
final class ExitCodes {
  static final int OK = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int UNREACHABLE = 69;
  static final int IO_ERROR = 74;

  /** Nothing is wrong, it is only too early: a timer need not raise an alarm. */
  static final int TRY_LATER = 75;

  static final int PERMISSION = 77;
  static final int CONFIGURATION = 78;

  private ExitCodes() {}

  static int of(Exception failure) {
    if (failure instanceof ConfigException) {
      return CONFIGURATION;
    }
    if (failure instanceof JournalException) {
      return IO_ERROR;
    }
    if (failure instanceof TooFewRunsException) {
      return TRY_LATER;
    }
    if (failure instanceof SlurmException slurm) {
      return of(slurm.error().kind());
    }
    return FAILED;
  }

  static int of(SlurmError.Kind kind) {
    return switch (kind) {
      case UNREACHABLE -> UNREACHABLE;
      case AUTH, PERMISSION -> PERMISSION;
      default -> FAILED;
    };
  }
}
