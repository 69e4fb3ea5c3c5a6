package io.rltune.policy.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.net.PlainMlp;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.net.WaitMonotonicity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What needs Deeplearning4j itself; it runs in child JVMs, as in production. */
class Dl4jTrainingTest {
  /** Kept between runs: the native libraries take 400 MB. */
  private static final Path NATIVE = Path.of("target", "trainer").toAbsolutePath();

  @TempDir Path directory;

  private final List<String> log = new CopyOnWriteArrayList<>();
  private final TrainerLauncher launcher =
      new TrainerLauncher(
          System.getProperty("java.class.path"), NATIVE, 256, Duration.ofMinutes(3));

  @BeforeEach
  void needsLinuxOnX86() {
    assumeThat(System.getProperty("os.name") + " " + System.getProperty("os.arch"))
        .as("Deeplearning4j's native library is there for Linux on x86-64 alone")
        .isEqualTo("Linux amd64");
  }

  @Test
  void theShippedPolicyScoresAsItsDeeplearning4jModelDoesAndAForgedOneIsFound() throws Exception {
    Policy shipped = NetworkScorer.shipped().policy();
    float[] weights = shipped.network().weights();
    weights[weights.length - 1] += 0.01f;
    Policy forged =
        new Policy(
            "forged",
            new PlainMlp(shipped.network().sizes(), weights),
            shipped.normaliser(),
            shipped.trainingCard(),
            shipped.dl4jModel());
    Path good = directory.resolve("shipped.zip");
    Path bad = directory.resolve("forged.zip");
    PolicyFile.write(good, shipped);
    PolicyFile.write(bad, forged);
    List<String> files = List.of(good.toString(), bad.toString());
    assertThatThrownBy(() -> launcher.run(Dl4jParity.class.getName(), files, log::add))
        .isInstanceOf(TrainingFailedException.class)
        .hasMessageContaining("policy forged: weights.bin and dl4j-model.zip differ by");
    assertThat(log)
        .filteredOn(line -> line.contains(" differs by "))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line).startsWith(good.toString());
              assertThat(Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                  .isBetween(0.0, 1e-5);
            });
  }

  @Test
  void equalSeedsGiveEqualFiles() throws Exception {
    List<Path> files = List.of(train("a", 3), train("b", 3));
    assertThat(files.get(0)).hasSameBinaryContentAs(files.get(1));
    assertThat(WaitMonotonicity.holds(PolicyFile.read(files.get(0)).network())).isTrue();
    // Even a glimpse of training beats the 0 of a random order by far.
    String tau = PolicyFile.read(files.get(0)).trainingCard().get("held_out_kendall_tau");
    assertThat(Double.parseDouble(tau)).isGreaterThan(0.5);
  }

  @Test
  void gradientsByTheWeightsAreThoseOfFiniteDifferences() throws Exception {
    launcher.run(Dl4jGradientCheck.class.getName(), List.of(), log::add);
    assertThat(log).filteredOn(line -> line.matches("(imitation|ppo) .*")).hasSize(2);
    for (String line : log) {
      if (line.matches("(imitation|ppo) .*")) {
        String[] words = line.split(" ");
        assertThat(Double.parseDouble(words[2]))
            .as("largest gradient: %s", line)
            .isGreaterThan(1e-2);
        assertThat(Double.parseDouble(words[3])).as("worst error: %s", line).isLessThan(1e-6);
      }
    }
  }

  @Test
  void trainingGoesOnFromAnotherPolicy() throws Exception {
    Path shipped = directory.resolve("shipped.zip");
    PolicyFile.write(shipped, NetworkScorer.shipped().policy());
    Policy next = PolicyFile.read(train("next", 4, "--init", shipped.toString()));
    assertThat(Double.parseDouble(next.trainingCard().get("held_out_kendall_tau")))
        .isGreaterThan(0.95);
    assertThat(next.trainingCard()).containsEntry("init", "shipped.zip");
    assertThat(next.network().weights())
        .isNotEqualTo(NetworkScorer.shipped().policy().network().weights());
  }

  private Path train(String name, long seed, String... more) throws Exception {
    Path file = directory.resolve(name + ".zip");
    List<String> args =
        new ArrayList<>(
            List.of("--out", file.toString(), "--steps", "30", "--seed", Long.toString(seed)));
    args.addAll(List.of(more));
    launcher.imitate(args, log::add);
    return file;
  }
}
