package io.rltune.policy.train;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.ppo.ExperienceSource;
import io.rltune.policy.ppo.PpoOptions;
import io.rltune.policy.ppo.RecordedChoices;
import io.rltune.policy.ppo.Rollout;
import io.rltune.policy.ppo.Trajectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Trains on toys: {@code OUT ITERATIONS (plain|set-aware|head|recorded) [DIE_AFTER]}; dies as by a
 * signal.
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
            initial(args),
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
            args[2].equals("recorded") ? recorded(source) : RecordedChoices.NONE,
            options,
            line -> {
              System.out.println(line);
              if (line.startsWith(last)) {
                Runtime.getRuntime().halt(3);
              }
            })
        .run();
  }

  /** Policies to start from: those named after {@code from:}, separated by commas. */
  private static List<Path> initial(String[] args) {
    return args.length > 3 && args[3].startsWith("from:")
        ? Arrays.stream(args[3].substring("from:".length()).split(",")).map(Path::of).toList()
        : List.of();
  }

  /** As if a daemon had put toy queues in order by the shipped policy; a fifth of each update. */
  private static RecordedChoices recorded(ToyEpisodes source) {
    List<Trajectory> segments = new ArrayList<>();
    for (int number = 0; number < 4; number++) {
      segments.add(Rollout.explore(NetworkScorer.shippedPolicy(), source, 500 + number, 0));
    }
    return RecordedChoices.of(segments, 1, 0.98, 0.2);
  }
}
