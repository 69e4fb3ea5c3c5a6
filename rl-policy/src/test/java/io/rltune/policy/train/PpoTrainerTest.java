package io.rltune.policy.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.net.WaitMonotonicity;
import io.rltune.policy.ppo.Episode;
import io.rltune.policy.ppo.Rollout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PpoTrainerTest {
  @TempDir Path directory;

  private final List<String> log = new CopyOnWriteArrayList<>();
  private final TrainerLauncher launcher =
      new TrainerLauncher(
          System.getProperty("java.class.path"),
          Path.of("target", "trainer").toAbsolutePath(),
          256,
          Duration.ofMinutes(5));

  @BeforeEach
  void needsLinuxOnX86() {
    assumeThat(System.getProperty("os.name") + " " + System.getProperty("os.arch"))
        .as("Deeplearning4j's native library is there for Linux on x86-64 alone")
        .isEqualTo("Linux amd64");
  }

  @Test
  void learnsWhatIsRewardedAndKeepsItsPromiseOfMonotonicity() throws Exception {
    Path file = train("learnt.zip", "40", "plain");
    Policy trained = PolicyFile.read(file);
    assertThat(cost(trained)).isLessThan(0.6 * cost(NetworkScorer.shippedPolicy()));
    assertThat(WaitMonotonicity.holds(trained.network())).isTrue();
    assertThat(trained.trainingCard())
        .containsEntry("data", "toy queues")
        .containsEntry("seed", "5")
        .containsKey("best_validation_cost");
    assertThat(trained.trainingCard().get("curve")).startsWith("iteration,cost,").contains("\n40,");
    assertThat(file.resolveSibling("learnt.zip.checkpoint")).doesNotExist();
  }

  @Test
  void learnsByMovingTheLastLayerAlone() throws Exception {
    Path file = train("head.zip", "30", "head");
    Policy trained = PolicyFile.read(file);
    assertThat(cost(trained)).isLessThan(0.6 * cost(NetworkScorer.shippedPolicy()));
    assertThat(WaitMonotonicity.holds(trained.network())).isTrue();
    assertThat(trained.trainingCard()).containsKey("search");
    assertThat(firstLayers(trained))
        .isEqualTo(firstLayers(PolicyFile.read(train("untrained.zip", "1", "head"))));
  }

  @Test
  void withoutAnIterationItWritesTheMeanOfThePoliciesThatItStartsFrom() throws Exception {
    Path one = train("one.zip", "2", "head");
    Path other = train("other.zip", "6", "head");
    Policy mean = PolicyFile.read(train("mean.zip", "0", "head", "from:" + one + "," + other));
    assertThat(mean.network().weights())
        .isEqualTo(
            Policy.mean(List.of(PolicyFile.read(one), PolicyFile.read(other))).network().weights());
    assertThat(mean.trainingCard())
        .containsEntry("init", "mean of toy, toy")
        .containsEntry("iterations", "0")
        .containsEntry(Policy.SKIP_UNITS, "yes");
    assertThat(mean.trainingCard().get("init_1")).contains("iterations=2");
    assertThat(mean.trainingCard().get("init_2")).contains("iterations=6");
  }

  @Test
  void whatComesFromASearchKeepsItsUnitsAndDoesNotHoldTheCardsOfAllBeforeIt() throws Exception {
    Path head = train("head.zip", "2", "head");
    Path later = train("later.zip", "1", "plain", "from:" + head);
    Policy again = PolicyFile.read(train("again.zip", "1", "head", "from:" + later));
    assertThat(PolicyFile.read(later).trainingCard()).containsEntry(Policy.SKIP_UNITS, "yes");
    assertThat(again.network().sizes()).isEqualTo(PolicyFile.read(head).network().sizes());
    assertThat(again.trainingCard().get("init_1"))
        .contains("iterations=1", "init=toy")
        .doesNotContain("init_1", "curve");
  }

  @Test
  void aSearchInTheLastLayerThatWasKilledGoesOnAsIfItHadNot() throws Exception {
    Path whole = train("whole.zip", "4", "head");
    assertThatThrownBy(() -> train("killed.zip", "4", "head", "2"))
        .isInstanceOf(TrainingFailedException.class);
    Path resumed = train("killed.zip", "4", "head");
    assertThat(Files.readAllBytes(resumed)).isEqualTo(Files.readAllBytes(whole));
  }

  @Test
  void aRunThatWasKilledGoesOnAsIfItHadNot() throws Exception {
    Path whole = train("whole.zip", "5", "set-aware");
    assertThatThrownBy(() -> train("killed.zip", "5", "set-aware", "3"))
        .isInstanceOf(TrainingFailedException.class);
    assertThat(directory.resolve("killed.zip.checkpoint")).exists();
    log.clear();
    Path resumed = train("killed.zip", "5", "set-aware");
    assertThat(log).anyMatch(line -> line.startsWith("goes on after iteration 3"));
    assertThat(Files.readAllBytes(resumed)).isEqualTo(Files.readAllBytes(whole));
    assertThat(PolicyFile.read(resumed).isSetAware()).isTrue();
  }

  @Test
  void recordedChoicesAreLearntFromUpToTheirShareAndGoOnAfterAKill() throws Exception {
    Path whole = train("whole.zip", "7", "recorded");
    // 8 workloads, 3 runs, 12 decisions: 288; 4 recorded segments of 12, less than a fifth.
    assertThat(log)
        .anyMatch(line -> line.startsWith("iteration 5,") && line.endsWith("288 and 48 recorded"));
    // The critic learns first, from replays alone.
    assertThat(log).anyMatch(line -> line.startsWith("iteration 4,") && line.endsWith("from 288"));
    assertThat(PolicyFile.read(whole).trainingCard())
        .containsEntry("recorded_choices", "48, at most 0.2 of an update");
    assertThatThrownBy(() -> train("killed.zip", "7", "recorded", "5"))
        .isInstanceOf(TrainingFailedException.class);
    assertThatThrownBy(() -> train("killed.zip", "7", "plain"))
        .hasMessageContaining("of another training run");
    Path resumed = train("killed.zip", "7", "recorded");
    assertThat(Files.readAllBytes(resumed)).isEqualTo(Files.readAllBytes(whole));
    Path without = train("without.zip", "7", "plain");
    assertThat(PolicyFile.read(without).trainingCard().get("curve"))
        .isNotEqualTo(PolicyFile.read(whole).trainingCard().get("curve"));
    assertThat(PolicyFile.read(without).trainingCard()).doesNotContainKey("recorded_choices");
  }

  private Path train(String name, String... arguments) throws Exception {
    Path file = directory.resolve(name);
    List<String> all = new ArrayList<>(List.of(file.toString()));
    all.addAll(List.of(arguments));
    launcher.run(PpoChild.class.getName(), all, log::add);
    return file;
  }

  /** All weights but those of the last layer. */
  private static float[] firstLayers(Policy policy) {
    float[] weights = policy.network().weights();
    int[] sizes = policy.network().sizes();
    return Arrays.copyOf(weights, weights.length - 1 - sizes[sizes.length - 2]);
  }

  private static double cost(Policy policy) {
    ToyEpisodes source = new ToyEpisodes();
    double cost = 0;
    for (int number = 0; number < 20; number++) {
      Episode.Outcome outcome = Rollout.judge(policy, source.open(1_000_000 + number));
      cost += outcome.cost();
    }
    return cost;
  }
}
