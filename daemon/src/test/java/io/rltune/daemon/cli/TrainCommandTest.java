package io.rltune.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What {@code rltune train} refuses before it starts a training. */
class TrainCommandTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--trace t --format philly --cluster c --search tail | --search tail: must be orders or head",
        "--trace t --format philly --cluster c --environment sunny | --environment sunny: must be one of easy, long-easy, planner",
        "--trace t --format philly --cluster c --environment planner | needs --search head",
        "--trace t --format nosuch --cluster c | nosuch",
        "--trace t --cluster c | 1 --trace but 0 --format",
        "--init a.zip --init b.zip | several --init need a --trace",
        "--minutes 3 | --minutes and --epochs need a --trace",
        "--slurm | --slurm needs a --trace",
        "--trace t --format philly --cluster c --epochs -1 | --epochs -1: must not be negative",
        "--trace t --format philly --cluster c --minutes 0 | --minutes 0.0: must be positive"
      })
  void whatDoesNotFitIsRefusedByName(String arguments, String message) {
    List<String> line = new ArrayList<>(List.of("train", "--out", directory + "/out.zip"));
    line.addAll(List.of(arguments.split(" ")));
    StringWriter err = new StringWriter();
    CommandLine commandLine = Main.commandLine();
    commandLine.setErr(new PrintWriter(err, true));

    int code = commandLine.execute(line.toArray(String[]::new));

    assertThat(err.toString()).contains(message).doesNotContain("\tat ");
    assertThat(code).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(directory).isEmptyDirectory();
  }
}
