package io.rltune.sim.train;

import io.rltune.policy.ppo.ExperienceSource;
import io.rltune.policy.train.PpoTrainer;
import java.io.IOException;
import java.util.List;

/**
 * The training child: PPO on traces. It runs in a JVM of its own with Deeplearning4j on its class
 * path; see {@link io.rltune.policy.train.TrainerLauncher}.
 */
public final class PpoTraining {
  private PpoTraining() {}

  /** Trains and writes a policy; exit code 2 for wrong arguments, 1 for unusable files. */
  public static void main(String[] args) throws InterruptedException {
    try {
      TrainingOptions options = TrainingOptions.parse(List.of(args));
      Curriculum curriculum = options.curriculum();
      System.out.println("trains on " + curriculum.description());
      try (ExperienceSource experience = ExperienceSource.local(curriculum)) {
        new PpoTrainer(curriculum, experience, options.ppo(), System.out::println).run();
      }
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    } catch (IOException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }
}
