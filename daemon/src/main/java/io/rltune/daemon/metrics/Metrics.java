package io.rltune.daemon.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.journal.PlannedWrite;
import io.rltune.daemon.service.Status;
import io.rltune.plan.Plan;
import java.time.Duration;
import java.util.Locale;

/**
 * What the daemon tells Prometheus: names start with {@code rltune_}, units are seconds and bytes,
 * and no label names a job, a user or an account, so that the number of series stays bounded and
 * nothing private leaves the cluster.
 */
public final class Metrics {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Gauges gauges = new Gauges(registry);
  private final Timer cycle = timer("rltune.cycle", "Wall time of a cycle, reading to writing.");
  private final Timer read = timer("rltune.read", "Wall time of reading jobs and nodes.");
  private final Timer plan = timer("rltune.plan", "Wall time of planning, the MILP included.");
  private final Timer score = timer("rltune.score", "Wall time of features and policy.");
  private final Timer solve = timer("rltune.solve", "Wall time of the placement problem.");

  public Metrics() {
    ProcessMeters.register(registry);
    // Series that are there from the start, so that a first failure is a step from 0.
    for (String result : new String[] {"ok", "no_snapshot", "writing_stopped"}) {
      cycles(result);
    }
    for (String outcome : new String[] {"refused", "skipped", "deferred"}) {
      unwritten(outcome);
    }
    reloads("ok");
    reloads("refused");
    policiesTakenBack();
  }

  /** After a cycle. */
  public void observe(CycleReport report, Status status) {
    cycles(result(report)).increment();
    cycle.record(ms(report.totalMs()));
    report.snapshot().ifPresent(snapshot -> read.record(ms(report.readMs())));
    report.plan().ifPresent(this::observe);
    for (PlannedWrite write : report.commit().done()) {
      counter("rltune.writes", "Changes that Slurm confirmed.", "field", write.field()).increment();
    }
    unwritten("refused").increment(report.commit().failed());
    unwritten("skipped").increment(report.commit().skipped());
    unwritten("deferred").increment(report.commit().deferred());
    gauges.update(report, status);
  }

  /** When there is no cycle to tell of: standby, stopping, a journal that cannot be read. */
  public void observe(Status status) {
    gauges.update(status);
  }

  /** Expiry of the Slurm token, seconds since the epoch; 0 when there is none. */
  public void tokenExpiry(long at) {
    gauges.set("rltune.token.expiry.timestamp", "When the Slurm token expires.", "seconds", at);
  }

  /** Sizes of what the daemon keeps on disk. */
  public void disk(long journalBytes, long freeBytes) {
    gauges.set("rltune.journal.size", "Size of the journal.", "bytes", journalBytes);
    gauges.set("rltune.state.dir.free", "Room left for the state directory.", "bytes", freeBytes);
  }

  /**
   * The policy in force.
   *
   * @param tuned whether it is a tuned one
   * @param ratio waits over plain Slurm's since it came into force; NaN while unknown
   */
  public void policy(boolean tuned, double ratio) {
    gauges.set(
        "rltune.policy.tuned",
        "1 while a policy of rltune tune is in force, 0 for the configured one.",
        "",
        tuned ? 1 : 0);
    gauges.set(
        "rltune.policy.wait.ratio",
        "Waits since the tuned policy came into force over those that plain Slurm would have made.",
        "",
        ratio);
  }

  /** A tuned policy was taken back. */
  public void policyTakenBack() {
    policiesTakenBack().increment();
  }

  private Counter policiesTakenBack() {
    return Counter.builder("rltune.policies.taken.back")
        .description("Tuned policies that were taken back since live waits got worse.")
        .register(registry);
  }

  /** How often Slurm is asked. */
  public void pace(Duration every, boolean circuitOpen, long unchangedReads) {
    gauges.set(
        "rltune.poll.interval",
        "Time between two looks at the cluster, as it is stretched now.",
        "seconds",
        every.toMillis() / 1e3);
    gauges.set(
        "rltune.circuit.open",
        "1 while Slurm does not answer and only pings are sent.",
        "",
        circuitOpen ? 1 : 0);
    gauges.set(
        "rltune.reads.unchanged",
        "Looks at the jobs that needed no list since none had changed, since the start.",
        "",
        unchangedReads);
  }

  /** After SIGHUP. */
  public void reloaded(boolean ok) {
    reloads(ok ? "ok" : "refused").increment();
  }

  /** The text that Prometheus reads. */
  public String scrape() {
    return registry.scrape();
  }

  private void observe(Plan p) {
    plan.record(ms(p.timings().totalMs()));
    score.record(ms(p.timings().scoreMs()));
    solve.record(ms(p.timings().solveMs()));
    counter(
            "rltune.placements",
            "Placement problems by how they ended.",
            "status",
            p.solve().status().toString().toLowerCase(Locale.ROOT))
        .increment();
  }

  private static String result(CycleReport report) {
    if (report.problem().isEmpty()) {
      return "ok";
    }
    return report.snapshot().isPresent() ? "writing_stopped" : "no_snapshot";
  }

  private Counter cycles(String result) {
    return counter("rltune.cycles", "Cycles by result.", "result", result);
  }

  private Counter unwritten(String outcome) {
    return counter(
        "rltune.writes.not.made", "Changes that were planned but not made.", "outcome", outcome);
  }

  private Counter reloads(String result) {
    return counter("rltune.config.reloads", "SIGHUPs by result.", "result", result);
  }

  private Counter counter(String name, String help, String label, String value) {
    return Counter.builder(name).description(help).tag(label, value).register(registry);
  }

  private Timer timer(String name, String help) {
    return Timer.builder(name)
        .description(help)
        .serviceLevelObjectives(
            Duration.ofMillis(50),
            Duration.ofMillis(100),
            Duration.ofMillis(250),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofMillis(2500),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30))
        .register(registry);
  }

  private static Duration ms(double millis) {
    return Duration.ofNanos((long) (millis * 1e6));
  }
}
