package io.rltune.policy.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Main classes that the launcher's tests run in a child JVM. */
final class ChildMains {
  private ChildMains() {}

  /** Prints what a child can see of our environment. */
  static final class Environment {
    public static void main(String[] args) {
      System.getenv().forEach((name, value) -> System.out.println("env " + name + "=" + value));
      System.out.println("home " + System.getProperty("user.home"));
    }
  }

  /** Ends as a JVM does that hit SIGSEGV, the first N times. */
  static final class CrashesAtFirst {
    public static void main(String[] args) throws IOException {
      Path counter = Path.of(args[0]);
      int before = Files.exists(counter) ? Integer.parseInt(Files.readString(counter)) : 0;
      Files.writeString(counter, Integer.toString(before + 1));
      if (before < Integer.parseInt(args[1])) {
        Runtime.getRuntime().halt(134);
      }
      System.out.println("done");
    }
  }

  /** Fails by itself. */
  static final class Fails {
    public static void main(String[] args) throws IOException {
      Files.writeString(Path.of(args[0]), "x", StandardOpenOption.CREATE_NEW);
      throw new IllegalStateException("no such trace");
    }
  }

  /** A launcher whose child never ends. */
  static final class Launches {
    public static void main(String[] args) throws Exception {
      new TrainerLauncher(
              System.getProperty("java.class.path"), Path.of(args[0]), 64, Duration.ofMinutes(5))
          .run(Hangs.class.getName(), List.of(), System.out::println);
    }
  }

  /** Never ends. */
  static final class Hangs {
    public static void main(String[] args) throws InterruptedException {
      System.out.println("pid " + ProcessHandle.current().pid());
      new CountDownLatch(1).await();
    }
  }
}
