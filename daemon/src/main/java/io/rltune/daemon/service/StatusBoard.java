package io.rltune.daemon.service;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Mode;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.journal.Ledger;
import io.rltune.model.ClusterSnapshot;
import io.rltune.plan.Plan;
import io.rltune.slurm.SlurmGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes what the daemon is doing: the status file, and to observers. */
final class StatusBoard {
  private static final Logger LOG = LoggerFactory.getLogger(StatusBoard.class);
  private static final int MOST_ALERTS = 20;
  private static final Duration TOKEN_WARNING = Duration.ofHours(24);

  private final StateDir stateDir;
  private final SlurmGateway gateway;
  private final Ledger ledger;
  private final Clock clock;
  private final List<DaemonObserver> observers;
  private final ShadowCompare shadow = new ShadowCompare();
  private final LoadWatch load;
  private final List<String> standingAlerts = new ArrayList<>();
  private List<String> startAlerts = List.of();
  private volatile String policyText = "";
  private volatile String policyAlert = "";
  private final StandingFailure writing = new StandingFailure();
  private String diskProblem = "";
  private Mode mode;
  private long lastSnapshotAt;
  private int leasesStanding;

  StatusBoard(
      StateDir stateDir,
      SlurmGateway gateway,
      Ledger ledger,
      Clock clock,
      List<DaemonObserver> observers,
      Config config) {
    this.stateDir = stateDir;
    this.gateway = gateway;
    this.ledger = ledger;
    this.clock = clock;
    this.observers = List.copyOf(observers);
    this.load = new LoadWatch(config);
    this.mode = config.get(Settings.MODE);
  }

  /** Takes over settings that are now in force. */
  void configure(Config config) {
    mode = config.get(Settings.MODE);
    load.configure(config);
  }

  /**
   * For the line of the log: empty, or how many jobs are beyond those that nodes are sought for.
   */
  String loadText() {
    return load.beyondHead() == 0 ? "" : " beyond_head=" + load.beyondHead();
  }

  /** Alerts that stand until they are replaced: a refused reload, a rebuilt journal. */
  void standingAlerts(List<String> alerts) {
    standingAlerts.clear();
    standingAlerts.addAll(alerts);
  }

  /** Alerts of the start, which stand until the next. */
  void startAlerts(List<String> alerts) {
    startAlerts = List.copyOf(alerts);
  }

  /** The tuned policy in force, for people; empty where none is tuned. From any thread. */
  void policy(String text) {
    policyText = text;
  }

  /** A policy that was taken back: an admin should know until the next start. From any thread. */
  void policyAlert(String alert) {
    policyAlert = alert;
  }

  /** Empty, or why a disk keeps us from writing. */
  void diskProblem(String problem) {
    diskProblem = problem;
  }

  /** How often the cluster is looked at, and whether the circuit is open. */
  void pace(Duration every, boolean open) {
    for (DaemonObserver observer : observers) {
      tell(() -> observer.pace(every, open));
    }
  }

  int leasesStanding() {
    return leasesStanding;
  }

  void leasesStanding(int leases) {
    leasesStanding = leases;
  }

  /** Takes note of what a cycle saw; before {@link #publish(CycleReport, long)}. */
  void observe(CycleReport report) {
    boolean slowBefore = !load.problem().isEmpty();
    load.observe(report);
    if (slowBefore != !load.problem().isEmpty()) {
      LOG.warn("{}", slowBefore ? "cycles keep up with daemon.interval again" : load.problem());
    }
    report
        .snapshot()
        .ifPresent(
            snapshot -> {
              lastSnapshotAt = snapshot.takenAt();
              leasesStanding = ledger.leasesStanding(snapshot);
              report.plan().ifPresent(plan -> shadow.observe(snapshot, plan));
            });
  }

  void publish(CycleReport report, long writes) {
    List<String> alerts = new ArrayList<>();
    if (!report.problem().isEmpty()) {
      alerts.add(report.problem());
    }
    alerts.addAll(ownAlerts());
    alerts.addAll(report.commit().problems());
    report.snapshot().ifPresent(snapshot -> alerts.addAll(snapshot.warnings()));
    report
        .plan()
        .map(plan -> plan.solve().note())
        .filter(note -> !note.isEmpty())
        .ifPresent(note -> alerts.add("placement: " + note));
    Status status =
        status(report.problem().isEmpty() ? "ok" : "degraded", Optional.of(report), writes, alerts);
    write(status);
    for (DaemonObserver observer : observers) {
      tell(() -> observer.cycle(report, status));
    }
  }

  /** A status without a cycle. */
  void publish(String health, long writes, List<String> problems) {
    List<String> alerts = new ArrayList<>(problems);
    alerts.addAll(ownAlerts());
    Status status = status(health, Optional.empty(), writes, alerts);
    write(status);
    for (DaemonObserver observer : observers) {
      tell(() -> observer.status(status));
    }
  }

  private static void tell(Runnable observation) {
    try {
      observation.run();
    } catch (RuntimeException e) {
      LOG.warn("an observer failed: {}", e.toString());
    }
  }

  private Status status(
      String health, Optional<CycleReport> report, long writes, List<String> alerts) {
    Optional<ClusterSnapshot> snapshot = report.flatMap(CycleReport::snapshot);
    Optional<Plan> plan = report.flatMap(CycleReport::plan);
    return new Status(
        clock.instant().getEpochSecond(),
        ProcessHandle.current().pid(),
        mode.name().toLowerCase(Locale.ROOT),
        Files.exists(stateDir.pause()),
        health,
        gateway.describe(),
        report.map(CycleReport::cycle).orElse(0L),
        writes,
        leasesStanding,
        ledger.all().size(),
        snapshot.map(s -> s.pendingJobs().size()).orElse(0),
        plan.map(p -> p.order().size()).orElse(0),
        snapshot.map(s -> s.activeJobs().size()).orElse(0),
        plan.map(p -> p.starts().size()).orElse(0),
        shadow.agreement(),
        lastSnapshotAt,
        alerts.stream().limit(MOST_ALERTS).toList(),
        new Status.Detail(
            load.lastMs(),
            load.intervalS(),
            load.beyondHead(),
            !load.problem().isEmpty(),
            gateway.tokenExpiry().map(Instant::getEpochSecond).orElse(0L),
            report.map(NextJobs::of).orElse(List.of()),
            policyText));
  }

  private void write(Status status) {
    try {
      JsonFiles.write(stateDir.status(), status);
      writing.isOver();
    } catch (IOException e) {
      String failure = String.valueOf(e.getMessage());
      if (writing.isNews(failure)) {
        LOG.error("status file {} cannot be written: {}", stateDir.status(), failure);
      }
    }
  }

  private List<String> ownAlerts() {
    List<String> alerts = new ArrayList<>(startAlerts);
    alerts.addAll(standingAlerts);
    for (String problem : List.of(diskProblem, load.problem(), policyAlert)) {
      if (!problem.isEmpty()) {
        alerts.add(problem);
      }
    }
    Optional<Instant> expiry = gateway.tokenExpiry();
    if (expiry.isPresent()) {
      Duration left = Duration.between(clock.instant(), expiry.get());
      if (left.isNegative()) {
        alerts.add("the Slurm token expired at " + expiry.get());
      } else if (left.compareTo(TOKEN_WARNING) < 0) {
        alerts.add(
            "the Slurm token expires at " + expiry.get() + ", in " + left.toMinutes() + " min");
      }
    }
    return alerts;
  }
}
