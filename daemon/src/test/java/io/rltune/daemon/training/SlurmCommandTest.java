package io.rltune.daemon.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SlurmCommandTest {
  private static final SlurmCommand SLURM = new SlurmCommand(Duration.ofSeconds(30));

  @TempDir private Path directory;

  @Test
  void aCommandReadsItsInputAndItsOutputIsTheAnswer() throws Exception {
    assertThat(SLURM.run(sbatch("cat; echo a warning >&2"), "a script\n")).isEqualTo("a script\n");
  }

  @Test
  void whatFailsSaysWhy() throws Exception {
    List<String> sbatch = sbatch("echo 'sbatch: error: Invalid\u001b account' >&2; exit 1");

    assertThatThrownBy(() -> SLURM.run(sbatch, "a script that is not read"))
        .isInstanceOf(IOException.class)
        .hasMessage(sbatch.get(0) + " failed (1): sbatch: error: Invalid? account");
  }

  @Test
  void whatTakesTooLongIsSaidSo() throws Exception {
    List<String> sbatch = sbatch("sleep 600; echo 7");

    assertThatThrownBy(() -> new SlurmCommand(Duration.ofMillis(300)).run(sbatch, "a script"))
        .isInstanceOf(IOException.class)
        .hasMessage(sbatch.get(0) + " took longer than 0.3 s");
  }

  @Test
  void aMissingCommandIsNamed() {
    assertThatThrownBy(() -> SLURM.run(List.of("/nowhere/sbatch"), ""))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/nowhere/sbatch");
  }

  private List<String> sbatch(String body) throws IOException {
    Path script = directory.resolve("sbatch");
    Files.writeString(script, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return List.of(script.toString(), "--parsable");
  }
}
