package io.rltune.daemon.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.daemon.history.JobRun.Size;
import io.rltune.daemon.history.JobRun.Standing;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import io.rltune.sim.cluster.ClusterFile;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.trace.Trace;
import io.rltune.sim.trace.TraceFormat;
import io.rltune.sim.trace.TraceLoader;
import io.rltune.sim.trace.TraceOptions;
import io.rltune.sim.workload.WorkloadJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedWeeksTest {
  @TempDir private Path directory;

  private static JobRun run(
      long id, String name, String type, long limitS, long eligible, long runS) {
    return new JobRun(
        id,
        eligible - 5,
        name,
        JobRun.stemOf(name),
        "alice",
        "ml",
        "high",
        "gpu",
        2,
        type,
        limitS,
        eligible,
        eligible,
        0,
        0,
        eligible + 100,
        eligible + 100 + runS,
        0,
        "shadow",
        false,
        Standing.UNKNOWN,
        List.of(),
        new Size(1, 8, 4_000));
  }

  private static ClusterSnapshot cluster() {
    TreeMap<String, GpuCount> gpus = new TreeMap<>();
    gpus.put("a100", new GpuCount(4, 1));
    Node up =
        new Node(
            "n1",
            new NodeState("IDLE", Set.of()),
            gpus,
            32,
            64_000,
            Set.of("nvlink"),
            Set.of("gpu"));
    Partition gpu =
        new Partition("gpu", true, new TreeSet<>(List.of("n1", "gone")), 7_200, 1, 5, true);
    Partition empty = new Partition("empty", List.of("gone"));
    return new ClusterSnapshot(
        1, "24.11.5", List.of(), List.of(up), List.of(gpu, empty), List.of());
  }

  @Test
  void whatIsRecordedIsWhatTheSimulatorReads() throws Exception {
    try (History history = History.open(directory.resolve("history.db"))) {
      history.store(
          List.of(
              run(3, "late", "a100", 3_601, 3_000, 60),
              run(1, "a|b\nc", "", Long.MAX_VALUE, 1_000, 600),
              run(2, "two-types", "a100+v100", 3_600, 2_000, 60),
              run(9, "too old", "", 3_600, 500, 60)),
          Optional.empty());
      RecordedWeeks weeks = RecordedWeeks.read(history, 1_000, cluster());
      weeks.writeCluster(directory.resolve("cluster.yaml"));
      weeks.writeTrace(directory.resolve("trace.txt"), weeks.runs().size());
    }

    ClusterSpec cluster = ClusterFile.read(directory.resolve("cluster.yaml"));
    Trace trace =
        TraceLoader.load(
            directory.resolve("trace.txt"), TraceFormat.SACCT, TraceOptions.forCluster(cluster));

    assertThat(cluster.gpusByType()).containsEntry("a100", 4).hasSize(1);
    assertThat(cluster.partitions()).hasSize(1);
    assertThat(cluster.partitions().get(0).maxTimeS()).isEqualTo(7_200);
    assertThat(cluster.partitions().get(0).priorityTier()).isEqualTo(5);
    assertThat(trace.problems()).isEmpty();
    assertThat(trace.jobs())
        .extracting(
            WorkloadJob::name,
            WorkloadJob::submitS,
            WorkloadJob::user,
            WorkloadJob::qos,
            WorkloadJob::gpus,
            WorkloadJob::gpuType,
            WorkloadJob::cpus,
            WorkloadJob::memMb,
            WorkloadJob::runtimeS)
        .containsExactly(
            tuple("a_b_c (1)", 0.0, "alice", "high", 2, "", 8, 4_000L, 600.0),
            tuple("two-types (2)", 1_000.0, "alice", "high", 2, "", 8, 4_000L, 60.0),
            tuple("late (3)", 2_000.0, "alice", "high", 2, "a100", 8, 4_000L, 60.0));
    assertThat(trace.jobs().get(2).timeLimitS()).isEqualTo(3_660);
  }
}
