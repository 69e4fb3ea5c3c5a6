package io.rltune.policy.ppo.shared;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What workers have to do now.
 *
 * @param number grows by one each time, also over restarts of the learner; names the policy file
 * @param policySha256 of the policy file: experience of any other is stale
 * @param seeds seed of each workload
 * @param replicas runs of each workload
 */
record Round(long number, String policySha256, List<Long> seeds, int replicas) {
  private static final ObjectMapper JSON = new ObjectMapper();

  Round {
    seeds = List.copyOf(seeds);
  }

  /** Episodes of the round, those of a workload side by side. */
  int episodes() {
    return seeds.size() * replicas;
  }

  long seed(int episode) {
    return seeds.get(episode / replicas);
  }

  int replica(int episode) {
    return episode % replicas;
  }

  void publish(SharedFiles files) throws IOException {
    SharedFiles.write(files.round(), JSON.writeValueAsBytes(this));
  }

  /** The round at hand; empty before the first. */
  static Optional<Round> current(SharedFiles files) throws IOException {
    Optional<String> text = SharedFiles.text(files.round());
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(text.get(), Round.class));
    } catch (JsonProcessingException e) {
      throw new IOException(
          files.round() + " is no round of this release: " + e.getOriginalMessage(), e);
    }
  }
}
