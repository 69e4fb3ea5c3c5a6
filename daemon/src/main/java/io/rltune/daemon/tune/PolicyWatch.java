package io.rltune.daemon.tune;

import static java.util.Objects.requireNonNull;

import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.history.History;
import io.rltune.daemon.service.DaemonObserver;
import io.rltune.daemon.service.Status;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the tuned policy of a running daemon: takes note when another one is put in force,
 * compares live waits with the record before every five minutes, and takes the policy back when
 * they got worse. On a thread of its own, so that a slow disk never costs a cycle.
 */
public final class PolicyWatch implements DaemonObserver, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyWatch.class);
  private static final long JUDGE_EVERY_S = 300;
  private static final long RECORD_S = 14 * 86_400L;

  private final TunedPolicies tuned;
  private final History history;
  private final Clock clock;
  private final Executor thread;
  private final Runnable changed;
  private final PolicyNotes notes;
  private String seen;
  private long judgedAt;
  private String failure = "";

  /** Gets what people should know of the policy in force. */
  public interface PolicyNotes {
    /**
     * After each look.
     *
     * @param text which policy, since when, how its waits are; empty where none is tuned
     * @param ratio waits over plain Slurm's since it came into force; NaN while unknown
     */
    void inForce(String text, double ratio);

    /** A policy was taken back. */
    void takenBack(String why);
  }

  /**
   * Watches.
   *
   * @param changed told when another policy than that of the start is in force
   * @param thread runs one task after the other
   */
  public PolicyWatch(
      TunedPolicies tuned,
      History history,
      Clock clock,
      Executor thread,
      Runnable changed,
      PolicyNotes notes)
      throws IOException {
    this.tuned = requireNonNull(tuned, "tuned");
    this.history = requireNonNull(history, "history");
    this.clock = requireNonNull(clock, "clock");
    this.thread = requireNonNull(thread, "thread");
    this.changed = requireNonNull(changed, "changed");
    this.notes = requireNonNull(notes, "notes");
    this.seen = identity();
  }

  /** A thread for one look at a time; what comes meanwhile is left out. */
  public static ExecutorService ownThread() {
    return new ThreadPoolExecutor(
        1,
        1,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(1),
        work -> {
          Thread daemon = new Thread(work, "policy-watch");
          daemon.setDaemon(true);
          return daemon;
        },
        new ThreadPoolExecutor.DiscardPolicy());
  }

  /** Lets the look at hand come to its end. */
  @Override
  public void close() throws InterruptedException {
    if (thread instanceof ExecutorService own) {
      own.shutdown();
      own.awaitTermination(5, TimeUnit.SECONDS);
    }
  }

  @Override
  public void cycle(CycleReport report, Status status) {
    thread.execute(this::look);
  }

  private void look() {
    try {
      String now = identity();
      if (!now.equals(seen)) {
        LOG.info("policy in force: {}", now.isEmpty() ? "the configured one" : now);
        seen = now;
        judgedAt = 0;
        changed.run();
      }
      long at = clock.instant().getEpochSecond();
      if (at - judgedAt >= JUDGE_EVERY_S) {
        judgedAt = at;
        judge(at);
      }
      failure = "";
    } catch (IOException | RuntimeException e) {
      String problem = String.valueOf(e.getMessage());
      if (!problem.equals(failure)) {
        LOG.warn("the tuned policy cannot be looked after: {}", problem);
      }
      failure = problem;
    }
  }

  private void judge(long now) throws IOException {
    Optional<LivePolicy> live = tuned.live();
    if (live.isEmpty()) {
      notes.inForce("", Double.NaN);
      return;
    }
    long since = live.get().since();
    LiveVerdict verdict =
        LiveVerdict.of(
            LiveWaits.between(history, since - RECORD_S, since, now),
            LiveWaits.between(history, since, now, now));
    if (verdict.worse()) {
      Optional<LivePolicy> back = tuned.takeBack(verdict.text(), now);
      LOG.warn(
          "policy {} taken back, {} is in force again: {}",
          live.get().name(),
          back.map(LivePolicy::name).orElse("the configured one"),
          verdict.text());
      notes.takenBack(live.get().name() + " taken back: " + verdict.text());
      seen = identity();
      changed.run();
      notes.inForce(back.map(policy -> text(policy, "")).orElse(""), Double.NaN);
    } else {
      notes.inForce(text(live.get(), "; " + verdict.text()), verdict.ratio());
    }
  }

  private static String text(LivePolicy live, String waits) {
    return "tuned "
        + live.name()
        + ", in force since "
        + Instant.ofEpochSecond(live.since())
        + waits;
  }

  private String identity() throws IOException {
    return tuned.live().map(LivePolicy::name).orElse("");
  }
}
