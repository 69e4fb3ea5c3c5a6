package io.rltune.daemon.explain;

import io.rltune.daemon.history.History;
import io.rltune.daemon.history.PastRuns;
import io.rltune.model.Job;
import io.rltune.plan.StartForecast;
import io.rltune.policy.history.FinishedRun;
import io.rltune.policy.history.RuntimeHistory;
import io.rltune.policy.history.SnapshotHistory;
import java.io.IOException;
import java.util.List;

/**
 * How long jobs usually run, for forecasts: the medians of the same {@link RuntimeHistory} that the
 * policy goes by.
 */
public final class UsualRuntimes {
  private static final int LEAST_RUNS = 20;
  private static final int MOST_RUNS = 5_000;

  private final RuntimeHistory runtimes = new RuntimeHistory();
  private final double typicalShare;
  private final long now;

  /**
   * Reads the latest runs.
   *
   * @param now time of the forecast, seconds since the epoch
   */
  public UsualRuntimes(History history, long now) throws IOException {
    this.now = now;
    List<FinishedRun> past = PastRuns.of(history, MOST_RUNS);
    past.forEach(runtimes::add);
    double[] shares =
        past.stream()
            .filter(run -> Double.isFinite(run.walltimeS()))
            .mapToDouble(run -> Math.min(1, run.runtimeS() / Math.max(1, run.walltimeS())))
            .sorted()
            .toArray();
    this.typicalShare = shares.length == 0 ? 1 : shares[shares.length / 2];
  }

  /** Whether there is enough history to say anything. */
  public boolean known() {
    return runtimes.runs() >= LEAST_RUNS;
  }

  /** The median share of their limit that the jobs used, 0 to 1. */
  public double typicalShare() {
    return typicalShare;
  }

  /** Runtimes for a forecast: the usual share of what is left to the limit. */
  public StartForecast.Runtimes asForecast() {
    return (job, limitS) ->
        limitS == Long.MAX_VALUE ? limitS : Math.max(1, Math.round(share(job) * limitS));
  }

  private double share(Job job) {
    double walltimeS = Math.max(1, job.request().timeLimitS());
    double usualS = runtimes.expect(SnapshotHistory.request(job)).at(now).medianS();
    return Math.min(1, usualS / walltimeS);
  }
}
