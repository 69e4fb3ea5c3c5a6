package io.rltune.daemon.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ExecTest {
  @TempDir private Path directory;

  private String run(Duration timeout, String script) throws IOException, InterruptedException {
    return new Exec(Map.of("GREETING", "hello"), timeout).run(List.of("/bin/sh", "-c", script));
  }

  @Test
  void theOutputComesBackAndFailuresSayWhy() throws Exception {
    Duration patience = Duration.ofSeconds(50);

    assertThat(run(patience, "echo $GREETING; echo x >&2")).isEqualTo("hello");
    assertThatThrownBy(() -> run(patience, "echo gone >&2; exit 3"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("exit code 3: /bin/sh")
        .hasMessageEndingWith(": gone");
  }

  @Test
  void whatTakesTooLongIsEndedAndItsNextLineDoesNotRun() {
    Path marker = directory.resolve("marker");

    assertThatThrownBy(() -> run(Duration.ofMillis(300), "sleep 600; echo x >" + marker))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("no end within 0 s: /bin/sh");

    noChildIsLeft();
    assertThat(marker).doesNotExist();
  }

  @Test
  void anInterruptedCallerLeavesNoChildBehind() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> run(Duration.ofSeconds(50), "sleep 600; exit 0"))
        .isInstanceOf(InterruptedException.class);

    noChildIsLeft();
  }

  /** Those of this class: a test may run beside others that have children. */
  private static void noChildIsLeft() {
    Awaitility.await()
        .until(
            () ->
                ProcessHandle.current()
                    .descendants()
                    .noneMatch(
                        child -> child.info().commandLine().orElse("").contains("sleep 600")));
  }
}
