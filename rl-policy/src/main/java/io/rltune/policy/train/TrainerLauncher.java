package io.rltune.policy.train;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Runs a trainer in a child JVM, because Deeplearning4j's native code can take a JVM down with it
 * (docs/adr/003). A child that crashes is a failed attempt and is started again; one that fails by
 * itself is not. This class needs no Deeplearning4j.
 *
 * @param classPath class path of the child: this module and Deeplearning4j
 * @param directory private writable directory for the native libraries (400 MB) and crash reports
 * @param maxHeapMb most heap of the child in MiB; native memory comes on top
 * @param timeLimit time for one attempt, after which the child is killed
 */
public record TrainerLauncher(String classPath, Path directory, int maxHeapMb, Duration timeLimit) {
  /** System property with the child's class path; without it, that of this JVM. */
  public static final String CLASS_PATH_PROPERTY = "rltune.train.classpath";

  private static final int MAX_ATTEMPTS = 3;
  private static final int LINES_KEPT = 20;

  /** For the last lines of a child that was stopped. */
  private static final long LAST_WORDS_MS = 5_000;

  /** What of our environment a child gets: it may hold tokens, and the child needs none. */
  private static final Set<String> PASSED_ON =
      Set.of("PATH", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH");

  /** A launcher with the class path of {@link #CLASS_PATH_PROPERTY} and modest limits. */
  public static TrainerLauncher withDefaults(Path directory) {
    String classPath =
        System.getProperty(CLASS_PATH_PROPERTY, System.getProperty("java.class.path"));
    return new TrainerLauncher(classPath, directory, 512, Duration.ofMinutes(30));
  }

  /** Runs {@link ImitationTrainer} with these arguments. */
  public void imitate(List<String> args, Consumer<String> log)
      throws IOException, InterruptedException {
    run("io.rltune.policy.train.ImitationTrainer", args, log);
  }

  /**
   * Runs a main class to its end.
   *
   * @param log gets the child's output, line by line
   * @return attempts it took, 1 to 3
   * @throws TrainingFailedException if it failed, took too long, or crashed every time
   * @throws InterruptedException if interrupted; the child is then killed
   */
  public int run(String mainClass, List<String> args, Consumer<String> log)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    for (int attempt = 1; ; attempt++) {
      Deque<String> lastLines = new ArrayDeque<>();
      int code = runOnce(mainClass, args, log, lastLines);
      if (code == 0) {
        return attempt;
      }
      String what = mainClass + " ended with code " + code;
      if (!isCrash(code)) {
        throw new TrainingFailedException(what + ": " + String.join(" | ", lastLines));
      }
      if (attempt == MAX_ATTEMPTS) {
        throw new TrainingFailedException(
            what
                + " (crash) in all "
                + attempt
                + " attempts; crash reports are in "
                + directory
                + ": "
                + String.join(" | ", lastLines));
      }
      log.accept(what + " (crash), attempt " + attempt + " of " + MAX_ATTEMPTS);
    }
  }

  private int runOnce(
      String mainClass, List<String> args, Consumer<String> log, Deque<String> lastLines)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command(mainClass, args));
    builder.redirectErrorStream(true);
    restrict(builder.environment());
    Process child = builder.start();
    child.getOutputStream().close();
    // Ctrl-C reaches the child too, but a SIGTERM (systemd, Slurm, kill) reaches us alone.
    AtomicBoolean ending = new AtomicBoolean();
    Thread hook =
        new Thread(
            () -> {
              ending.set(true);
              kill(child);
            },
            "stop-trainer");
    Runtime.getRuntime().addShutdownHook(hook);
    Thread reader = new Thread(() -> follow(child, log, lastLines), "trainer-output");
    reader.setDaemon(true);
    reader.start();
    try {
      if (!child.waitFor(timeLimit.toMillis(), TimeUnit.MILLISECONDS)) {
        kill(child);
        reader.join(LAST_WORDS_MS);
        throw new TrainingFailedException(
            mainClass + " took longer than " + timeLimit.toMillis() / 1e3 + " s and was stopped");
      }
      if (ending.get()) {
        // Its death is no failure to report: this JVM, too, is about to end.
        new CountDownLatch(1).await();
      }
      reader.join();
      return child.exitValue();
    } finally {
      kill(child);
      removeHook(hook);
    }
  }

  /** Leaves its output open to its reader, unlike {@link Process#destroyForcibly}. */
  private static void kill(Process child) {
    child.toHandle().destroyForcibly();
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException endingAlready) {
      // The hook runs, or has run.
    }
  }

  private List<String> command(String mainClass, List<String> args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // G1: the crashes were seen with the Serial collector alone.
    command.add("-XX:+UseG1GC");
    command.add("-Xmx" + maxHeapMb + "m");
    command.add("-XX:-CreateCoredumpOnCrash");
    command.add("-XX:ErrorFile=" + directory.resolve("hs_err_%p.log"));
    command.add("-Dorg.bytedeco.javacpp.cachedir=" + directory.resolve("native"));
    command.add("-Duser.home=" + directory);
    // Its standard output is what the user reads; Deeplearning4j has much to say there.
    command.add("-Drltune.log=WARN");
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-cp");
    command.add(classPath);
    command.add(mainClass);
    command.addAll(args);
    return command;
  }

  private static void restrict(Map<String, String> environment) {
    environment.keySet().retainAll(PASSED_ON);
    // One thread: two stall under load, and do not add up in the same order every time.
    environment.put("OMP_NUM_THREADS", "1");
    environment.put("OPENBLAS_NUM_THREADS", "1");
  }

  private static void follow(Process child, Consumer<String> log, Deque<String> lastLines) {
    try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        log.accept(line);
        lastLines.addLast(line);
        if (lastLines.size() > LINES_KEPT) {
          lastLines.removeFirst();
        }
      }
    } catch (IOException e) {
      log.accept("lost the trainer's output: " + e.getMessage());
    }
  }

  /** A JVM that hits SIGSEGV aborts itself: 128 + SIGABRT; the other signals for completeness. */
  private static boolean isCrash(int code) {
    return code == 134 || code == 135 || code == 136 || code == 139;
  }
}
