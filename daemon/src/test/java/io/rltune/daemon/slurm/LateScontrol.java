package io.rltune.daemon.slurm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A scontrol that is late: before it passes the first node list on, it wakes the scheduler and
 * waits until the job runs. So the write meets a job that started after the daemon had looked at
 * it.
 */
final class LateScontrol {
  private LateScontrol() {}

  static Path write(Path home, SlurmLab lab) throws IOException {
    String script =
        """
        #!/bin/bash
        commands=$(cat)
        job=$(sed -n 's/.*JobId=\\([0-9]*\\) ReqNodeList=[^ ].*/\\1/p' <<<"$commands" | head -1)
        if [ -n "$job" ] && [ ! -e %1$s ]; then
          ( %2$s ) >/dev/null 2>&1
          for ((i = 0; i < 100; i++)); do
            [ "$(squeue -h -j "$job" -o %%T)" = RUNNING ] && break
            sleep 0.1
          done
          answer=$(scontrol "$@" <<<"$commands" 2>&1)
          echo "$answer" >%1$s
          echo "$answer"
        else
          exec scontrol "$@" <<<"$commands"
        fi
        """
            .formatted(answer(home), lab.wakeCommand());
    Path file = home.resolve("late-scontrol");
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  /** Whether the late write has been passed on. */
  static boolean happened(Path home) {
    return Files.exists(answer(home));
  }

  private static Path answer(Path home) {
    return home.resolve("late-answer");
  }
}
