package io.rltune.daemon.explain;

import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.model.Job;
import io.rltune.plan.StartForecast;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How much of their time limit jobs usually use: the median of their user's last runs, else of all
 * last runs.
 */
public final class UsualRuntimes {
  private static final int LEAST_OF_A_USER = 5;
  private static final int LEAST_OF_ALL = 20;
  private static final int MOST_OF_A_USER = 50;
  private static final int MOST_OF_ALL = 500;

  private final History history;
  private final OptionalDouble ofAll;
  private final Map<String, Double> byUser = new HashMap<>();

  /** Reads what it needs of all users; of a user when first asked. */
  public UsualRuntimes(History history) throws IOException {
    this.history = history;
    this.ofAll = medianShare(history.lastEnded("", MOST_OF_ALL), LEAST_OF_ALL);
  }

  /** Whether there is enough history to say anything. */
  public boolean known() {
    return ofAll.isPresent();
  }

  /** The share of all jobs, 0 to 1. */
  public double typicalShare() {
    return ofAll.orElse(1);
  }

  /** Runtimes for a forecast: the usual share of what is left to the limit. */
  public StartForecast.Runtimes asForecast() {
    return (job, limitS) ->
        limitS == Long.MAX_VALUE ? limitS : Math.max(1, Math.round(share(job) * limitS));
  }

  private double share(Job job) {
    return byUser.computeIfAbsent(
        job.user(),
        user -> {
          try {
            return medianShare(history.lastEnded(user, MOST_OF_A_USER), LEAST_OF_A_USER)
                .orElse(typicalShare());
          } catch (IOException e) {
            return typicalShare();
          }
        });
  }

  private static OptionalDouble medianShare(List<JobRun> runs, int least) {
    double[] shares =
        runs.stream()
            .filter(run -> run.runtimeIsKnown() && run.timeLimitS() < Long.MAX_VALUE)
            .mapToDouble(
                run -> Math.min(1, run.runtimeS() / (double) Math.max(1, run.timeLimitS())))
            .toArray();
    if (shares.length < least) {
      return OptionalDouble.empty();
    }
    Arrays.sort(shares);
    return OptionalDouble.of(shares[shares.length / 2]);
  }
}
