package io.rltune.daemon.bench;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Generated bursts as a trace file in sacct's format. */
public final class GeneratedTrace {
  private static final long SEED = 30;
  private static final double SHORTEST_S = 120;
  private static final double MEDIAN_S = 1_500;
  private static final double LONGEST_S = 4 * 3_600.0;

  /** Any time will do: a trace begins at 0. */
  private static final long EPOCH_S = 1_767_225_600L;

  private GeneratedTrace() {}

  /**
   * Writes a trace; the same every time.
   *
   * @param cluster for whose GPUs the jobs ask
   * @param jobs number of jobs, at least 1
   * @param load GPU time asked for over GPU time there is, while jobs arrive; positive
   */
  public static void write(Path file, ClusterSpec cluster, int jobs, double load)
      throws IOException {
    BurstySpec spec =
        BurstySpec.demo(DemoCluster.capacity(cluster))
            .withJobs(jobs)
            .withOfferedLoad(load)
            .withRuntimes(SHORTEST_S, MEDIAN_S, LONGEST_S);
    List<String> rows = new ArrayList<>();
    rows.add(
        "JobID|User|Account|Partition|Submit|ElapsedRaw|TimelimitRaw|NNodes|ReqTRES|State|JobName");
    for (WorkloadJob job : BurstyWorkload.generate(spec, SEED)) {
      rows.add(
          "%d|%s|%s|%s|%d|%d|%d|%d|cpu=%d,mem=%dM,gres/gpu%s=%d|COMPLETED|%s"
              .formatted(
                  job.index() + 1,
                  job.user(),
                  job.account(),
                  job.partition(),
                  EPOCH_S + Math.round(job.submitS()),
                  Math.round(job.runtimeS()),
                  (job.timeLimitS() + 59) / 60,
                  job.nodes(),
                  job.cpus(),
                  job.memMb(),
                  job.gpuType().isEmpty() ? "" : ":" + job.gpuType(),
                  job.gpus(),
                  job.name()));
    }
    Files.write(file, rows);
  }
}
