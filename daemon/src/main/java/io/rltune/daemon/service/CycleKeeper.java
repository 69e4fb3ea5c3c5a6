package io.rltune.daemon.service;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.history.History;
import io.rltune.daemon.history.HistoryRecorder;
import io.rltune.daemon.snapshot.CycleFile;
import io.rltune.daemon.snapshot.CycleRecord;
import io.rltune.daemon.snapshot.PlanText;
import io.rltune.plan.PlannerSettings;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what people ask for later: the last cycle, in memory and as a file, and the history of
 * jobs. On a thread of its own, so that a slow disk costs the explanations and never a cycle; where
 * it cannot keep up, cycles are left out.
 */
public final class CycleKeeper implements DaemonObserver, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CycleKeeper.class);
  private static final long KEEP_S = 90L * 86_400;
  private static final long MOST_JOBS = 500_000;

  private final StateDir stateDir;
  private final History history;
  private final HistoryRecorder recorder;
  private volatile PlannerSettings settings;
  private final String policy;
  private final String solver;
  private final String release;
  private final Executor thread;
  private volatile CycleRecord last;
  private volatile Status status;
  private final StandingFailure keeping = new StandingFailure();

  private CycleKeeper(
      Config config,
      StateDir stateDir,
      History history,
      HistoryRecorder recorder,
      String release,
      Executor thread) {
    this.thread = thread;
    this.stateDir = stateDir;
    this.history = history;
    this.recorder = recorder;
    this.settings = Wiring.plannerSettings(config);
    this.policy = config.get(Settings.POLICY);
    this.solver = config.get(Settings.SOLVER);
    this.release = release;
  }

  /**
   * Opens the history.
   *
   * @param release release number of this RLTune
   */
  public static CycleKeeper open(Config config, StateDir stateDir, String release)
      throws IOException {
    return open(config, stateDir, release, LatestOnly.thread("keeper"));
  }

  /** The same with an executor that decides when cycles are kept. */
  public static CycleKeeper open(Config config, StateDir stateDir, String release, Executor thread)
      throws IOException {
    History history = History.open(stateDir.history());
    HistoryRecorder recorder = new HistoryRecorder(history, KEEP_S, MOST_JOBS);
    return new CycleKeeper(config, stateDir, history, recorder, release, thread);
  }

  /** Takes over the planner settings of a configuration that is now in force. */
  public void reloaded(Config config) {
    settings = Wiring.plannerSettings(config);
  }

  @Override
  public void cycle(CycleReport report, Status newStatus) {
    status = newStatus;
    if (report.snapshot().isEmpty() || report.plan().isEmpty()) {
      return;
    }
    CycleRecord record =
        new CycleRecord(
            CycleRecord.FORMAT,
            release,
            newStatus.mode(),
            report.cycle(),
            policy,
            "",
            solver,
            false,
            settings,
            report.snapshot().get(),
            report.context(),
            report.features().base64(),
            report.plan().get(),
            PlanText.digest(report.plan().get()));
    last = record;
    int writes = report.commit().confirmed();
    Map<Long, Long> plainStarts = report.plainStarts();
    thread.execute(() -> keep(record, plainStarts, writes));
  }

  @Override
  public void status(Status newStatus) {
    status = newStatus;
  }

  private void keep(CycleRecord record, Map<Long, Long> plainStarts, int writes) {
    try {
      CycleFile.write(stateDir.lastCycle(), record);
      recorder.observe(record.snapshot(), record.plan(), plainStarts, record.mode(), writes);
      keeping.isOver();
    } catch (IOException | RuntimeException e) {
      String failure = String.valueOf(e.getMessage());
      if (keeping.isNews(failure)) {
        LOG.warn("explanations and history cannot be kept: {}", failure);
      }
    }
  }

  /** The last cycle that made a plan. */
  public Optional<CycleRecord> last() {
    return Optional.ofNullable(last);
  }

  /** The last status that was published. */
  public Optional<Status> status() {
    return Optional.ofNullable(status);
  }

  /** The history, for reading. */
  public History history() {
    return history;
  }

  @Override
  public void close() throws IOException {
    if (thread instanceof ExecutorService own) {
      own.shutdown();
      try {
        if (!own.awaitTermination(10, TimeUnit.SECONDS)) {
          LOG.warn("the last cycle was not kept: the disk of {} is slow", stateDir.path());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    history.close();
  }
}
