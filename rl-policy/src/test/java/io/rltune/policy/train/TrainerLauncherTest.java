package io.rltune.policy.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
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
  void aChildEndsWithItsParent() throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                CLASS_PATH,
                ChildMains.Launches.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines = parent.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      assertThat(line).startsWith("pid ");
      ProcessHandle child = ProcessHandle.of(Long.parseLong(line.substring(4))).orElseThrow();
      parent.destroy();
      await("the end of the child").until(() -> !child.isAlive());
    } finally {
      parent.destroyForcibly();
    }
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
  void aChildThatTakesTooLongIsStopped() {
    TrainerLauncher launcher =
        new TrainerLauncher(CLASS_PATH, directory, 64, Duration.ofMillis(200));
    assertThatThrownBy(() -> launcher.run(ChildMains.Hangs.class.getName(), List.of(), log::add))
        .isInstanceOf(TrainingFailedException.class)
        .hasMessageContaining("Hangs took longer than 0.2 s and was stopped");
    assertThat(log).noneMatch(line -> line.contains("lost the trainer's output"));
  }

  @Test
  void anInterruptedCallerLeavesNoChildBehind() throws Exception {
    AtomicReference<Exception> end = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                run(ChildMains.Hangs.class);
              } catch (Exception e) {
                end.set(e);
              }
            });
    caller.start();
    await().atMost(Duration.ofSeconds(50)).until(() -> !log.isEmpty());
    long pid = Long.parseLong(log.get(0).substring("pid ".length()));
    caller.interrupt();
    caller.join();
    assertThat(end.get()).isInstanceOf(InterruptedException.class);
    await().until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
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
