package io.rltune.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigLoader;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.cycle.Cycle;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.history.History;
import io.rltune.daemon.http.Request;
import io.rltune.daemon.http.Response;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.journal.Ledger;
import io.rltune.daemon.page.PageRoutes;
import io.rltune.daemon.report.ReportBuilder;
import io.rltune.daemon.report.ReportData;
import io.rltune.daemon.report.ReportPage;
import io.rltune.daemon.service.CycleKeeper;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Status;
import io.rltune.daemon.service.Wiring;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.demo.PlainPolicy;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.rest.SimulatedSlurmrestd;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.slurm.SlurmGateway;
import io.rltune.slurm.SlurmGateways;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * {@code explain}, {@code snapshot --last} and {@code replay} after a day of the daemon's cycles.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExplainCliTest {
  private static final String TOKEN = "eyJ-known-token-of-this-test";

  @TempDir static Path directory;
  private final Set<Long> everStarted = new HashSet<>();
  private Path config;
  private CycleReport last;
  private String page;
  private String jobPage;

  @BeforeAll
  void runTheDaemonForADay() throws Exception {
    ClusterSim sim = new ClusterSim(DemoCluster.spec(), PlainPolicy.MULTIFACTOR_EASY.params());
    BurstySpec spec =
        BurstySpec.demo(DemoCluster.capacity(sim.cluster())).withJobs(400).withOfferedLoad(1.6);
    BurstyWorkload.generate(spec, 1).forEach(sim::submit);
    Path token = directory.resolve("token");
    Files.createFile(
        token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, TOKEN);
    config = directory.resolve("rltune.yaml");
    try (SimulatedSlurmrestd slurmrestd = SimulatedSlurmrestd.start(sim, 0, TOKEN)) {
      Files.writeString(
          config,
          """
          slurm: {endpoint: "%s", user: test, token_file: %s, scontrol: "", write_transport: rest}
          daemon: {state_dir: %s, mode: enforce}
          planner: {solve_time_limit: 60s}
          """
              .formatted(slurmrestd.uri(), token, directory.resolve("state")));
      Config loaded = ConfigLoader.load(config);
      StateDir state = StateDir.create(loaded.get(Settings.STATE_DIR));
      try (SlurmGateway gateway = SlurmGateways.open(Wiring.slurm(loaded), slurmrestd.clock());
          Journal journal = Journal.open(state.journal());
          CycleKeeper keeper = CycleKeeper.open(loaded, state, "test", Runnable::run)) {
        Cycle cycle =
            new Cycle(
                loaded,
                gateway,
                Wiring.planner(loaded),
                journal,
                new Ledger(journal),
                Wiring.pacer(loaded),
                slurmrestd.clock());
        for (int step = 0; step < 160; step++) {
          sim.advanceTo(sim.nowS() + 60);
          last = cycle.run(() -> true);
          assertThat(last.problem()).isEmpty();
          last.snapshot().get().activeJobs().forEach(job -> everStarted.add(job.id()));
          keeper.cycle(last, status());
        }
        PageRoutes pages = new PageRoutes(state.journal(), "", Set.of());
        pages.show(keeper, Wiring.scorer(loaded));
        page = answer(pages, "/", "/");
        jobPage = answer(pages, "/job/", "/job/" + waiting());
        // For whoever wants to look at it.
        Files.createDirectories(Path.of("target/page"));
        Files.writeString(Path.of("target/page/status.html"), page);
        Files.writeString(Path.of("target/page/job.html"), jobPage);
      }
    }
  }

  private static String answer(PageRoutes pages, String route, String path) throws Exception {
    Response response = pages.routes().get(route).answer(new Request(path, Map.of(), Map.of()));
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.headers().get("Content-Security-Policy")).contains("default-src 'none'");
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  @Test
  void thePageShowsQueueClusterPlanAndWaits() {
    assertThat(page)
        .contains("Cluster by GPU type", "Plan of this cycle", "Queue", "Waits over time")
        .contains("<polyline", "/job/" + waiting())
        .doesNotContain("<script");
    assertThat(jobPage).contains("position").contains("Back to the queue");
  }

  private static Status status() {
    return Status.nothingYet(0, "enforce").with(status -> status.pid(1).cycles(1));
  }

  private String run(int expected, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = Main.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    assertThat(commandLine.execute(arguments)).as(err.toString()).isEqualTo(expected);
    return out + err.toString();
  }

  private long waiting() {
    return last.plan().get().order().stream()
        .filter(job -> job.role() == io.rltune.plan.Plan.Role.WAITS)
        .findFirst()
        .orElseThrow()
        .jobId();
  }

  @Test
  void aWaitingJobIsToldItsPlaceItsScoreItsNodesAndARange() throws Exception {
    String id = Long.toString(waiting());

    JsonNode job =
        JsonFiles.MAPPER.readTree(run(0, "explain", id, "--json", "-c", config.toString()));
    String text = run(0, "explain", id, "-c", config.toString());

    assertThat(job.path("state").asText()).isEqualTo("pending");
    assertThat(job.path("queue").path("position").asInt()).isPositive();
    assertThat(job.path("queue").path("contributions")).isNotEmpty();
    int nodes = 0;
    for (JsonNode count : job.path("nodes").path("counts")) {
      nodes += count.asInt();
    }
    assertThat(nodes).isEqualTo(last.snapshot().get().nodes().size());
    assertThat(job.path("start").path("earliest").asLong())
        .isLessThanOrEqualTo(job.path("start").path("latest").asLong())
        .isGreaterThanOrEqualTo(last.snapshot().get().takenAt());
    assertThat(text).contains("position", "nodes", "score", "start");
  }

  @Test
  void anEndedJobIsToldWhyItStartedWhenItDid() throws Exception {
    Set<Long> present = new HashSet<>();
    last.snapshot().get().jobs().forEach(job -> present.add(job.id()));
    long ended =
        everStarted.stream()
            .filter(id -> !present.contains(id))
            .sorted()
            .skip(20)
            .findFirst()
            .get();

    String text = run(0, "explain", Long.toString(ended), "-c", config.toString());

    assertThat(text).contains("ended at", "started", "after waiting", "RLTune");
  }

  @Test
  void aJobThatNobodyKnowsIsNamed() {
    assertThat(run(1, "explain", "99999999", "-c", config.toString())).contains("99999999");
  }

  @Test
  void theLastCycleIsSavedAndReplayedToTheSamePlan() {
    Path file = directory.resolve("last.json.gz");

    run(0, "snapshot", "--last", "--hash-names", "-o", file.toString(), "-c", config.toString());

    assertThat(run(0, "replay", file.toString())).contains("same plan, bit for bit");
  }

  @Test
  void theReportSaysWhoWaitedHowLongAgainstPlainSlurm() throws Exception {
    long to = last.snapshot().get().takenAt();
    StateDir state = new StateDir(directory.resolve("state"));
    ReportData data;
    try (History history = History.open(state.history())) {
      data = ReportBuilder.build(history, to - 10_000, to + 1);
      String html = ReportPage.html(data, Long::toString);
      Files.writeString(Path.of("target/page/report.html"), html);
      assertThat(html).contains("who gained and who lost").doesNotContain("<script");
    }

    assertThat(data.started()).isGreaterThan(50);
    assertThat(data.accounts().stream().mapToInt(ReportData.Group::jobs).sum())
        .isEqualTo(data.started());
    assertThat(data.against().jobs()).isPositive();
    assertThat(data.modes()).singleElement().matches(mode -> mode.mode().equals("enforce"));
    assertThat(run(0, "report", "--since", "7d", "-c", config.toString())).contains("jobs started");
    assertThat(run(2, "report", "--since", "week", "-c", config.toString())).contains("7d");
  }

  @Test
  void theTokenIsInNoFileThatIsKept() throws Exception {
    try (var files = Files.walk(directory.resolve("state"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(
                new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(TOKEN);
      }
    }
  }
}
