package io.rltune.sim.train;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;

/**
 * Made-up jobs to train on beside traces: bursts of users with habits on a cluster of several GPU
 * types, which the public traces lack. Their seeds are not those of the demo.
 */
final class GeneratedSections {
  private static final String LABEL = "generated bursts";
  private static final int JOBS = 20_000;
  private static final double OFFERED_LOAD = 1.5;
  private static final double SHORTEST_S = 120;
  private static final double MEDIAN_S = 1_500;
  private static final double LONGEST_S = 4 * 3_600.0;
  private static final long SEED = 7_700_001;

  private GeneratedSections() {}

  static TraceSection training() {
    return section(SEED, JOBS);
  }

  static TraceSection validation() {
    return section(SEED + 1, JOBS / 4);
  }

  private static TraceSection section(long seed, int jobs) {
    ClusterSpec cluster = DemoCluster.spec();
    BurstySpec spec =
        BurstySpec.demo(DemoCluster.capacity(cluster))
            .withJobs(jobs)
            .withOfferedLoad(OFFERED_LOAD)
            .withRuntimes(SHORTEST_S, MEDIAN_S, LONGEST_S);
    return new TraceSection(LABEL, cluster, BurstyWorkload.generate(spec, seed), 0, jobs);
  }
}
