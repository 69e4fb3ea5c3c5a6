package io.rltune.daemon.accounting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** A script in the place of sacct, for what a real one cannot be brought to do. */
final class FakeSacct {
  private FakeSacct() {}

  /**
   * A sacct.
   *
   * @param body shell script; {@code row ID USER SUBMIT START END NAME} prints a row, {@code $from}
   *     and {@code $to} are the time span asked for
   */
  static Sacct of(Path directory, Duration timeout, String body) throws IOException {
    Path script = directory.resolve("sacct");
    Files.writeString(
        script,
        """
        #!/bin/bash
        for argument; do
          case "$argument" in
            --delimiter=*) d=${argument#*=} ;;
            --starttime=uts*) from=${argument#*uts} ;;
            --endtime=uts*) to=${argument#*uts} ;;
          esac
        done
        row() {
          printf '%%s' "$1${d}$2${d}ml${d}normal${d}gpu${d}$3${d}$3${d}$4${d}$5${d}60${d}"
          printf '%%s\\n' "billing=8,cpu=8,gres/gpu:a100=2,gres/gpu=2,mem=1G,node=1${d}${d}$6"
        }
        %s
        """
            .formatted(body));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Sacct(script.toString(), Path.of(""), timeout);
  }
}
