package io.rltune.daemon.experience;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.cycle.WriteRules;
import io.rltune.daemon.service.DaemonObserver;
import io.rltune.daemon.service.LatestOnly;
import io.rltune.daemon.service.StandingFailure;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Status;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.plan.Plan;
import io.rltune.plan.Plan.RankedJob;
import io.rltune.policy.features.FeatureSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the queues that the policy ordered in earnest: jobs of the modes advise and enforce, in the
 * order of the plan. One is stored only when a later cycle shows that one of its jobs started, for
 * a queue of which nothing was chosen teaches nothing, and at most one a minute. On a thread of its
 * own, so that a slow or full disk costs what could be learnt and never a cycle.
 */
public final class ExperienceRecorder implements DaemonObserver, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ExperienceRecorder.class);

  /** What starts is near the head; the features of all would be megabytes a minute. */
  static final int MOST_JOBS = 128;

  private static final long EVERY_S = 60;
  private static final long PRUNE_EVERY_S = 3600;
  private static final long MIB = 1024L * 1024;
  private static final long MOST_BYTES = 200 * MIB;
  private static final long DAY_S = 86_400;

  private final ExperienceStore store;
  private final long keepS;
  private final Executor thread;
  private final StandingFailure recording = new StandingFailure();
  private final StateDir stateDir;
  private volatile Config config;
  private Optional<QueueState> held = Optional.empty();
  private long storedAt;
  private long prunedAt;

  private ExperienceRecorder(
      Config config, StateDir stateDir, ExperienceStore store, Executor thread) throws IOException {
    this.config = config;
    this.stateDir = stateDir;
    this.store = store;
    this.keepS = config.get(Settings.TUNE_RECORD_DAYS) * DAY_S;
    this.thread = thread;
    this.storedAt = store.lastAt();
  }

  /**
   * The recorder that a configuration asks for. Where it cannot be, that is said once: the daemon
   * does without.
   */
  public static Optional<ExperienceRecorder> of(Config config, StateDir stateDir) {
    if (!config.get(Settings.TUNE_RECORD)) {
      return Optional.empty();
    }
    try {
      return Optional.of(open(config, stateDir, LatestOnly.thread("recorder")));
    } catch (IOException e) {
      LOG.warn("queues are not recorded: {}", e.getMessage());
      return Optional.empty();
    }
  }

  /** A recorder with an executor that decides when queues are kept. */
  public static ExperienceRecorder open(Config config, StateDir stateDir, Executor thread)
      throws IOException {
    return new ExperienceRecorder(
        config, stateDir, ExperienceStore.open(stateDir.experience()), thread);
  }

  /** Takes over the modes of a configuration that is now in force. */
  public void reloaded(Config fresh) {
    config = fresh;
  }

  @Override
  public void cycle(CycleReport report, Status status) {
    // Where writing is stopped the order in Slurm is an older one, or Slurm's own.
    boolean steers = !status.paused() && report.problem().isEmpty();
    thread.execute(steers ? () -> observe(report) : () -> held = Optional.empty());
  }

  private void observe(CycleReport report) {
    Optional<QueueState> before = held;
    held = Optional.empty();
    try {
      if (hasRoom()) {
        held = state(report);
        if (before.isPresent() && report.snapshot().isPresent()) {
          store(before.get(), report.snapshot().get());
        }
      }
    } catch (IOException | RuntimeException e) {
      String failure = String.valueOf(e.getMessage());
      if (recording.isNews(failure)) {
        LOG.warn("queues cannot be recorded: {}", failure);
      }
    }
  }

  /** Below it the daemon writes nothing to Slurm either, and says so. */
  private boolean hasRoom() throws IOException {
    long freeBytes = Files.getFileStore(stateDir.path()).getUsableSpace();
    return freeBytes >= config.get(Settings.MIN_FREE_MB) * MIB;
  }

  private void store(QueueState before, ClusterSnapshot snapshot) throws IOException {
    Set<Long> active = snapshot.activeJobs().stream().map(Job::id).collect(Collectors.toSet());
    // A clock that was set back must not stop recording.
    if (Math.abs(before.at() - storedAt) < EVERY_S || !before.hasOneOf(active)) {
      return;
    }
    store.add(before);
    recording.isOver();
    storedAt = before.at();
    if (storedAt - prunedAt >= PRUNE_EVERY_S) {
      prunedAt = storedAt;
      store.prune(storedAt - keepS, MOST_BYTES);
    }
  }

  /** The queue of a cycle; empty where the policy ordered nothing in earnest. */
  private Optional<QueueState> state(CycleReport report) {
    if (report.snapshot().isEmpty() || report.plan().isEmpty() || report.policy().isEmpty()) {
      return Optional.empty();
    }
    Plan plan = report.plan().get();
    Set<Long> managed = plan.order().stream().map(RankedJob::jobId).collect(Collectors.toSet());
    List<Job> candidates =
        report.snapshot().get().pendingJobs().stream()
            .filter(job -> managed.contains(job.id()))
            .toList();
    if (report.features().jobCount() != candidates.size()) {
      return Optional.empty();
    }
    WriteRules rules = new WriteRules(config);
    Map<Long, Integer> places = new HashMap<>();
    for (int i = 0; i < candidates.size(); i++) {
      if (rules.mode(candidates.get(i)).writesPriorities()) {
        places.put(candidates.get(i).id(), i);
      }
    }
    long[] ids =
        plan.order().stream()
            .mapToLong(RankedJob::jobId)
            .filter(places::containsKey)
            .limit(MOST_JOBS)
            .toArray();
    // Of one job nothing is chosen.
    return ids.length < 2 ? Optional.empty() : Optional.of(state(report, ids, places));
  }

  private static QueueState state(CycleReport report, long[] ids, Map<Long, Integer> places) {
    int width = FeatureSchema.WIDTH;
    float[] all = report.features().rows();
    float[] rows = new float[ids.length * width];
    for (int i = 0; i < ids.length; i++) {
      System.arraycopy(all, places.get(ids[i]) * width, rows, i * width, width);
    }
    return new QueueState(report.plan().orElseThrow().takenAt(), report.policy(), ids, rows);
  }

  @Override
  public void close() throws InterruptedException, IOException {
    if (thread instanceof ExecutorService own) {
      own.shutdown();
      own.awaitTermination(5, TimeUnit.SECONDS);
    }
    store.close();
  }
}
