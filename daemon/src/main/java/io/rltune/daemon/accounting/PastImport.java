package io.rltune.daemon.accounting;

import static java.util.Objects.requireNonNull;

import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Learns the runs that ended while no daemon was there, from accounting. Asks for a day at a time,
 * the latest first, so that a question is small for slurmdbd and a cut-off costs the oldest; what
 * was asked once is not asked again.
 */
public final class PastImport {
  private static final Logger LOG = LoggerFactory.getLogger(PastImport.class);
  private static final long DAY_S = 86_400;

  /** A daemon that was away for less has missed next to nothing. */
  private static final long LEAST_GAP_S = 300;

  /** More teach nothing: the policy begins with 20,000 runs, training with weeks of them. */
  private static final int MOST_RUNS = 100_000;

  private static final int MOST_ROWS_A_DAY = 50_000;

  private final History history;
  private final Sacct sacct;
  private final Duration past;
  private final Clock clock;
  private final String ourUser;
  private final long lastSeenAt;

  /**
   * Prepares; before the daemon's first cycle, because it notes until when the last one was there.
   *
   * @param past how far back to ask
   * @param ourUser who sacct runs as, for the advice to an admin
   */
  public PastImport(History history, Sacct sacct, Duration past, Clock clock, String ourUser)
      throws IOException {
    this.history = requireNonNull(history, "history");
    this.sacct = requireNonNull(sacct, "sacct");
    this.past = requireNonNull(past, "past");
    this.clock = requireNonNull(clock, "clock");
    this.ourUser = requireNonNull(ourUser, "ourUser");
    this.lastSeenAt = history.lastPointAt();
  }

  /**
   * Asks and stores.
   *
   * @return runs that taught something new
   * @throws IOException where sacct cannot be asked; what was learnt until then stays, and the next
   *     time all is asked again
   */
  public int run() throws IOException {
    long now = clock.instant().getEpochSecond();
    long from = from(now);
    if (now - from < LEAST_GAP_S) {
      return 0;
    }
    Tally tally = new Tally();
    long begin = System.nanoTime();
    ask(from, now, tally);
    history.learntUntil(now);
    say(from, (System.nanoTime() - begin) / 1e9, tally);
    return tally.learnt;
  }

  /** Where the last daemon stopped looking; at the first start as far back as is asked for. */
  private long from(long now) throws IOException {
    long farthest = now - past.toSeconds();
    long learntUntil = history.learntUntil();
    return learntUntil == 0 ? farthest : Math.max(farthest, Math.max(learntUntil, lastSeenAt));
  }

  private void ask(long from, long now, Tally tally) throws IOException {
    for (long to = now; to > from && tally.rows < MOST_RUNS; to -= DAY_S) {
      List<JobRun> runs = new ArrayList<>();
      Sacct.Answer answer = sacct.ended(Math.max(from, to - DAY_S), to, MOST_ROWS_A_DAY, runs::add);
      tally.rows += answer.rows();
      runs.forEach(run -> tally.users.add(run.user()));
      tally.learnt += history.learn(runs);
      if (!answer.whole()) {
        LOG.info(
            "more than {} runs ended from {} on in a day; the rest is left out",
            MOST_ROWS_A_DAY,
            Instant.ofEpochSecond(to - DAY_S));
      }
    }
  }

  private void say(long from, double seconds, Tally tally) {
    LOG.info(
        "learnt {} runs of {} users that ended since {} from slurmdbd ({} rows, {} s)",
        tally.learnt,
        tally.users.size(),
        Instant.ofEpochSecond(from),
        tally.rows,
        "%.1f".formatted(seconds));
    if (Set.of(ourUser).containsAll(tally.users)) {
      LOG.warn("slurmdbd shows {} no jobs of others; {}", ourUser, advice(ourUser));
    }
  }

  /** What gives us the right to see others' jobs where PrivateData hides them. */
  public static String advice(String user) {
    return "where PrivateData hides jobs, let it see them: sacctmgr modify user "
        + user
        + " set AdminLevel=Operator";
  }

  private static final class Tally {
    private int rows;
    private int learnt;
    private final Set<String> users = new HashSet<>();
  }
}
