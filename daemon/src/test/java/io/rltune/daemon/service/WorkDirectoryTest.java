package io.rltune.daemon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkDirectoryTest {
  @TempDir Path home;

  /** Makes a directory with something in it, says where, and waits for its end. */
  static final class Worker {
    public static void main(String[] args) throws Exception {
      WorkDirectory work = WorkDirectory.create(Path.of(args[0]), "work");
      Files.writeString(work.path().resolve("file"), "x");
      System.out.println(work.path());
      new CountDownLatch(1).await();
    }
  }

  @Test
  void goesWithTheWork() throws Exception {
    Path path;
    try (WorkDirectory work = WorkDirectory.create(home, "work")) {
      path = work.path();
      Files.writeString(Files.createDirectory(path.resolve("native")).resolve("lib.so"), "x");
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void crashReportsStay() throws Exception {
    Path path;
    try (WorkDirectory work = WorkDirectory.create(home, "work")) {
      path = work.path();
      Files.writeString(path.resolve("hs_err_42.log"), "SIGSEGV");
      Files.writeString(Files.createDirectory(path.resolve("native")).resolve("lib.so"), "x");
    }
    assertThat(path).isDirectoryContaining("glob:**/hs_err_42.log");
    assertThat(path.resolve("native")).doesNotExist();
  }

  @Test
  void goesWithAJvmThatIsTerminated() throws Exception {
    Process worker =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName(),
                home.toString())
            .redirectErrorStream(true)
            .start();
    Path path = Path.of(worker.inputReader().readLine());
    assertThat(path).exists();

    worker.destroy();
    worker.waitFor();

    assertThat(path).doesNotExist();
  }
}
