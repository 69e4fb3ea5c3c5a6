package io.rltune.daemon.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.daemon.explain.Durations;
import io.rltune.daemon.report.ReportData.Against;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;

/** The screen of {@code rltune status}. */
final class StatusText {
  private static final int NAME_WIDTH = 18;
  private static final int USER_WIDTH = 10;
  private static final int NOTE_WIDTH = 60;

  private final JsonNode status;
  private final long now;

  /**
   * A screen.
   *
   * @param status the daemon's status file
   * @param now seconds since the epoch
   */
  StatusText(JsonNode status, long now) {
    this.status = status;
    this.now = now;
  }

  /**
   * Prints it.
   *
   * @param holder who runs, empty where nobody does
   * @param gain waits against plain Slurm over the last week, where they are known
   */
  void print(PrintWriter out, Optional<String> holder, Optional<Against> gain) {
    out.printf(
        "rltune   %s, mode %s%s, health %s%n",
        holder.map(who -> "running (" + who + ")").orElse("NOT running"),
        status.path("mode").asText(),
        status.path("paused").asBoolean() ? ", PAUSED" : "",
        holder.isPresent() ? status.path("health").asText() : "unknown");
    out.printf("slurm    %s%s%n", status.path("slurm").asText(), token());
    printCycle(out);
    printQueue(out);
    out.printf(
        "writes   %s in all; %d node lists standing; %d jobs carry something of ours%n",
        count(status.path("writes").asLong()),
        status.path("leases").asInt(),
        status.path("touched").asInt());
    gain.ifPresent(g -> printGain(out, g));
    double agreement = status.path("shadow_agreement").asDouble();
    if (agreement >= 0) {
      out.printf(
          "plans    %.0f %% of the jobs that Slurm started were in the plan before%n",
          agreement * 100);
    }
    String policy = status.path("detail").path("policy").asText();
    if (!policy.isEmpty()) {
      out.println("policy   " + policy);
    }
    printNext(out);
    status.path("alerts").forEach(alert -> out.println("ALERT    " + alert.asText()));
  }

  private String token() {
    long expires = status.path("detail").path("token_expires_at").asLong();
    if (expires == 0) {
      return "";
    }
    return expires < now
        ? "; token EXPIRED " + Durations.about(now - expires) + " ago"
        : "; token good for " + Durations.about(expires - now);
  }

  private void printCycle(PrintWriter out) {
    JsonNode detail = status.path("detail");
    out.printf(
        Locale.ROOT,
        "cycle    number %d, %s ago, took %.2f s, every %s%n",
        status.path("cycles").asLong(),
        Durations.about(now - status.path("at").asLong()),
        detail.path("cycle_ms").asDouble() / 1000,
        Durations.about(Math.round(detail.path("interval_s").asDouble())));
  }

  private void printQueue(PrintWriter out) {
    int pending = status.path("pending").asInt();
    int managed = status.path("managed").asInt();
    int beyond = status.path("detail").path("beyond_head").asInt();
    out.printf(
        "queue    %d pending (%d ordered by RLTune, %d left to Slurm), %d running; the plan starts %d%s%n",
        pending,
        managed,
        pending - managed,
        status.path("running").asInt(),
        status.path("starts_planned").asInt(),
        beyond == 0
            ? ""
            : "; nodes are sought for the first %d, the other %d are ordered only"
                .formatted(managed - beyond, beyond));
  }

  private static void printGain(PrintWriter out, Against gain) {
    if (gain.jobs() == 0) {
      return;
    }
    out.printf(
        "gain     7 days: mean wait %s, plain Slurm's would have been %s; of %d jobs %d sooner, %d later%n",
        Durations.about(Math.round(gain.meanWaitS())),
        Durations.about(Math.round(gain.meanPlainWaitS())),
        gain.jobs(),
        gain.sooner(),
        gain.later());
  }

  private void printNext(PrintWriter out) {
    String label = "next    ";
    for (JsonNode job : status.path("detail").path("next")) {
      out.printf(
          "%s %d %-18s %-10s %-8s waits %-7s %s%n",
          label,
          job.path("job").asLong(),
          cut(job.path("name").asText(), NAME_WIDTH),
          cut(job.path("user").asText(), USER_WIDTH),
          job.path("asks").asText(),
          Durations.about(job.path("waited_s").asLong()),
          role(job));
      label = "        ";
    }
  }

  private static String role(JsonNode job) {
    String note = job.path("note").asText();
    String words =
        switch (job.path("role").asText()) {
          case "starts_now" -> "starts now";
          case "reserved" -> "blocked";
          default -> "waits";
        };
    return note.isEmpty() ? words : words + ": " + cut(note, NOTE_WIDTH);
  }

  private static String count(long n) {
    return n < 0 ? "unknown" : Long.toString(n);
  }

  private static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width - 1) + "~";
  }
}
