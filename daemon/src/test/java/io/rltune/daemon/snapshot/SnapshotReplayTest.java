package io.rltune.daemon.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.daemon.config.ConfigTexts;
import io.rltune.daemon.service.Wiring;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobState;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import io.rltune.plan.Plan;
import io.rltune.plan.PlanContext;
import io.rltune.plan.Planner;
import io.rltune.plan.PlannerSettings;
import io.rltune.solver.PlacementResult;
import io.rltune.solver.PlacementResult.Status;
import io.rltune.solver.PlacementSolver;
import io.rltune.solver.PlacementSolvers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotReplayTest {
  private static final long NOW = 1_800_000_000;

  @TempDir Path directory;

  private static ClusterSnapshot cluster() {
    List<Node> nodes = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String type = i < 3 ? "a100" : "v100";
      names.add("n" + i);
      nodes.add(
          new Node(
              "n" + i,
              new NodeState("MIXED", Set.of()),
              new TreeMap<>(Map.of(type, new GpuCount(4, i == 0 ? 4 : 0))),
              32,
              256_000,
              Set.of(type),
              Set.of("gpu")));
    }
    List<Job> jobs = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      jobs.add(
          Job.builder(i)
              .name("secretname" + i)
              .user("secretuser" + i % 3)
              .account("secretaccount" + i % 2)
              .gpus(i % 3 == 0 ? GpuDemand.of("a100", 2) : GpuDemand.untyped(1 + i % 4))
              .timeLimitS(i % 5 == 0 ? Long.MAX_VALUE : 600L * i)
              .submit(NOW - 100L * i)
              .priority(i == 7 ? 0 : 1000)
              .build());
    }
    jobs.add(
        Job.builder(99)
            .state(JobState.RUNNING)
            .gpus(GpuDemand.of("a100", 4))
            .nodes(List.of("n0"))
            .start(NOW - 100)
            .end(NOW + 500)
            .build());
    return new ClusterSnapshot(
        NOW, "24.11.3", jobs, nodes, List.of(new Partition("gpu", names)), List.of("odd"));
  }

  private static CycleRecord record(String more) throws Exception {
    var config =
        ConfigTexts.config(
            "planner: {solve_time_limit: 60s, account_caps: {secretaccount1: 6}}\n" + more);
    PlannerSettings settings = Wiring.plannerSettings(config);
    PlanContext context =
        new PlanContext(Map.of(), Map.of(3L, "refused by secretuser1"), Set.of(4L))
            .withDueS(Optional.of(Map.of(9L, 0.1 + 0.2, 12L, 50.0)));
    Planner planner = Wiring.planner(config);
    Plan plan = planner.plan(cluster(), context);
    return new CycleRecord(
        CycleRecord.FORMAT,
        "test",
        "shadow",
        1,
        "rltune",
        Wiring.policyZip(config),
        "scip",
        false,
        settings,
        cluster(),
        context,
        planner.lastFeatures().base64(),
        plan,
        PlanText.digest(plan));
  }

  @ParameterizedTest
  @CsvSource({"0, 1, true", "1, 2, true", "2, 3, true", "3, 3, false"})
  void whatTheDaemonSolvedInTimeIsTriedThreeTimes(int late, int tries, boolean same)
      throws Exception {
    CycleRecord record = record("");
    PlacementSolver solver = PlacementSolvers.create(record.solver());
    AtomicInteger calls = new AtomicInteger();
    Replay.Result result =
        Replay.run(
            record,
            (instance, warmStart, limits) ->
                calls.incrementAndGet() > late
                    ? solver.solve(instance, warmStart, limits)
                    : new PlacementResult(
                        Status.TIME_LIMIT, 0, Double.NaN, Double.NaN, 1, List.of(), "late"));
    assertThat(calls).hasValue(tries);
    assertThat(result.same()).isEqualTo(same);
    assertThat(result.why()).matches(why -> why.contains("time limit") != same);
  }

  /** Cycles of before the snapshot knew of generic resources other than GPUs. */
  @Test
  void aCycleSavedWithoutGenericResourcesIsReadAsOneThatHasNone() throws Exception {
    CycleRecord record = record("");
    Path file = directory.resolve("cycle");
    CycleFile.write(file, record);
    String json;
    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    String older = json.replace(",\"otherGres\":{}", "").replace(",\"gresPerNode\":{}", "");
    assertThat(older.length()).isLessThan(json.length() - 400);
    Files.writeString(file, older);

    assertThat(CycleFile.read(file).snapshot()).isEqualTo(record.snapshot());
  }

  @Test
  void aSavedCycleIsReadBackWhole() throws Exception {
    CycleRecord record = record("accounts: {secretaccount0: {weight: 2, max_gpus: 9}}\n");
    Path file = directory.resolve("cycle");

    CycleFile.write(file, record);

    assertThat(CycleFile.read(file)).isEqualTo(record);
    assertThat(Files.getPosixFilePermissions(file)).hasSize(3);
  }

  @Test
  void aReplayMakesTheSamePlanBitForBit() throws Exception {
    CycleRecord record = record("");
    Path file = directory.resolve("cycle");
    CycleFile.write(file, record);

    Replay.Result result = Replay.run(CycleFile.read(file));

    assertThat(record.plan().starts()).isNotEmpty();
    assertThat(result.differences()).isEmpty();
    assertThat(result.digest()).isEqualTo(record.digest());
  }

  @Test
  void aReplayOfAnotherInputNamesTheDifferences() throws Exception {
    CycleRecord record = record("");
    CycleRecord other =
        record.with(
            false,
            record.settings().withGpuSpeed(Map.of()).withHeadSize(2),
            cluster(),
            record.context(),
            record.plan());

    Replay.Result result = Replay.run(other);

    assertThat(result.same()).isFalse();
    assertThat(result.differences()).anyMatch(line -> line.startsWith("- start job "));
  }

  @Test
  void hashedNamesAreNowhereInTheFileAndThePlanStays() throws Exception {
    CycleRecord record =
        record("accounts: {secretaccount0: {weight: 2, exclude_users: [secretuser2]}}\n");
    CycleRecord hashed = NameHasher.hash(record);
    Path file = directory.resolve("cycle");
    CycleFile.write(file, hashed);

    assertThat(text(file)).doesNotContain("secret");
    assertThat(hashed.plan().starts()).isEqualTo(record.plan().starts());
    assertThat(hashed.plan().order()).isEqualTo(record.plan().order());
    assertThat(Replay.run(CycleFile.read(file)).same()).isTrue();
  }

  @Test
  void aDamagedFileIsNamed() throws Exception {
    Path file = directory.resolve("cycle");
    CycleFile.write(file, record(""));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));

    assertThatThrownBy(() -> CycleFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
  }

  private static String text(Path file) throws IOException {
    try (var in = new java.util.zip.GZIPInputStream(Files.newInputStream(file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
