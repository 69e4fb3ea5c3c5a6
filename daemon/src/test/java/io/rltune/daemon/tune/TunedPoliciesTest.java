package io.rltune.daemon.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigTexts;
import io.rltune.model.Sha256;
import io.rltune.policy.NetworkScorer;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TunedPoliciesTest {
  @TempDir private Path directory;

  private TunedPolicies tuned;
  private String base;

  @BeforeEach
  void open() throws Exception {
    tuned = new TunedPolicies(directory);
    base = Sha256.of(NetworkScorer.shippedFile());
  }

  private Path policy(String name) throws IOException {
    Policy shipped = NetworkScorer.shippedPolicy();
    Path file = directory.resolve(name + ".zip");
    PolicyFile.write(
        file,
        new Policy(
            name, shipped.network(), shipped.normaliser(), Map.of("data", name), new byte[0]));
    return file;
  }

  private Config config(String more) throws Exception {
    return ConfigTexts.config("daemon: {state_dir: \"%s\"}\n%s".formatted(directory, more));
  }

  private String inForce(String more) throws Exception {
    return PolicyInForce.of(config(more)).name();
  }

  @Test
  void whatIsInForceIsKeptByNameAndUsedOnlyWhereTheConfigurationSaysSo() throws Exception {
    Path candidate = policy("first");

    LivePolicy live = tuned.promote(candidate, base, "accepted", 1_000_000_000);

    assertThat(live.file()).startsWith("20010909T014640Z-").endsWith(".zip");
    assertThat(tuned.live()).contains(live);
    assertThat(tuned.file(live)).hasSameBinaryContentAs(candidate);
    assertThat(inForce("tune: {apply: true}")).isEqualTo("tuned " + live.name());
    assertThat(inForce("")).isEqualTo("shipped");
  }

  @Test
  void takenBackStepByStepToTheConfiguredOneAndNothingIsDeleted() throws Exception {
    LivePolicy first = tuned.promote(policy("first"), base, "v1", 1_000);
    LivePolicy second = tuned.promote(policy("second"), base, "v2", 2_000);

    assertThat(tuned.takeBack("waits got worse", 3_000)).contains(first);
    assertThat(inForce("tune: {apply: true}")).isEqualTo("tuned " + first.name());
    assertThat(tuned.takeBack("by hand", 4_000)).isEmpty();
    assertThat(inForce("tune: {apply: true}")).isEqualTo("shipped");

    assertThat(tuned.directory().resolve(first.file())).exists();
    assertThat(tuned.directory().resolve(second.file())).exists();
    assertThat(tuned.history())
        .anyMatch(
            line ->
                line.contains("taken back " + second.name()) && line.endsWith("waits got worse"))
        .last()
        .asString()
        .endsWith("in force again the configured policy");
    assertThatThrownBy(() -> tuned.takeBack("again", 5_000))
        .hasMessageContaining("nothing to take");
  }

  @Test
  void whatWasTakenBackNeverComesAgain() throws Exception {
    Path candidate = policy("bad");
    tuned.promote(candidate, base, "v", 1_000);
    tuned.takeBack("waits got worse", 2_000);

    assertThatThrownBy(() -> tuned.promote(candidate, base, "v", 3_000))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("taken back");
    assertThat(tuned.live()).isEmpty();
  }

  @Test
  void aFileThatWasChangedIsNotUsed() throws Exception {
    LivePolicy live = tuned.promote(policy("first"), base, "v", 1_000);
    Files.copy(
        policy("other"),
        tuned.directory().resolve(live.file()),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);

    assertThat(inForce("tune: {apply: true}")).isEqualTo("shipped");
  }

  @Test
  void aMissingFileOrADamagedNoteMeansTheConfiguredOne() throws Exception {
    LivePolicy live = tuned.promote(policy("first"), base, "v", 1_000);
    Files.delete(tuned.directory().resolve(live.file()));
    assertThat(inForce("tune: {apply: true}")).isEqualTo("shipped");

    Files.writeString(tuned.directory().resolve("live.json"), "{\"file\":");
    assertThat(inForce("tune: {apply: true}")).isEqualTo("shipped");
    assertThatThrownBy(tuned::live).hasMessageContaining("remove it");
  }

  @Test
  void anotherConfiguredPolicyPutsTheTunedOneAside() throws Exception {
    tuned.promote(policy("first"), base, "v", 1_000);
    Path own = policy("own");

    assertThat(inForce("tune: {apply: true}\npolicy: {file: \"%s\"}".formatted(own)))
        .isEqualTo("configured " + own);
  }

  @Test
  void whatIsNoPolicyIsNotPutInForce() throws Exception {
    Path file = directory.resolve("no.zip");
    Files.writeString(file, "no zip");

    assertThatThrownBy(() -> tuned.promote(file, base, "v", 1_000)).isInstanceOf(IOException.class);
    assertThat(tuned.live()).isEqualTo(Optional.empty());
  }
}
