package io.rltune.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigTexts;
import io.rltune.daemon.cycle.CommitReport;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.explain.ExplainText;
import io.rltune.daemon.explain.Explainer;
import io.rltune.daemon.explain.JobExplanation;
import io.rltune.daemon.http.Request;
import io.rltune.daemon.http.Response;
import io.rltune.daemon.service.CycleKeeper;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Status;
import io.rltune.daemon.service.Wiring;
import io.rltune.daemon.snapshot.CycleFile;
import io.rltune.daemon.text.CleanWriter;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import io.rltune.plan.Plan;
import io.rltune.plan.PlanContext;
import io.rltune.plan.Planner;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names that strangers chose, through every way out: page, JSON, terminal, file. */
class HostileNamesTest {
  private static final long NOW = 1_800_000_000;

  @TempDir Path directory;

  static Stream<String> names() {
    return Stream.of(
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onmouseover='alert(1)",
        "</style></title><svg/onload=alert(1)>",
        "&lt;b&gt;&amp;",
        "\u001b]0;owned\u0007\u001b[2J",
        "\u009b31m\u202eevil\u2066",
        "line\nrltune: write job=1 forged\r\nx",
        "nul\u0000tab\tdel\u007f",
        "$(reboot);`id`|rm -rf /",
        "../../etc/passwd%00",
        "{{style}} ${jndi:ldap://x}",
        "\ud800lone",
        "job:1",
        "x".repeat(100_000));
  }

  private record Shown(PageRoutes pages, CycleKeeper keeper, Config config) {}

  private Shown show(String name, String header) throws Exception {
    Config config =
        ConfigTexts.config(
            "daemon: {state_dir: " + directory + ", mode: shadow}\nplanner: {solver: greedy}\n");
    Node node =
        new Node(
            "n1",
            new NodeState("MIXED", Set.of(name.length() > 50 ? "DRAIN" : "CLOUD")),
            new TreeMap<>(Map.of("a100", new GpuCount(4, 0))),
            32,
            256_000,
            Set.of(),
            Set.of("gpu"));
    Node odd =
        new Node(
            name,
            new NodeState("IDLE", Set.of()),
            new TreeMap<>(Map.of("odd", new GpuCount(2, 1))),
            32,
            256_000,
            Set.of(name),
            Set.of("gpu"));
    Job mine = job(7, name, 1);
    Job held = Job.builder(8).name(name).user(name).account(name).priority(0).reason(name).build();
    Job big = job(9, name, 64);
    ClusterSnapshot snapshot =
        new ClusterSnapshot(
            NOW,
            name,
            List.of(mine, held, big),
            List.of(node, odd),
            List.of(new Partition("gpu", List.of("n1", name))),
            List.of(name));
    Planner planner = Wiring.planner(config);
    Plan plan = planner.plan(snapshot, PlanContext.EMPTY);
    CycleReport report =
        new CycleReport(
            1,
            NOW,
            Optional.of(snapshot),
            PlanContext.EMPTY,
            planner.lastFeatures(),
            "",
            Map.of(),
            Optional.of(plan),
            CommitReport.NOTHING,
            "",
            1,
            1);
    CycleKeeper keeper = CycleKeeper.open(config, new StateDir(directory), name, Runnable::run);
    keeper.cycle(report, status(name));
    PageRoutes pages = new PageRoutes(directory.resolve("journal.db"), header, Set.of("root"));
    pages.show(keeper, Wiring.scorer(config));
    return new Shown(pages, keeper, config);
  }

  private static Job job(long id, String name, int gpus) {
    return Job.builder(id)
        .name(name)
        .user(name)
        .account(name)
        .qos(name)
        .reason(name)
        .gpus(GpuDemand.untyped(gpus))
        .submit(NOW - 100)
        .build();
  }

