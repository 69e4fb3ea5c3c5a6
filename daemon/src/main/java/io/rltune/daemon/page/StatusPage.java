package io.rltune.daemon.page;

import io.rltune.daemon.explain.Durations;
import io.rltune.daemon.explain.Explainer;
import io.rltune.daemon.explain.JobExplanation.Start;
import io.rltune.daemon.explain.VetoTexts;
import io.rltune.daemon.history.CyclePoint;
import io.rltune.daemon.service.Status;
import io.rltune.daemon.snapshot.CycleRecord;
import io.rltune.model.CleanText;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Placement;
import io.rltune.model.Veto;
import io.rltune.plan.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Renders the status page of one cycle for one viewer. */
final class StatusPage {
  private static final String NO_GPU = "no GPU";
  static final int MOST_ROWS = 200;

  private final CycleRecord cycle;
  private final Status status;
  private final Explainer explainer;
  private final List<CyclePoint> points;
  private final Viewer viewer;
  private final ClusterSnapshot snapshot;
  private final Plan plan;
  private final Map<Long, Job> jobs = new HashMap<>();
  private final Html html = new Html();

  StatusPage(
      CycleRecord cycle,
      Status status,
      Explainer explainer,
      List<CyclePoint> points,
      Viewer viewer) {
    this.cycle = cycle;
    this.status = status;
    this.explainer = explainer;
    this.points = points;
    this.viewer = viewer;
    this.snapshot = cycle.snapshot();
    this.plan = cycle.plan();
    snapshot.pendingJobs().forEach(job -> jobs.put(job.id(), job));
  }

  String render(String style) {
    Frame.header(html, status, snapshot.takenAt());
    html.open("main", "id", "main");
    alerts();
    cards();
    heat();
    waits();
    planned();
    queue();
    left();
    html.close();
    Frame.footer(html, cycle);
    return Html.page("RLTune: " + status.mode() + ", " + status.health(), style, html);
  }

  private void alerts() {
    if (status.alerts().isEmpty() || !viewer.all()) {
      return;
    }
    html.open("ul", "class", "alerts", "role", "alert", "aria-label", "Alerts");
    status.alerts().forEach(alert -> html.element("li", CleanText.line(alert, 400)));
    html.close();
  }

  private void cards() {
    int total = 0;
    int used = 0;
    for (Node node : snapshot.nodes()) {
      if (node.state().isInService()) {
        total += node.gpusTotal();
        used += node.gpusTotal() - node.gpusFree();
      }
    }
    html.open("ul", "class", "cards", "aria-label", "Figures");
    card(Integer.toString(snapshot.pendingJobs().size()), "jobs wait");
    card(Integer.toString(plan.order().size()), "of those in RLTune's order");
    card(Integer.toString(plan.starts().size()), startWords());
    card(Integer.toString(snapshot.activeJobs().size()), "jobs run");
    card(used + " / " + total, "GPUs in use");
    card(Integer.toString(status.leases()), "node leases standing");
    html.close();
  }

  private String startWords() {
    return cycle.mode().equals("shadow") || cycle.mode().equals("observe")
        ? "would start now"
        : "start now by plan";
  }

  private void card(String figure, String words) {
    html.open("li").element("b", figure).text(words).close();
  }

  private void heat() {
    Map<String, List<Node>> byType =
        new TreeMap<>(
            Comparator.comparing((String type) -> type.equals(NO_GPU))
                .thenComparing(Comparator.naturalOrder()));
    for (Node node : snapshot.nodes()) {
      byType.computeIfAbsent(typeOf(node), type -> new ArrayList<>()).add(node);
    }
    html.element("h2", "Cluster by GPU type");
    html.open("div", "class", "heat");
    byType.forEach(
        (type, nodes) -> {
          String words = words(type, nodes);
          html.open("div").element("h3", CleanText.field(type));
          html.element("span", words, "class", "soft").close();
          html.open("div");
          Charts.nodes(html, CleanText.field(type) + ": " + words, nodes);
          html.close();
        });
    html.close();
    html.element(
        "p",
        "A square is a node, filled as far as its GPUs (or CPUs, where it has none) are in use; a dashed one is out of service.",
        "class",
        "soft");
  }

  private static String typeOf(Node node) {
    if (node.gpus().isEmpty()) {
      return NO_GPU;
    }
    String names = String.join("+", node.gpus().keySet());
    return names.equals(GpuDemand.UNTYPED) ? "GPU" : names;
  }

  private static String words(String type, List<Node> nodes) {
    int total = 0;
    int used = 0;
    int out = 0;
    boolean gpus = !type.equals(NO_GPU);
    for (Node node : nodes) {
      if (!node.state().isInService()) {
        out++;
      } else {
        total += gpus ? node.gpusTotal() : node.cpusTotal();
        used += gpus ? node.gpusTotal() - node.gpusFree() : node.cpusUsed();
      }
    }
    return used
        + " of "
        + total
        + (gpus ? " GPUs" : " CPUs")
        + " used on "
        + nodes.size()
        + " nodes"
        + (out > 0 ? ", " + out + " out of service" : "");
  }

