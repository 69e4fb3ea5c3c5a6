package io.rltune.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** A command that cannot write what it is asked for says so before its work. */
class OutputFilesTest {
  @TempDir private Path directory;

  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "train --out FILE",
        "train --trace t --format philly --cluster c --out FILE",
        "evaluate --trace t --format philly --cluster c --json FILE",
        "simulate --trace t --format philly --cluster c --policy fcfs --json FILE",
        "simulate --trace t --format philly --cluster c --policy fcfs --report FILE",
        "tune --config CONFIG --out FILE",
        "report --config CONFIG --html FILE",
        "snapshot --config CONFIG -o FILE",
      })
  void aMissingDirectoryIsNamed(String line) throws Exception {
    assertThat(run(line, directory.resolve("nosuch/file"))).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString())
        .contains("nosuch/file: the directory " + directory.resolve("nosuch") + " does not exist")
        .doesNotContain("\tat ");
  }

  @Test
  void aDirectoryInPlaceOfAFileIsNamed() throws Exception {
    assertThat(run("train --out FILE", directory)).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).contains(directory + ": is a directory; name a file in it");
  }

  private int run(String line, Path file) throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("rltune.yaml"), "daemon:\n  state_dir: " + directory + "\n");
    CommandLine commandLine = Main.commandLine();
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(
        line.replace("CONFIG", config.toString()).replace("FILE", file.toString()).split(" "));
  }
}
