package io.rltune.daemon.tune;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.model.Sha256;
import io.rltune.policy.NetworkScorer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The policy that a configuration and the state directory put in force together.
 *
 * @param file its file; empty for the one that ships with RLTune
 * @param tuned the tuned policy, where one is in force
 */
public record PolicyInForce(Optional<Path> file, Optional<LivePolicy> tuned) {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyInForce.class);

  /**
   * Finds it. A tuned policy that cannot be used, or that was tuned from another policy than the
   * one configured now, is passed over, aloud: the configured one is always a safe answer.
   */
  public static PolicyInForce of(Config config) throws IOException {
    PolicyInForce configured = configured(config);
    if (!config.get(Settings.TUNE_APPLY)) {
      return configured;
    }
    try {
      TunedPolicies tuned = new TunedPolicies(config.get(Settings.STATE_DIR));
      Optional<LivePolicy> live = tuned.live();
      if (live.isEmpty()) {
        return configured;
      }
      if (!live.get().base().equals(Sha256.of(configured.bytes()))) {
        LOG.warn(
            "tuned policy {} is not used: it was tuned from another policy than policy.file names now",
            live.get().name());
        return configured;
      }
      return new PolicyInForce(Optional.of(tuned.file(live.get())), live);
    } catch (IOException e) {
      LOG.warn("the tuned policy is not used, the configured one is: {}", e.getMessage());
      return configured;
    }
  }

  /** The one that the configuration names. */
  public static PolicyInForce configured(Config config) {
    Path file = config.get(Settings.POLICY_FILE);
    return new PolicyInForce(
        file.toString().isEmpty() ? Optional.empty() : Optional.of(file), Optional.empty());
  }

  /** Its file's bytes. */
  public byte[] bytes() throws IOException {
    return file.isPresent() ? Files.readAllBytes(file.get()) : NetworkScorer.shippedFile();
  }

  /** Its place, for messages of what reads it. */
  public String place() {
    return file.map(path -> "policy file " + path).orElse("shipped policy");
  }

  /** For people. */
  public String name() {
    return tuned
        .map(live -> "tuned " + live.name())
        .orElse(file.map(path -> "configured " + path).orElse("shipped"));
  }
}
