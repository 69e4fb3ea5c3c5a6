package io.rltune.policy.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainerLauncherTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @TempDir Path directory;

  private final List<String> log = new CopyOnWriteArrayList<>();

  @Test
  void aChildSeesNoneOfOurSecrets() throws Exception {
    run(ChildMains.Environment.class);
    assertThat(log)
        .contains("env OMP_NUM_THREADS=1", "home " + directory)
        .allSatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "env (PATH|LANG|LC_ALL|TMPDIR|LD_LIBRARY_PATH|OMP_NUM_THREADS"
                            + "|OPENBLAS_NUM_THREADS)=.*|home .*"));
  }

  @Test
  void aCrashIsAFailedAttempt() throws Exception {
    String counter = directory.resolve("counter").toString();
    assertThat(run(ChildMains.CrashesAtFirst.class, counter, "2")).isEqualTo(3);
    assertThat(log).contains("done").anyMatch(line -> line.contains("134 (crash), attempt 2 of 3"));
  }

  @Test
  void threeCrashesAreTheEnd() {
    String counter = directory.resolve("counter").toString();
    assertThatThrownBy(() -> run(ChildMains.CrashesAtFirst.class, counter, "3"))
        .isInstanceOf(TrainingFailedException.class)
        .hasMessageContaining("(crash) in all 3 attempts")
        .hasMessageContaining(directory.toString());
    assertThat(directory.resolve("counter")).hasContent("3");
  }

  @Test
  void aChildThatFailsByItselfIsNotTriedAgain() {
    String file = directory.resolve("once").toString();
    assertThatThrownBy(() -> run(ChildMains.Fails.class, file))
        .isInstanceOf(TrainingFailedException.class)
        .hasMessageContaining("ended with code 1")
        .hasMessageContaining("no such trace");
    assertThat(directory.resolve("once")).exists();
  }

  @Test
  void aChildThatTakesTooLongIsKilled() {
    TrainerLauncher launcher =
        new TrainerLauncher(CLASS_PATH, directory, 64, Duration.ofSeconds(3));
    assertThatThrownBy(() -> launcher.run(ChildMains.Hangs.class.getName(), List.of(), log::add))
        .isInstanceOf(TrainingFailedException.class)
        .hasMessageContaining("longer than 3 s");
    long pid = Long.parseLong(log.get(0).substring("pid ".length()));
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
                    .isFalse());
  }

  @Test
  void argumentsThatAreWrongAreTheCallersFault() {
    TrainerLauncher launcher =
        new TrainerLauncher(CLASS_PATH, directory, 64, Duration.ofMinutes(1));
    assertThatThrownBy(() -> launcher.imitate(List.of("--seed", "1"), log::add))
        .hasMessageContaining("ended with code 2")
        .hasMessageContaining("--out is missing");
    assertThat(Files.exists(directory.resolve("native"))).isFalse();
  }

  private int run(Class<?> main, String... args) throws Exception {
    TrainerLauncher launcher =
        new TrainerLauncher(CLASS_PATH, directory, 64, Duration.ofMinutes(1));
    return launcher.run(main.getName(), List.of(args), log::add);
  }
}
