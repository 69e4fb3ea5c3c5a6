package io.rltune.sim.train;

import io.rltune.policy.ppo.ExperienceSource;
import io.rltune.policy.ppo.RecordedChoices;
import io.rltune.policy.ppo.shared.SharedExperience;
import io.rltune.policy.train.PpoTrainer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The training child: PPO on traces. It runs in a JVM of its own with Deeplearning4j on its class
 * path; see {@link io.rltune.policy.train.TrainerLauncher}.
 */
public final class PpoTraining {
  /** A worker that gives no sign for so long is dead. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private PpoTraining() {}

  /** Trains and writes a policy; exit code 2 for wrong arguments, 1 for unusable files. */
  public static void main(String[] args) throws InterruptedException {
    try {
      TrainingOptions options = TrainingOptions.parse(List.of(args));
      Curriculum curriculum = options.curriculum();
      System.out.println("trains on " + curriculum.description());
      RecordedChoices recorded = options.recorded(System.out::println);
      try (ExperienceSource experience = experience(options, curriculum)) {
        new PpoTrainer(curriculum, experience, recorded, options.ppo(), System.out::println).run();
      }
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    } catch (IOException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  private static ExperienceSource experience(TrainingOptions options, Curriculum curriculum)
      throws IOException {
    Optional<Path> shared = options.experienceDirectory();
    return shared.isPresent()
        ? SharedExperience.open(shared.get(), PATIENCE, System.out::println)
        : ExperienceSource.local(curriculum, options.ppo().exploration());
  }
}
