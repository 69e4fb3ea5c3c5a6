package io.rltune.daemon.page;

import io.rltune.daemon.service.Status;
import io.rltune.daemon.snapshot.CycleRecord;
import io.rltune.model.CleanText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** What all pages have around them. */
final class Frame {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z");

  private Frame() {}

  static String time(long epochS) {
    return TIME.format(Instant.ofEpochSecond(epochS).atZone(ZoneId.systemDefault()));
  }

  static void header(Html html, Status status, long takenAt) {
    html.element("a", "To the content", "class", "skip", "href", "#main");
    html.open("header").element("h1", "RLTune for Slurm");
    String style = status.health().equals("ok") ? "badge good" : "badge bad";
    html.element("span", "health: " + status.health(), "class", style);
    html.element(
        "span",
        "mode: " + status.mode() + (status.paused() ? ", PAUSED" : ""),
        "class",
        status.paused() ? "badge warn" : "badge");
    html.open("span", "class", "soft").text("as of ");
    html.element("time", time(takenAt), "datetime", Instant.ofEpochSecond(takenAt).toString());
    html.text(" · ").element("a", "refresh", "href", "/").close();
    html.close();
  }

  static void footer(Html html, CycleRecord cycle) {
    html.open("footer");
    html.text(
        "RLTune "
            + CleanText.field(cycle.rltune())
            + " with Slurm "
            + CleanText.field(cycle.snapshot().slurmVersion())
            + ". Read-only: nothing can be changed here. ");
    html.element("a", "metrics", "href", "/metrics").text(" · ");
    html.element("a", "health", "href", "/health").close();
  }
}
