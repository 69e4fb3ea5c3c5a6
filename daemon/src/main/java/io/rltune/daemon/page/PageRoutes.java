package io.rltune.daemon.page;

import io.rltune.daemon.explain.ExplainText;
import io.rltune.daemon.explain.Explainer;
import io.rltune.daemon.explain.JobExplanation;
import io.rltune.daemon.explain.JobWrites;
import io.rltune.daemon.http.Request;
import io.rltune.daemon.http.Response;
import io.rltune.daemon.http.Route;
import io.rltune.daemon.service.CycleKeeper;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.Status;
import io.rltune.daemon.snapshot.CycleRecord;
import io.rltune.policy.JobScorer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The pages: {@code /} and, for each job, {@code /job/ID} and {@code /api/job/ID}. */
public final class PageRoutes {
  private static final long CHART_S = 24 * 3600;

  /** No script at all, no other origin, no form: what a page of ours needs and no more. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Path journalFile;
  private final String userHeader;
  private final Set<String> admins;
  private final String style = PageStyle.css();
  private CycleKeeper keeper;
  private JobScorer scorer;
  private CycleRecord explained;
  private Explainer explainer;

  /**
   * Pages that show nothing until {@link #show}.
   *
   * @param userHeader header in which a proxy names the user; empty for none
   * @param admins users who see all jobs where there is such a header
   */
  public PageRoutes(Path journalFile, String userHeader, Set<String> admins) {
    this.journalFile = journalFile;
    this.userHeader = userHeader;
    this.admins = Set.copyOf(admins);
  }

  /** Shows what a keeper keeps from now on; scores are explained by {@code newScorer}. */
  public synchronized void show(CycleKeeper newKeeper, JobScorer newScorer) {
    keeper = newKeeper;
    scorer = newScorer;
    explained = null;
  }

  /** Shows nothing any more: the keeper is about to be closed. */
  public synchronized void hide() {
    keeper = null;
  }

  /** By path, for the HTTP server. */
  public Map<String, Route> routes() {
    Map<String, Route> routes = new LinkedHashMap<>();
    routes.put("/", this::status);
    routes.put("/job/", request -> job(request, false));
    routes.put("/api/job/", request -> job(request, true));
    return routes;
  }

  // One page at a time: a forecast is made once a cycle and shared, and no crowd of readers can
  // take
  // more than one core from the daemon.
  private synchronized Response status(Request request) throws IOException {
    Optional<CycleRecord> cycle = Optional.ofNullable(keeper).flatMap(CycleKeeper::last);
    Optional<Status> status = Optional.ofNullable(keeper).flatMap(CycleKeeper::status);
    if (cycle.isEmpty() || status.isEmpty()) {
      return Response.of(503, Response.TEXT, "no cycle has been completed yet; see /health\n");
    }
    long now = cycle.get().snapshot().takenAt();
    StatusPage page =
        new StatusPage(
            cycle.get(),
            status.get(),
            explainer(cycle.get()),
            keeper.history().points(now - CHART_S, now + 1),
            Viewer.of(request, userHeader, admins));
    return html(200, page.render(style));
  }

  private synchronized Response job(Request request, boolean json) throws IOException {
    Optional<CycleRecord> cycle = Optional.ofNullable(keeper).flatMap(CycleKeeper::last);
    Optional<Status> status = Optional.ofNullable(keeper).flatMap(CycleKeeper::status);
    String id = request.path().substring(request.path().lastIndexOf('/') + 1);
    if (cycle.isEmpty() || status.isEmpty() || !id.matches("[0-9]{1,18}")) {
      return Response.notFound();
    }
    Viewer viewer = Viewer.of(request, userHeader, admins);
    long jobId = Long.parseLong(id);
    Optional<JobExplanation> job =
        explainer(cycle.get())
            .explain(jobId, JobWrites.read(journalFile, jobId))
            .filter(found -> viewer.sees(found.request().user()));
    if (job.isEmpty()) {
      return Response.notFound();
    }
    if (json) {
      return Response.ok(Response.JSON, JsonFiles.MAPPER.writeValueAsString(job.get()));
    }
    Html html = new Html();
    Frame.header(html, status.get(), cycle.get().snapshot().takenAt());
    html.open("main", "id", "main").element("h2", "Job " + jobId);
    html.element("pre", String.join("\n", ExplainText.lines(job.get(), Frame::time)));
    html.open("p").element("a", "Back to the queue", "href", "/").close().close();
    Frame.footer(html, cycle.get());
    return html(200, Html.page("Job " + jobId + ": RLTune", style, html));
  }

  private Explainer explainer(CycleRecord cycle) throws IOException {
    if (explained != cycle) {
      explainer = new Explainer(cycle, scorer, keeper.history());
      explained = cycle;
    }
    return explainer;
  }

  private static Response html(int status, String page) {
    return Response.of(status, Response.HTML, page).with("Content-Security-Policy", POLICY);
  }
}
