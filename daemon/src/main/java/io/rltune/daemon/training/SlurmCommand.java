package io.rltune.daemon.training;

import io.rltune.model.CleanText;
import io.rltune.slurm.process.ChildProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Runs Slurm commands as the user at the keyboard would, in his environment.
 *
 * @param timeLimit longest time for one
 */
record SlurmCommand(Duration timeLimit) {
  private static final int MOST_SHOWN = 500;

  /**
   * Runs a command to its end.
   *
   * @param input what it reads from its standard input
   * @return its standard output
   * @throws IOException where it cannot be started, fails, takes too long or prints more than 1
   *     MiB; the message is what it said
   */
  String run(List<String> command, String input) throws IOException {
    ChildProcess.Ended ended = ChildProcess.of(command, timeLimit).withInput(input).run();
    if (!ended.byItself()) {
      throw new IOException(command.get(0) + " " + ended.how());
    }
    if (ended.exitCode() != 0) {
      throw new IOException(
          "%s failed (%d): %s"
              .formatted(
                  command.get(0),
                  ended.exitCode(),
                  CleanText.line(ended.errors().strip(), MOST_SHOWN)));
    }
    return ended.output();
  }
}
