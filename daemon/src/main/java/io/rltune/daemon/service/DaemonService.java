package io.rltune.daemon.service;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.Mode;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.cycle.Cycle;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.cycle.Reverter;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.journal.JournalException;
import io.rltune.daemon.journal.Ledger;
import io.rltune.plan.Planner;
import io.rltune.slurm.SlurmGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The long-running service: one cycle after another until it is told to stop, then everything taken
 * back.
 */
public final class DaemonService {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonService.class);
  private static final long PRUNE_EVERY_CYCLES = 100;
  private static final long MIB = 1024L * 1024;

  private final ConfigSource source;
  private final StateDir stateDir;
  private final SlurmGateway gateway;
  private final Journal journal;
  private final Ledger ledger;
  private final Cycle cycle;
  private final Reverter reverter;
  private final StatusBoard board;
  private final Clock clock;
  private final Heartbeat heartbeat;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final JournalRescue rescue;
  private final AtomicBoolean reloadAsked = new AtomicBoolean();
  private final AtomicBoolean relearnAsked = new AtomicBoolean();
  private final List<ReloadListener> reloadListeners;
  private Config config;
  private final Circuit circuit;
  private PollPace pace;
  private Duration lastRead = Duration.ZERO;
  private String roomProblem = "";
  private boolean leasesUnchecked = true;

  public DaemonService(
      Config config,
      StateDir stateDir,
      SlurmGateway gateway,
      Planner planner,
      Journal journal,
      Clock clock,
      Heartbeat heartbeat,
      List<DaemonObserver> observers,
      ConfigSource source,
      List<ReloadListener> reloadListeners,
      JournalRescue rescue,
      List<String> startAlerts) {
    this.rescue = rescue;
    this.config = config;
    this.source = source;
    this.reloadListeners = List.copyOf(reloadListeners);
    this.stateDir = stateDir;
    this.gateway = gateway;
    this.journal = journal;
    this.clock = clock;
    this.heartbeat = heartbeat;
    this.ledger = new Ledger(journal);
    this.reverter = new Reverter(gateway, journal, ledger);
    this.cycle = new Cycle(config, gateway, planner, journal, ledger, Wiring.pacer(config), clock);
    this.circuit = new Circuit(gateway, clock);
    this.pace = new PollPace(config, Math::random);
    heartbeat.limit(heartbeatLimit());
    this.board = new StatusBoard(stateDir, gateway, ledger, clock, observers, config);
    board.startAlerts(startAlerts);
  }

  /** Told whether a SIGHUP brought new settings. */
  @FunctionalInterface
  public interface ReloadListener {
    void reloaded(boolean ok);
  }

  /** Asks the service to read its configuration again before the next cycle; from any thread. */
  public void reload() {
    reloadAsked.set(true);
  }

  /**
   * Asks the service to make the planner anew: with the policy that is in force now, and the runs
   * that {@code history.db} holds. From any thread.
   */
  public void relearn() {
    relearnAsked.set(true);
  }

  /** The tuned policy in force, for the status; empty where none is tuned. From any thread. */
  public void policy(String text) {
    board.policy(text);
  }

  /** A tuned policy was taken back, for the alerts. From any thread. */
  public void policyTakenBack(String why) {
    board.policyAlert(why);
  }

  /** Asks the service to stop after the cycle at hand; from any thread. */
  public void stop() {
    stop.countDown();
  }

  /**
   * Runs until {@link #stop}; on return nothing of ours is left on pending jobs, unless Slurm could
   * not be reached.
   */
  public void run() throws InterruptedException {
    int unknown = ledger.recover(now());
    LOG.info(
        "start mode={} interval={} {} touched_jobs={} unknown_writes={}",
        mode(),
        config.get(Settings.INTERVAL),
        gateway.describe(),
        ledger.all().size(),
        unknown);
    Duration wait = Duration.ZERO;
    while (!stop.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
      heartbeat.beat();
      reloadIfAsked();
      relearnIfAsked();
      long begin = System.nanoTime();
      if (mayTry() && step()) {
        pace.succeeded(lastRead);
        circuit.observeLoad(pace);
      } else {
        pace.failed();
      }
      board.pace(pace.steady(), pace.isOpen());
      heartbeat.beat();
      Duration spent = Duration.ofNanos(System.nanoTime() - begin);
      Duration rest = pace.next().minus(spent);
      wait = rest.isNegative() ? Duration.ZERO : rest;
    }
    shutDown();
  }

  /** Checked whole before anything is swapped: a bad file changes nothing but the alerts. */
  private void reloadIfAsked() {
    if (!reloadAsked.getAndSet(false)) {
      return;
    }
    try {
      Config fresh = source.load();
      Planner planner = source.planner(fresh);
      List<String> waiting = config.needingRestart(fresh);
      boolean wroteBefore = cycle.writesPriorities();
      cycle.configure(fresh, planner, Wiring.pacer(fresh));
      config = fresh;
      pace = new PollPace(config, Math::random);
      heartbeat.limit(heartbeatLimit());
      board.configure(config);
      // A mode that writes nothing any more takes everything back, as at a start.
      leasesUnchecked |= wroteBefore && !cycle.writesPriorities();
      LOG.info("configuration reloaded mode={} needs_restart={}", mode(), waiting);
      board.standingAlerts(
          waiting.isEmpty() ? List.of() : List.of("changed, but needs a restart: " + waiting));
      reloadListeners.forEach(listener -> listener.reloaded(true));
    } catch (ConfigException e) {
      e.problems().forEach(problem -> LOG.error("reload refused: {}", problem));
      board.standingAlerts(
          List.of("reload refused, the old configuration stands: " + e.problems().get(0)));
      reloadListeners.forEach(listener -> listener.reloaded(false));
    }
  }

  /** The configuration stays; what is learnt comes in between two cycles. */
  private void relearnIfAsked() {
    if (relearnAsked.getAndSet(false)) {
      try {
        cycle.planBy(source.planner(config));
      } catch (ConfigException e) {
        // A policy file that was good at the start: what it says is for the next start or reload.
        LOG.warn("the planner stays as it is: {}", e.problems().get(0));
      }
    }
  }

  private Duration heartbeatLimit() {
    return Heartbeat.limitFor(pace.longestWait(), config.get(Settings.REQUEST_TIMEOUT));
  }

  private boolean mayTry() {
    String problem = circuit.problem(pace);
    if (!problem.isEmpty()) {
      LOG.warn("{}", problem);
      board.publish("degraded", writesSoFar(), List.of(problem));
      answerRevertRequest();
    }
    return problem.isEmpty();
  }

  private boolean step() {
    if (leasesUnchecked && !clearOldLeases()) {
      return false;
    }
    answerRevertRequest();
    boolean room = hasRoom();
    CycleReport report = cycle.run(() -> room && !isPaused() && stop.getCount() > 0);
    lastRead = Duration.ofMillis((long) report.readMs());
    rescue.copy(ledger);
    board.observe(report);
    long writes = report.problem().isEmpty() || report.plan().isPresent() ? writesSoFar() : -1;
    String line =
        report.summary()
            + board.loadText()
            + " leases_standing="
            + board.leasesStanding()
            + " writes_total="
            + writes;
    if (report.problem().isEmpty()) {
      LOG.info("{}", line);
    } else {
      LOG.warn("{}", line);
    }
    report.commit().problems().stream().limit(5).forEach(p -> LOG.warn("problem: {}", p));
    board.publish(report, writes);
    if (report.cycle() % PRUNE_EVERY_CYCLES == 0 && report.problem().isEmpty()) {
      journal.prune(now() - config.get(Settings.JOURNAL_KEEP).toSeconds());
      journal.trim(config.get(Settings.JOURNAL_MAX_MB) * MIB);
    }
    return report.problem().isEmpty();
  }

  /**
   * A crash may have left leases behind; nothing else is done until they are gone. One that Slurm
   * does not let us clear, as on a job that is held by now, stops nobody else: it stays in the
   * ledger, and the cycles clear it when they may. A mode that writes no priorities takes those
   * back too: nobody would tend them.
   */
  private boolean clearOldLeases() {
    try {
      Reverter.Result result =
          reverter.revert(Reverter.Scope.LEASES, now(), "left by an earlier run");
      if (result.slurmFailed()) {
        LOG.warn("leases of an earlier run could not be cleared yet: {}", result.left());
        board.publish(
            "degraded",
            writesSoFar(),
            List.of("leases of an earlier run could not be cleared yet: " + result.left().get(0)));
        return false;
      }
      result.left().forEach(line -> LOG.warn("left by an earlier run: {}", line));
      if (!result.restored().isEmpty()) {
        LOG.info("cleared leases of an earlier run: jobs {}", result.restored());
      }
      leasesUnchecked = false;
      if (!cycle.writesPriorities()) {
        Reverter.Result rest = reverter.revert(Reverter.Scope.ALL, now(), "mode writes nothing");
        LOG.info("priorities of an earlier run: restored {} left {}", rest.restored(), rest.left());
      }
      return true;
    } catch (JournalException e) {
      LOG.error("{}", e.getMessage());
      board.publish("degraded", -1, List.of(e.getMessage()));
      return false;
    }
  }

  private void answerRevertRequest() {
    if (!Files.exists(stateDir.revertRequest())) {
      return;
    }
    try {
      Reverter.Result result = reverter.revert(Reverter.Scope.ALL, now(), "rltune revert");
      LOG.info("revert: restored {} left {}", result.restored(), result.left());
      JsonFiles.write(stateDir.revertResult(), result);
      Files.deleteIfExists(stateDir.revertRequest());
    } catch (IOException | JournalException e) {
      LOG.error("revert request failed: {}", e.getMessage());
    }
  }

  private void shutDown() {
    LOG.info("stopping: taking back what is left on pending jobs");
    try {
      Reverter.Result result = reverter.revert(Reverter.Scope.ALL, now(), "daemon stops");
      LOG.info("stopped: restored {} jobs, left {}", result.restored().size(), result.left());
      board.leasesStanding(
          (int) result.left().stream().filter(line -> line.contains("ReqNodeList")).count());
      board.publish("stopped", writesSoFar(), result.left());
    } catch (JournalException e) {
      LOG.error("{}", e.getMessage());
    }
  }

  /**
   * A journal that may fail at any moment must not be written against; what is left is for undo.
   */
  private boolean hasRoom() {
    String problem = "";
    try {
      long free = Files.getFileStore(stateDir.path()).getUsableSpace() / MIB;
      if (free < config.get(Settings.MIN_FREE_MB)) {
        problem =
            "writing stopped: %d MB free for %s, daemon.min_free_mb is %d"
                .formatted(free, stateDir.path(), config.get(Settings.MIN_FREE_MB));
      }
    } catch (IOException e) {
      problem = "writing stopped: room of " + stateDir.path() + " unknown: " + e.getMessage();
    }
    if (!problem.equals(roomProblem)) {
      LOG.warn("{}", problem.isEmpty() ? "room again in " + stateDir.path() : problem);
      roomProblem = problem;
      board.diskProblem(problem);
    }
    return problem.isEmpty();
  }

  private boolean isPaused() {
    return Files.exists(stateDir.pause());
  }

  private long writesSoFar() {
    return cycle.confirmedWrites();
  }

  private String mode() {
    Mode mode = config.get(Settings.MODE);
    return mode.name().toLowerCase(Locale.ROOT);
  }

  private long now() {
    return clock.instant().getEpochSecond();
  }
}
