package io.rltune.daemon.cycle;

import io.rltune.daemon.config.ConfigException;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.policy.JobScorer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Two nodes, and the order of the smallest request first. */
abstract class SmallestFirst extends CycleFixture {
  /** Smallest request first. */
  static final JobScorer SMALLEST_FIRST =
      new JobScorer() {
        @Override
        public String name() {
          return "smallest-first";
        }

        @Override
        public double[] score(ClusterSnapshot snapshot, List<Job> candidateList) {
          return candidateList.stream()
              .mapToDouble(job -> 1.0 / (1 + job.request().gpus().total()))
              .toArray();
        }
      };

  @BeforeEach
  void secondNode() {
    slurm.node("n2", "a100", 4);
  }

  final Cycle cycle(String mode, String more) throws ConfigException {
    return cycle(SMALLEST_FIRST, mode, more);
  }

  final Cycle enforcing() throws ConfigException {
    return cycle("enforce", "lease: {ttl: 60s, cooldown: 5m}");
  }
}
