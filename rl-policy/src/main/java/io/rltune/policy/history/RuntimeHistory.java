package io.rltune.policy.history;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Expects how long a job will run, from finished runs of its kin: the one estimator of the daemon,
 * the simulator and training.
 *
 * <p>It begins with the requested walltime and goes from far kin to close: all runs, those of alike
 * walltime, of alike walltime and GPU count, of the account, the account and GPU count, the user,
 * the user and GPU count, the user with walltime and GPU count, the user and job name stem. Each
 * knows by what factor the prediction so far was off for its own runs ({@link KinRuns}), and is
 * believed the more the more runs it has. So what a walltime says is never lost to an account's
 * average, and kin without runs change nothing. Last come the jobs submitted together with it
 * ({@link BurstRuns}).
 *
 * <p>The mean that shortest-expected-first should go by is a heavy-tailed figure of few runs, and
 * noisy; expected is therefore a geometric blend of the mean and the median. (Predictions from the
 * last runs of the same user: Tsafrir, Etsion and Feitelson, IEEE TPDS 18(6), 2007; by user, name
 * and size: Hu et al., QSSF, SC 2021.) Not thread-safe. Times in seconds on one clock of any
 * origin.
 */
public final class RuntimeHistory {
  /** Habits of two weeks ago count half. */
  public static final double HALF_LIFE_S = 14 * 86_400.0;

  /** Runs that a daemon begins with, the latest: older ones weigh next to nothing. */
  public static final int RUNS_AT_START = 20_000;

  /** Longer limits, and none, count as this. */
  private static final double LONGEST_S = 7 * 86_400.0;

  /** Shorter runs are alike for any order. */
  private static final double LEAST_S = 10;

  private static final int MAX_KIN = 200_000;

  private final double halfLifeS;
  private final Map<Kin, KinRuns> known = new LinkedHashMap<>(16, 0.75f, true);
  private final Bursts bursts = new Bursts();
  private final Usage userUsage;
  private final Usage accountUsage;
  private long runs;
  private long changes;

  public RuntimeHistory() {
    this(HALF_LIFE_S);
  }

  /**
   * An empty history.
   *
   * @param halfLifeS seconds after which a run counts half, positive
   */
  public RuntimeHistory(double halfLifeS) {
    if (!(halfLifeS > 0)) {
      throw new IllegalArgumentException("half-life of " + halfLifeS + " s must be positive");
    }
    this.halfLifeS = halfLifeS;
    this.userUsage = new Usage(halfLifeS);
    this.accountUsage = new Usage(halfLifeS);
  }

  /** Finished runs taken in so far. */
  public long runs() {
    return runs;
  }

  /** Grows with whatever may change an estimate. */
  long changes() {
    return changes;
  }

  double halfLifeS() {
    return halfLifeS;
  }

  /** Takes a finished run in. Runs should come in order of their ends. */
  public void add(FinishedRun run) {
    runs++;
    changes++;
    double gpuSeconds = Math.max(1, run.gpus()) * run.runtimeS();
    accountUsage.add(run.account(), gpuSeconds, run.endS());
    if (!run.user().isEmpty()) {
      userUsage.add(run.user(), gpuSeconds, run.endS());
    }
    double limitS = limitS(run.walltimeS());
    double runtimeS = Math.max(LEAST_S, Math.min(limitS, run.runtimeS()));
    Prediction prediction = new Prediction(limitS, run.endS(), halfLifeS);
    List<Kin> kinOfRun = Kin.of(run.request());
    judgeBursts(run.request(), runtimeS, kinOfRun, new Prediction(limitS, run.endS(), halfLifeS));
    for (Kin kin : kinOfRun) {
      KinRuns of = runsOf(kin);
      of.add(runtimeS, prediction.meanS(), prediction.logMedian(), run.endS(), halfLifeS);
      // What this kin learns from the run, closer ones must not learn from it once more.
      prediction.over(kin.kind(), of);
    }
  }

  /** What kin alone said of the run before it was known is what bursts must do better than. */
  private void judgeBursts(
      RunRequest request, double runtimeS, List<Kin> kinOfRun, Prediction prediction) {
    boolean isNameKnown = false;
    for (Kin kin : kinOfRun) {
      KinRuns of = known.get(kin);
      prediction.over(kin.kind(), of);
      isNameKnown |= kin.kind() == Kin.Kind.USER_NAME && of != null && !of.isEmpty();
    }
    bursts.ended(request, runtimeS, prediction, isNameKnown);
  }

  /**
   * A job has begun to run. The first of a burst to end are its shortest; those that still run
   * speak against taking them for the rule.
   *
   * @param startS when, on the clock of the runs; finite
   */
  public void began(RunRequest request, double startS) {
    requireFinite(request, startS);
    changes++;
    Kin.of(request).forEach(kin -> runsOf(kin).running(1));
    bursts.began(request, startS);
  }

  /**
   * A job that had begun runs no longer. Where it came to its own end, {@link #add} it too.
   *
   * @param startS as it was given to {@link #began}
   */
  public void left(RunRequest request, double startS) {
    requireFinite(request, startS);
    changes++;
    Kin.of(request).forEach(kin -> runsOf(kin).running(-1));
    bursts.left(request, startS);
  }

  private KinRuns runsOf(Kin kin) {
    KinRuns runs = known.computeIfAbsent(kin, key -> key.kind().newRuns());
    if (known.size() > MAX_KIN) {
      Iterator<Kin> eldest = known.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
    return runs;
  }

  /**
   * Expects a job's runtime.
   *
   * @param walltimeS requested walltime; infinite without a limit, then a week stands for it
   * @param nowS now, on the clock of the runs
   */
  public RuntimeEstimate estimate(
      String user, String account, String name, int gpus, double walltimeS, double nowS) {
    return expect(new RunRequest(user, account, name, gpus, Math.max(LEAST_S, walltimeS))).at(nowS);
  }

  /** The same for someone who will ask again, and may know when the job was submitted. */
  public Expectation expect(RunRequest asked) {
    return new Expectation(this, asked, limitS(asked.walltimeS()));
  }

  /** Share of the GPU time of finished runs, decayed, that a user had; 0 to 1. */
  public double userShare(String user) {
    return userUsage.share(user);
  }

  /** Share of the GPU time of finished runs, decayed, that an account had; 0 to 1. */
  public double accountShare(String account) {
    return accountUsage.share(account);
  }

  /** Null where there were none. */
  KinRuns find(Kin kin) {
    return known.get(kin);
  }

  Bursts bursts() {
    return bursts;
  }

  /** A start that is not a number would spread to every estimate of its burst. */
  private static void requireFinite(RunRequest request, double startS) {
    if (!Double.isFinite(startS)) {
      throw new IllegalArgumentException("job of " + request.user() + ": start " + startS + " s");
    }
  }

  private static double limitS(double walltimeS) {
    return Math.max(LEAST_S, Math.min(walltimeS, LONGEST_S));
  }
}
