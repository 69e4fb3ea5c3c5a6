package io.rltune.sim.train;

import io.rltune.policy.ppo.shared.RolloutWorker;
import io.rltune.policy.ppo.shared.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * One worker of {@code rltune train --slurm}: {@code DIRECTORY NAME}. What it works on is in the
 * directory's file {@link #OPTIONS}, one argument of {@link TrainingOptions} a line.
 */
public final class RolloutWork {
  /** Written last, when all that workers need is there. */
  public static final String OPTIONS = "options";

  /** A learner that gives no sign for so long will never come back. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private RolloutWork() {}

  /** Works until the learner is done; exit code 2 for wrong arguments, 1 for unusable files. */
  public static void main(String[] args) throws InterruptedException {
    if (args.length != 2) {
      System.err.println("usage: RolloutWork DIRECTORY NAME");
      System.exit(2);
    }
    try {
      Path directory = Path.of(args[0]);
      List<String> options = Files.readAllLines(directory.resolve(OPTIONS));
      TrainingOptions training = TrainingOptions.parse(options);
      Curriculum curriculum = training.curriculum();
      System.out.println("works on " + curriculum.description());
      SharedFiles files = SharedFiles.create(directory);
      int episodes =
          new RolloutWorker(
                  files,
                  curriculum,
                  training.ppo().exploration(),
                  args[1],
                  PATIENCE,
                  System.out::println)
              .run();
      System.out.println("done after " + episodes + " episodes");
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    } catch (IOException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }
}
