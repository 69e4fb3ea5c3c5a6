package io.rltune.policy.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Estimates of how long a job will run, from finished runs of its kin: all, GPU count and walltime,
 * account, user, same user and walltime, same user and job name stem. Each closer kin corrects what
 * the broader ones say; without any history the estimate is the walltime.
 *
 * <p>Of each kin, runtimes as they are and the shares used of the requested walltimes are both at
 * hand; the one that varies less counts. How far a kin is trusted follows from its own figures (an
 * empirical Bayes estimate): a kin whose runs differ as much from each other as all others do says
 * nothing of its own and moves nothing; one whose runs are alike settles the estimate after a few.
 * (Predictions from the last runs of the same user: Tsafrir, Etsion and Feitelson, IEEE TPDS 18(6),
 * 2007; by user, name and size: Hu et al., QSSF, SC 2021; shrinkage: Efron and Morris, JASA 70,
 * 1975.) Not thread-safe. Times in seconds on one clock of any origin.
 */
public final class RuntimeHistory {
  /** Habits of two weeks ago count half. */
  public static final double HALF_LIFE_S = 14 * 86_400.0;

  private static final int MAX_KIN = 200_000;

  /** So many runs of anyone weigh as much as the bare walltime. */
  private static final double TRUST_ALL_AFTER = 1;

  /** The spread of a kin's runs is at first its broader kin's, as if so many runs had shown it. */
  private static final double SPREAD_RUNS = 4;

  /** Spread of the logarithm of runtime over walltime before any run is known. */
  private static final double FIRST_SPREAD = 1;

  private static final double LEAST_S = 1;

  /** Stands for a walltime without a limit. */
  private static final double NO_LIMIT_S = 7 * 86_400.0;

  private static final double TINY = 1e-9;

  /** Latest runs kept of kin that many users share. */
  private static final int BROAD = 256;

  private final double halfLifeS;
  private final Map<Kin, RunSample> samples = new LinkedHashMap<>(16, 0.75f, true);
  private final Usage userUsage;
  private final Usage accountUsage;
  private long runs;

  private enum Kind {
    ALL(BROAD, false),
    SIZE(BROAD, false),
    ACCOUNT(BROAD, false),
    USER(64, false),
    USER_WALLTIME(24, true),
    USER_NAME(24, true);

    final int capacity;

    /** Probably the same program: where both vary alike, runtimes count as they are. */
    final boolean alike;

    Kind(int capacity, boolean alike) {
      this.capacity = capacity;
      this.alike = alike;
    }
  }

  private record Kin(Kind kind, String who, String what, int number) {}

  private static final Kin ALL = new Kin(Kind.ALL, "", "", 0);

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

  /** Takes a finished run in. Runs should come in order of their ends. */
  public void add(FinishedRun run) {
    runs++;
    double gpuSeconds = Math.max(1, run.gpus()) * run.runtimeS();
    accountUsage.add(run.account(), gpuSeconds, run.endS());
    if (!run.user().isEmpty()) {
      userUsage.add(run.user(), gpuSeconds, run.endS());
    }
    double runtime = Math.log(Math.max(LEAST_S, run.runtimeS()));
    double limit = Math.log(Math.max(LEAST_S, run.walltimeS()));
    for (Kin kin : kinOf(run.request())) {
      sample(kin).add(runtime, limit, run.endS());
    }
  }

  /**
   * A job has begun to run. The first of a burst to end are its shortest; those that still run
   * speak against taking them for the rule.
   */
  public void began(RunRequest request) {
    kinOf(request).forEach(kin -> sample(kin).running(1));
  }

  /** A job that had begun runs no longer. Where it came to its own end, {@link #add} it too. */
  public void left(RunRequest request) {
    kinOf(request).forEach(kin -> sample(kin).running(-1));
  }

  /**
   * Expects a job's runtime.
   *
   * @param walltimeS requested walltime; infinite without a limit, then a week stands for it
   * @param nowS now, on the clock of the runs
   */
  public RuntimeEstimate estimate(
      String user, String account, String name, int gpus, double walltimeS, double nowS) {
    Blend blend = new Blend(walltimeS, nowS);
    RunRequest asked = new RunRequest(user, account, name, gpus, Math.max(LEAST_S, walltimeS));
    for (Kin kin : kinOf(asked)) {
      blend.over(kin);
    }
    return blend.estimate();
  }

  /** From the broadest to the closest. */
  private static List<Kin> kinOf(RunRequest request) {
    double walltimeS = request.walltimeS();
    int size = bucket(request.gpus());
    List<Kin> kin = new ArrayList<>(6);
    kin.add(ALL);
    kin.add(new Kin(Kind.SIZE, "", "", size * 64 + walltimeClass(walltimeS)));
    if (!request.account().isEmpty()) {
      kin.add(new Kin(Kind.ACCOUNT, request.account(), "", 0));
    }
    String user = request.user();
    if (!user.isEmpty()) {
      kin.add(new Kin(Kind.USER, user, "", 0));
      kin.add(new Kin(Kind.USER_WALLTIME, user, "", minutes(walltimeS) * 8 + Math.min(7, size)));
      if (!request.name().isEmpty()) {
        kin.add(new Kin(Kind.USER_NAME, user, NameStem.of(request.name()), size));
      }
    }
    return kin;
  }

