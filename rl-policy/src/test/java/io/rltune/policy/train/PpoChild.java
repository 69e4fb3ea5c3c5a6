package io.rltune.policy.train;

import io.rltune.policy.ppo.ExperienceSource;
import io.rltune.policy.ppo.PpoOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Trains on toys: {@code OUT ITERATIONS (plain|set-aware|head) [DIE_AFTER]}; dies as by a signal.
 */
final class PpoChild {
  private PpoChild() {}

  public static void main(String[] args) throws Exception {
    boolean searchesHead = args[2].equals("head");
    PpoOptions.Hyper hyper =
        new PpoOptions.Hyper(
            8,
            searchesHead ? 4 : 3,
            3,
            64,
            3e-3,
            3e-3,
            0.2,
            0.002,
            0.05,
            1,
            0.98,
            4,
            50,
            1,
            4,
            10_000);
    PpoOptions options =
        new PpoOptions(
            Path.of(args[0]),
            "toy",
            Optional.empty(),
            5,
            Integer.parseInt(args[1]),
            Duration.ofHours(1),
            args[2].equals("set-aware"),
            hyper,
            searchesHead ? Optional.of(new PpoOptions.HeadSearch(0.5, 0.3)) : Optional.empty());
    ToyEpisodes source = new ToyEpisodes();
    String last = args.length > 3 ? "iteration " + args[3] + "," : "never";
    new PpoTrainer(
            source,
            ExperienceSource.local(source, options.exploration()),
            options,
            line -> {
              System.out.println(line);
              if (line.startsWith(last)) {
                Runtime.getRuntime().halt(3);
              }
            })
        .run();
  }
}
