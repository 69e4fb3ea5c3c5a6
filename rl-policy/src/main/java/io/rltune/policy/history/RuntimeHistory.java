package io.rltune.policy.history;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Robust estimates of how long a job will run, from finished runs of its kin: same user and job
 * name stem, same user and walltime, user, account, GPU count and walltime, all. Each kin's median
 * is weighed by its decayed count, the closer the kin the more, so that one run of the same script
 * moves an estimate and twenty settle it; without any history the estimate is the walltime.
 *
 * <p>Where the kin share a script or a walltime, runtimes are taken as they are; where they do not,
 * the share of the requested walltime that was used is. (Predictions from the last runs of the same
 * user: Tsafrir, Etsion and Feitelson, IEEE TPDS 18(6), 2007; by user, name and size: Hu et al.,
 * QSSF, SC 2021.) Not thread-safe. Times in seconds on one clock of any origin.
 */
public final class RuntimeHistory {
  /** Habits of two weeks ago count half. */
  public static final double HALF_LIFE_S = 14 * 86_400.0;

  private static final int MAX_KIN = 200_000;

  /** Runs after which a kin's own median weighs as much as what less close kin say. */
  private static final double TRUST_AFTER = 10;

  private static final double LEAST_S = 1;

  /** Latest runs kept of kin that many users share. */
  private static final int BROAD = 256;

  private final double halfLifeS;
  private final Map<Kin, RunSample> samples = new LinkedHashMap<>(16, 0.75f, true);
  private final Usage userUsage;
  private final Usage accountUsage;
  private long runs;

  private enum Kind {
    ALL(BROAD),
    SIZE(BROAD),
    ACCOUNT(BROAD),
    USER(64),
    USER_WALLTIME(24),
    USER_NAME(24);

    final int capacity;

    Kind(int capacity) {
      this.capacity = capacity;
    }
  }

  private record Kin(Kind kind, String who, String what, int number) {}

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
    double runtime = Math.log(Math.max(LEAST_S, run.runtimeS()));
    double walltime = Math.log(Math.max(LEAST_S, run.walltimeS()));
    boolean limited = Double.isFinite(walltime);
    int size = bucket(run.gpus());
    double gpuSeconds = Math.max(1, run.gpus()) * run.runtimeS();
    accountUsage.add(run.account(), gpuSeconds, run.endS());
    if (!run.user().isEmpty()) {
      userUsage.add(run.user(), gpuSeconds, run.endS());
      if (!run.name().isEmpty()) {
        put(new Kin(Kind.USER_NAME, run.user(), NameStem.of(run.name()), size), runtime, run);
      }
      if (limited) {
        put(userWalltime(run.user(), size, run.walltimeS()), runtime, run);
      }
    }
    if (limited) {
      double share = Math.min(0, runtime - walltime);
      if (!run.user().isEmpty()) {
        put(new Kin(Kind.USER, run.user(), "", 0), share, run);
      }
      if (!run.account().isEmpty()) {
        put(new Kin(Kind.ACCOUNT, run.account(), "", 0), share, run);
      }
      put(sized(size, run.walltimeS()), share, run);
      put(new Kin(Kind.ALL, "", "", 0), share, run);
    }
  }

  /**
   * Expects a job's runtime.
   *
   * @param walltimeS requested walltime; infinite without a limit, then a week stands for it
   * @param nowS now, on the clock of the runs
   */
  public RuntimeEstimate estimate(
      String user, String account, String name, int gpus, double walltimeS, double nowS) {
    double limit = Math.log(Math.max(LEAST_S, Math.min(walltimeS, 7 * 86_400.0)));
    int size = bucket(gpus);
    Blend blend = new Blend(limit, nowS);
    blend.over(new Kin(Kind.ALL, "", "", 0), limit);
    blend.over(sized(size, walltimeS), limit);
    if (!account.isEmpty()) {
      blend.over(new Kin(Kind.ACCOUNT, account, "", 0), limit);
    }
    if (!user.isEmpty()) {
      blend.over(new Kin(Kind.USER, user, "", 0), limit);
      blend.over(userWalltime(user, size, walltimeS), 0);
      if (!name.isEmpty()) {
        blend.over(new Kin(Kind.USER_NAME, user, NameStem.of(name), size), 0);
      }
    }
    return new RuntimeEstimate(
        Math.exp(Math.min(limit, blend.median)),
        Math.exp(Math.min(limit, blend.logMean)),
        Math.max(0, blend.deviation),
        blend.closest);
  }

  /** Share of the GPU time of finished runs, decayed, that a user had; 0 to 1. */
  public double userShare(String user) {
    return userUsage.share(user);
  }

  /** Share of the GPU time of finished runs, decayed, that an account had; 0 to 1. */
  public double accountShare(String account) {
    return accountUsage.share(account);
  }

  private void put(Kin kin, double value, FinishedRun run) {
    samples.computeIfAbsent(kin, key -> new RunSample(kin.kind().capacity)).add(value, run.endS());
    if (samples.size() > MAX_KIN) {
      Iterator<Kin> eldest = samples.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  private static Kin sized(int size, double walltimeS) {
    return new Kin(Kind.SIZE, "", "", size * 64 + walltimeClass(walltimeS));
  }

  private static Kin userWalltime(String user, int size, double walltimeS) {
    long minutes = Math.round(Math.min(walltimeS, 60.0 * Integer.MAX_VALUE / 64) / 60);
    return new Kin(Kind.USER_WALLTIME, user, "", (int) (minutes * 8 + Math.min(7, size)));
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
    private final double nowS;
    private double median;
    private double logMean;
    private double deviation = 1;
    private double closest;

    Blend(double limit, double nowS) {
      this.median = limit;
      this.logMean = limit;
      this.nowS = nowS;
    }

    void over(Kin kin, double offset) {
      RunSample sample = samples.get(kin);
      if (sample == null) {
        return;
      }
      RunSample.Summary summary = sample.at(nowS, halfLifeS);
      double trust = summary.weight() / (summary.weight() + TRUST_AFTER);
      median += trust * (summary.median() + offset - median);
      logMean += trust * (summary.logMean() + offset - logMean);
      deviation += trust * (summary.deviation() - deviation);
      closest = summary.weight();
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