  /** Share of the GPU time of finished runs, decayed, that a user had; 0 to 1. */
  public double userShare(String user) {
    return userUsage.share(user);
  }

  /** Share of the GPU time of finished runs, decayed, that an account had; 0 to 1. */
  public double accountShare(String account) {
    return accountUsage.share(account);
  }

  private RunSample sample(Kin kin) {
    RunSample sample = samples.computeIfAbsent(kin, key -> new RunSample(kin.kind().capacity));
    if (samples.size() > MAX_KIN) {
      Iterator<Kin> eldest = samples.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
    return sample;
  }

  private static int minutes(double walltimeS) {
    return (int) Math.round(Math.min(walltimeS, 60.0 * Integer.MAX_VALUE / 64) / 60);
  }

  /** Walltimes within a factor of the square root of 2 are alike. */
  private static int walltimeClass(double walltimeS) {
    double halvings = 2 * Math.log(Math.max(1, Math.min(walltimeS, 1e8) / 60)) / Math.log(2);
    return (int) Math.min(63, Math.round(halvings));
  }

  private static int bucket(int gpus) {
    return gpus == 0 ? 0 : 32 - Integer.numberOfLeadingZeros(gpus);
  }

  /** The estimate so far; closer kin are blended over it. */
  private final class Blend {
    private final boolean limited;
    private final double limit;
    private final double nowS;
    private double median;
    private double logMean;
    private double variance = FIRST_SPREAD * FIRST_SPREAD;
    private double closest;

    Blend(double walltimeS, double nowS) {
      this.limited = Double.isFinite(walltimeS);
      this.limit = Math.log(Math.max(LEAST_S, Math.min(walltimeS, NO_LIMIT_S)));
      this.median = limit;
      this.logMean = limit;
      this.nowS = nowS;
    }

    void over(Kin kin) {
      RunSample sample = samples.get(kin);
      if (sample == null || sample.isEmpty()) {
        return;
      }
      RunSample.Summaries said = sample.at(nowS, halfLifeS);
      Own asIs = new Own(said.runtime(), 0, sample.running());
      Own byShare = new Own(said.share(), limit, sample.running());
      Own own = limited && sharesVaryLess(kin, byShare, asIs) ? byShare : asIs;
      double trust =
          kin.kind() == Kind.ALL
              ? own.runs / (own.runs + TRUST_ALL_AFTER)
              : own.runs * between(own) / (own.runs * between(own) + own.variance + TINY);
      median += trust * own.medianShift;
      logMean += trust * own.meanShift;
      variance = kin.kind() == Kind.ALL ? own.variance : Math.min(variance, own.variance);
      closest = own.runs;
    }

    private boolean sharesVaryLess(Kin kin, Own byShare, Own asIs) {
      return byShare.runs > 0
          && (kin.kind().alike
              ? byShare.variance < asIs.variance
              : byShare.variance <= asIs.variance);
    }

    /** How much of the spread between jobs lies between this kin and others. */
    private double between(Own own) {
      return Math.max(0, variance - own.variance);
    }

    /** What a kin says of its own; its running jobs say that all is as expected so far. */
    private final class Own {
      private final double runs;
      private final double medianShift;
      private final double meanShift;
      private final double variance;

      Own(RunSample.Summary summary, double offset, int running) {
        runs = summary.weight();
        double all = Math.max(TINY, runs + running);
        double toMedian = summary.median() + offset - median;
        medianShift = runs / all * toMedian;
        meanShift = runs / all * (summary.logMean() + offset - logMean);
        double squares = summary.squares() + runs * running / all * toMedian * toMedian;
        variance = (SPREAD_RUNS * Blend.this.variance + squares) / (SPREAD_RUNS + all);
      }
    }

    RuntimeEstimate estimate() {
      return new RuntimeEstimate(
          Math.exp(Math.min(limit, median)),
          Math.exp(Math.min(limit, logMean)),
          Math.sqrt(variance),
          closest);
    }
  }

  /** Decayed GPU-seconds by name. */
  private static final class Usage {
    private final double rate;
    private final Map<String, Double> amounts = new HashMap<>();
    private double total;
    private double originS = Double.NaN;

    Usage(double halfLifeS) {
      this.rate = Math.log(2) / halfLifeS;
    }

    void add(String name, double amount, double atS) {
      if (Double.isNaN(originS)) {
        originS = atS;
      }
      // Inflated instead of decayed: shares are ratios, and adding is then one operation.
      double growth = rate * (atS - originS);
      if (growth > 200) {
        double shrink = Math.exp(-growth);
        amounts.replaceAll((key, value) -> value * shrink);
        total *= shrink;
        originS = atS;
        growth = 0;
      }
      double inflated = amount * Math.exp(growth);
      amounts.merge(name, inflated, Double::sum);
      total += inflated;
    }

    double share(String name) {
      return total > 0 ? amounts.getOrDefault(name, 0.0) / total : 0;
    }
  }
}
