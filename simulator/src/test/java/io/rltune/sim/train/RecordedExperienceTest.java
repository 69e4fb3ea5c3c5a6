package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.model.Sha256;
import io.rltune.policy.NetworkScorer;
import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.ppo.PpoOptions;
import io.rltune.policy.ppo.RecordedChoices;
import io.rltune.sim.testing.JobSpec;
import io.rltune.sim.testing.TestClusters;
import io.rltune.sim.workload.WorkloadJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedExperienceTest {
  private static final int JOBS = 400;

  @TempDir private Path directory;

  private final List<String> log = new ArrayList<>();
  private Path init;

  @BeforeEach
  void policy() throws Exception {
    init = directory.resolve("init.zip");
    Files.write(init, NetworkScorer.shippedFile());
  }

  private static TraceSection section() {
    List<WorkloadJob> all = new ArrayList<>();
    for (int i = 0; i < JOBS; i++) {
      all.add(JobSpec.job().build().at(i, 60.0 * i));
    }
    return new TraceSection("site", TestClusters.small(), all, 0, JOBS);
  }

  /** A state a minute, of each of which one job starts after {@code waitS}. */
  private static RecordedStates states(int count, String sha256) {
    double[] starts = new double[JOBS];
    Arrays.setAll(starts, i -> 60.0 * i + 10 + i % 7);
    List<RecordedStates.State> states = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      float[] rows = new float[2 * FeatureSchema.WIDTH];
      rows[i % FeatureSchema.WIDTH] = 1;
      states.add(
          new RecordedStates.State(60.0 * i + 1, new double[] {60.0 * i + 9, Double.NaN}, rows));
    }
    return new RecordedStates(sha256, starts, states);
  }

  private RecordedChoices load(RecordedStates states) throws IOException {
    Path file = directory.resolve("experience.bin");
    states.write(file);
    return RecordedExperience.load(file, section(), init, PpoOptions.Hyper.DEFAULT, 0.25, log::add);
  }

  private static String shipped() {
    return Sha256.of(NetworkScorer.shippedFile());
  }

  @Test
  void statesBecomeChoicesAndALineSaysHowMany() throws Exception {
    RecordedChoices choices = load(states(399, shipped()));

    assertThat(choices.share()).isEqualTo(0.25);
    assertThat(choices.choices()).hasSize(399);
    assertThat(log)
        .containsExactly(
            "recorded states: learns from 399 with 399 choices in 4 segments beside the replays");
    assertThat(load(states(399, shipped())).digest()).isEqualTo(choices.digest());
  }

  @Test
  void tooFewChangeNothing() throws Exception {
    assertThat(load(states(199, shipped()))).isEqualTo(RecordedChoices.NONE);
    assertThat(log).singleElement().asString().contains("too few; learns from replays alone");
  }

  @Test
  void choicesOfAnotherPolicyAreRefused() {
    assertThatThrownBy(() -> load(states(399, Sha256.of("another"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("of another policy than " + init);
  }

  @Test
  void statesOfAnotherTraceAreRefused() {
    RecordedStates other = new RecordedStates(shipped(), new double[3], List.of());

    assertThatThrownBy(() -> load(other)).hasMessageContaining("trace of 3 jobs, this one has 400");
  }

  @Test
  void aFileReadsBackAsItWasWrittenAndADamagedOneIsRefused() throws Exception {
    Path file = directory.resolve("states.bin");
    RecordedStates written = states(20, "sha");
    written.write(file);

    RecordedStates read = RecordedStates.read(file);

    assertThat(read.policySha256()).isEqualTo("sha");
    assertThat(read.startS()).isEqualTo(written.startS());
    assertThat(read.states()).hasSize(20);
    assertThat(read.states().get(7).atS()).isEqualTo(421);
    assertThat(read.states().get(7).startS()).containsExactly(429, Double.NaN);
    assertThat(read.states().get(7).rows()).isEqualTo(written.states().get(7).rows());

    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(() -> RecordedStates.read(file)).hasMessageContaining("is damaged");
    Files.writeString(file, "nothing of the kind");
    assertThatThrownBy(() -> RecordedStates.read(file)).hasMessageContaining("is damaged");
  }

  @Test
  void optionsThatDoNotGoTogetherAreNamed() {
    List<String> arguments =
        List.of("--trace", "t", "--format", "sacct", "--cluster", "c", "--experience", "e");

    assertThatThrownBy(() -> TrainingOptions.parse(arguments).recorded(log::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--experience goes with one trace, one --init");
  }
}