  private static Status status(String alert) {
    return Status.nothingYet(NOW, "shadow")
        .with(
            status ->
                status
                    .slurm(alert)
                    .cycles(1)
                    .pending(3)
                    .managed(2)
                    .startsPlanned(1)
                    .lastSnapshotAt(NOW)
                    .alerts(List.of(alert)));
  }

  private static String get(PageRoutes pages, String path, Map<String, String> headers)
      throws Exception {
    String key = path.equals("/") ? "/" : path.substring(0, path.lastIndexOf('/') + 1);
    Response response = pages.routes().get(key).answer(new Request(path, Map.of(), headers));
    assertThat(response.status()).isEqualTo(200);
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("names")
  void arePlainTextOnThePages(String name) throws Exception {
    Shown shown = show(name, "");
    try (CycleKeeper keeper = shown.keeper()) {
      for (String path : List.of("/", "/job/7", "/job/8", "/job/9")) {
        String page = get(shown.pages(), path, Map.of());

        assertThat(page.length()).isLessThan(60_000);
        assertThat(page).doesNotContainIgnoringCase("<script", "<img", "javascript:");
        // No element of ours carries a handler, and quotes in names cannot open one.
        String tags = page.replaceAll("\"[^\"]*\"", "''");
        assertThat(tags).doesNotContainPattern("<[a-z][^>]*\\son[a-z]+=");
        assertThat(tags.split("</style>", -1)).hasSize(2);
        assertThat(page)
            .doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069]");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void areHarmlessOnATerminalAndExactInJson(String name) throws Exception {
    Shown shown = show(name, "");
    try (CycleKeeper keeper = shown.keeper()) {
      Explainer explainer =
          new Explainer(keeper.last().get(), Wiring.scorer(shown.config()), keeper.history());
      JobExplanation job = explainer.explain(9, List.of()).orElseThrow();

      List<String> lines = ExplainText.lines(job, Long::toString);
      assertThat(lines).allMatch(line -> line.chars().noneMatch(Character::isISOControl));
      assertThat(lines).allMatch(line -> line.length() < 2_000);

      String json = JsonFiles.MAPPER.writeValueAsString(job);
      assertThat(json.chars()).allMatch(c -> c == '\n' || c == '\r' || (c >= ' ' && c <= '~' + 1));
      // Half a pair is no text: JSON cannot carry it as the name of a node.
      if (!name.contains("\ud800")) {
        assertThat(JsonFiles.MAPPER.readTree(json).at("/request/name").asText()).isEqualTo(name);
        assertThat(CycleFile.read(directory.resolve("cycle.json.gz")).snapshot().jobs()).hasSize(3);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void cannotMoveTheCursorWhateverACommandPrints(String name) {
    StringWriter terminal = new StringWriter();
    PrintWriter out = CleanWriter.of(terminal);

    out.print(name);
    out.flush();

    assertThat(terminal.toString().replace("\n", ""))
        .doesNotContainPattern("[\\x00-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069]");
  }

  @Test
  void behindAProxyUsersSeeTheirOwnJobsOnly() throws Exception {
    Shown shown = show("alice", "X-Remote-User");
    try (CycleKeeper keeper = shown.keeper()) {
      String own = get(shown.pages(), "/", Map.of("x-remote-user", "alice"));
      String other = get(shown.pages(), "/", Map.of("x-remote-user", "bob"));
      String nobody = get(shown.pages(), "/", Map.of());
      String admin = get(shown.pages(), "/", Map.of("x-remote-user", "root"));

      assertThat(own).contains("/job/9").contains("Your jobs").doesNotContain("role=\"alert\"");
      assertThat(other).doesNotContain("/job/9");
      assertThat(nobody).doesNotContain("/job/9");
      assertThat(admin).contains("/job/9").contains("role=\"alert\"");
      Response foreign =
          shown
              .pages()
              .routes()
              .get("/job/")
              .answer(new Request("/job/9", Map.of(), Map.of("x-remote-user", "bob")));
      assertThat(foreign.status()).isEqualTo(404);
    }
  }
}