  private void planned() {
    html.element("h2", "Plan of this cycle");
    List<Placement> starts = plan.starts().stream().filter(start -> seen(start.jobId())).toList();
    if (starts.isEmpty() && plan.reservations().isEmpty()) {
      html.element("p", viewer.all() ? "Nothing can start now." : "None of your jobs starts now.");
    }
    if (!starts.isEmpty()) {
      Table table = new Table(html, "Jobs that start now", "Job", "Name", "User", "#GPUs", "Nodes");
      for (Placement start : starts.stream().limit(MOST_ROWS).toList()) {
        Job job = jobs.get(start.jobId());
        table.row(
            "job:" + job.id(),
            job.name(),
            job.user(),
            Integer.toString(job.request().gpus().total()),
            CleanText.line(String.join(", ", start.gpusByNode().keySet()), 120));
      }
      table.end();
    }
    for (Plan.Reservation kept : plan.reservations()) {
      if (seen(kept.jobId())) {
        html.open("p").text("Job " + kept.jobId() + " is blocked; ");
        html.text(
            (kept.nodes().size() == 1 ? "1 node is" : kept.nodes().size() + " nodes are")
                + " kept for it, free in "
                + Durations.about(kept.shadowTime() - snapshot.takenAt())
                + " at the latest.");
        html.close();
      }
    }
  }

  private boolean seen(long jobId) {
    Job job = jobs.get(jobId);
    return job != null && viewer.sees(job.user());
  }

  private void queue() {
    html.element("h2", viewer.all() ? "Queue" : "Your jobs in the queue");
    List<Integer> rows = new ArrayList<>();
    for (int i = 0; i < plan.order().size(); i++) {
      if (seen(plan.order().get(i).jobId())) {
        rows.add(i);
      }
    }
    if (rows.isEmpty()) {
      html.element("p", "No job waits in RLTune's order.");
      return;
    }
    String shown = rows.size() > MOST_ROWS ? ", the first " + MOST_ROWS + " of " + rows.size() : "";
    Table table =
        new Table(
            html,
            "In RLTune's order" + shown,
            "#",
            "Job",
            "Name",
            "User",
            "Account",
            "#GPUs",
            "#Asks",
            "#Waited",
            "Expected start",
            "Why it waits");
    for (int i : rows.stream().limit(MOST_ROWS).toList()) {
      Plan.RankedJob ranked = plan.order().get(i);
      Job job = jobs.get(ranked.jobId());
      table.row(
          Integer.toString(i + 1),
          "job:" + job.id(),
          job.name(),
          job.user(),
          job.account(),
          gpus(job),
          Durations.hms(job.request().timeLimitS()),
          Durations.about(job.waitedS(snapshot.takenAt())),
          start(ranked),
          why(ranked));
    }
    table.end();
  }

  private static String gpus(Job job) {
    GpuDemand demand = job.request().gpus();
    String type =
        demand.isNone() || demand.isUntyped()
            ? ""
            : " " + String.join("+", demand.byType().keySet());
    return demand.total() + type;
  }

  private String start(Plan.RankedJob ranked) {
    if (ranked.role() == Plan.Role.STARTS_NOW) {
      return "now";
    }
    if (plan.vetoes().containsKey(ranked.jobId())) {
      return "";
    }
    Start start = explainer.start(ranked.jobId());
    if (start.latest() == null) {
      return "";
    }
    String late = in(start.latest());
    return start.earliest() == null || start.earliest().equals(start.latest())
        ? "in at most " + late
        : "in " + in(start.earliest()) + " to " + late;
  }

  private String in(long at) {
    return Durations.about(at - snapshot.takenAt());
  }

  private String why(Plan.RankedJob ranked) {
    Veto veto = plan.vetoes().get(ranked.jobId());
    if (veto != null) {
      return VetoTexts.of(veto).meaning();
    }
    return switch (ranked.role()) {
      case STARTS_NOW -> "starts now";
      case RESERVED -> "blocked; nodes are kept for it";
      case WAITS -> "GPUs go to jobs ahead of it";
    };
  }

  private void left() {
    List<Veto> vetoes =
        plan.vetoes().values().stream()
            .filter(veto -> !veto.kind().placementOnly() && seen(veto.jobId()))
            .sorted((a, b) -> Long.compare(a.jobId(), b.jobId()))
            .toList();
    if (vetoes.isEmpty()) {
      return;
    }
    html.element("h2", "Left to Slurm");
    Table table = new Table(html, vetoes.size() + " jobs", "Job", "User", "Why", "What to do");
    for (Veto veto : vetoes.stream().limit(MOST_ROWS).toList()) {
      var words = VetoTexts.of(veto);
      table.row(
          "job:" + veto.jobId(),
          jobs.get(veto.jobId()).user(),
          words.meaning() + " (" + veto.detail() + ")",
          words.action().equals("nothing") ? "" : words.action());
    }
    table.end();
  }

  private void waits() {
    html.element("h2", "Waits over time");
    if (points.size() < 2) {
      html.element("p", "Not enough history yet: a point a minute is kept.");
      return;
    }
    Charts.waits(html, points);
    html.element(
        "p",
        "Line: mean wait of the pending jobs. Dashed: the longest. Area: share of the GPUs in use (top = all).",
        "class",
        "soft");
    html.open("details").element("summary", "The same as a table");
    Table table =
        new Table(
            html,
            "Latest points",
            "Time",
            "#Pending",
            "#Running",
            "#Mean wait",
            "#Longest wait",
            "#GPUs in use");
    for (CyclePoint p : points.subList(Math.max(0, points.size() - 30), points.size())) {
      table.row(
          Frame.time(p.at()),
          Integer.toString(p.pending()),
          Integer.toString(p.running()),
          Durations.about(p.meanWaitS()),
          Durations.about(p.maxWaitS()),
          String.format(Locale.ROOT, "%d / %d", p.gpusUsed(), p.gpusTotal()));
    }
    table.end();
    html.close();
  }
}
