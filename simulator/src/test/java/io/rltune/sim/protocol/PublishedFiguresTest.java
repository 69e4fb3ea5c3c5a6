package io.rltune.sim.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.replay.Replay;
import io.rltune.sim.replay.ReplayContext;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.replay.ReplayProgress;
import io.rltune.sim.trace.TraceFormat;
import io.rltune.sim.trace.TraceLoader;
import io.rltune.sim.trace.TraceOptions;
import io.rltune.sim.walltime.WalltimeModel;
import io.rltune.sim.workload.WorkloadJob;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Our figures beside those that HeliosArtifact publishes for Philly, October and November 2017,
 * each virtual cluster alone on its own 8-GPU nodes. docs/simulator.md says what the two have in
 * common and what not. Skips without the public traces (RLTUNE_SHARED).
 */
class PublishedFiguresTest {
  private static final String FROM = "2017-10-01";

  /** Theirs: mean completion time and mean queueing time in seconds. */
  private record Published(String policy, double jctS, double queueS) {}

  private static final List<Published> PUBLISHED =
      List.of(new Published("fcfs", 86_072, 56_531), new Published("sjf-oracle", 34_272, 4731));

  @Test
  void fifoAndShortestFirstOnPhillyByVirtualCluster() throws Exception {
    Path traces = traces();
    List<String> lines = lines(traces.resolve("philly_2017_first70.csv.gz"));
    List<String> clusters = Files.readAllLines(traces.resolve("heliosartifact_philly_vc.csv"));
    print("HeliosArtifact", i -> PUBLISHED.get(i).jctS, i -> PUBLISHED.get(i).queueS);
    for (double scale : new double[] {1, 5}) {
      List<List<FinishedJob>> finished = replay(lines, clusters, scale);
      List<FinishedJob> fifo = finished.get(0);
      List<FinishedJob> shortest = finished.get(1);
      print("arrivals x " + scale, i -> jct(finished.get(i)), i -> queueing(finished.get(i)));

      // What does not depend on which jobs of these months each of the two has: shortest first
      // beats FIFO in both figures, and by more in queueing than in completion.
      double jctRatio = jct(fifo) / jct(shortest);
      double queueRatio = queueing(fifo) / queueing(shortest);
      assertThat(jctRatio).isGreaterThan(1);
      assertThat(queueRatio).isGreaterThan(jctRatio);
    }
  }

  /** All virtual clusters, each alone: the finished jobs by policy. */
  private static List<List<FinishedJob>> replay(
      List<String> lines, List<String> clusters, double scale) throws IOException {
    List<List<FinishedJob>> finished = List.of(new ArrayList<>(), new ArrayList<>());
    for (String row : clusters.subList(1, clusters.size())) {
      String vc = row.split(",")[0];
      ClusterSpec cluster = cluster(vc, Integer.parseInt(row.split(",")[1].strip()));
      List<WorkloadJob> jobs = jobs(lines, vc, cluster, scale);
      for (int i = 0; i < PUBLISHED.size(); i++) {
        finished.get(i).addAll(replay(PUBLISHED.get(i).policy, cluster, jobs));
      }
    }
    return finished;
  }

  private interface Figure {
    double of(int policy);
  }

  private static void print(String whose, Figure jct, Figure queueing) {
    System.out.printf(
        "Philly by virtual cluster, %-15s FIFO JCT %,8.0f s queueing %,8.0f s;  SJF JCT %,8.0f s queueing %,8.0f s;"
            + "  FIFO/SJF JCT %5.2f queueing %5.1f%n",
        whose,
        jct.of(0),
        queueing.of(0),
        jct.of(1),
        queueing.of(1),
        jct.of(0) / jct.of(1),
        queueing.of(0) / queueing.of(1));
  }

  private static List<FinishedJob> replay(
      String policy, ClusterSpec cluster, List<WorkloadJob> jobs) {
    return Replay.run(
            cluster,
            jobs,
            ReplayPolicies.byName(policy, ReplayContext.DEFAULT),
            ReplayOptions.defaults(),
            ReplayProgress.NONE)
        .finishedJobs();
  }

  private static double jct(List<FinishedJob> jobs) {
    return jobs.stream().mapToDouble(FinishedJob::completionTimeS).average().orElse(0);
  }

  private static double queueing(List<FinishedJob> jobs) {
    return jobs.stream().mapToDouble(FinishedJob::waitS).average().orElse(0);
  }

  private static ClusterSpec cluster(String vc, int count) {
    List<NodeSpec> nodes =
        IntStream.range(0, count)
            .mapToObj(i -> new NodeSpec("n" + i, "gpu", 8, 64, 512_000, new TreeSet<>(), 1, 1))
            .toList();
    List<String> names = nodes.stream().map(NodeSpec::name).toList();
    return new ClusterSpec(
        vc, nodes, List.of(new PartitionSpec(vc, names, Long.MAX_VALUE, true, 1)));
  }

  private static List<WorkloadJob> jobs(
      List<String> lines, String vc, ClusterSpec cluster, double scale) throws IOException {
    String own =
        lines.stream()
            .filter(line -> line.startsWith("job_id") || line.split(",", -1)[5].equals(vc))
            .collect(Collectors.joining("\n"));
    return TraceLoader.load(
            new ByteArrayInputStream(own.getBytes(StandardCharsets.UTF_8)),
            vc,
            TraceFormat.PHILLY,
            TraceOptions.forCluster(cluster)
                .withWalltime(Optional.of(WalltimeModel.ORACLE))
                .withArrivalScale(scale))
        .jobs();
  }

  private static List<String> lines(Path file) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .filter(line -> line.startsWith("job_id") || line.split(",")[1].compareTo(FROM) >= 0)
          .toList();
    }
  }

  private static Path traces() {
    String place = System.getProperty("RLTUNE_SHARED", System.getenv("RLTUNE_SHARED"));
    Assumptions.assumeTrue(
        place != null && Files.isDirectory(Path.of(place, "traces")),
        "SKIPPED: RLTUNE_SHARED names no directory with the public traces");
    return Path.of(place, "traces");
  }
}
