package io.rltune.daemon.tune;

import io.rltune.daemon.tune.LiveWaits.Wait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Whether live waits got worse since a policy came into force. Taking a policy back is always safe,
 * so that doubt counts against it sooner than in the gate; but chance alone must not take back
 * every policy, so that a few jobs decide nothing.
 *
 * @param worse whether they did
 * @param known whether there were jobs enough to tell
 * @param jobs jobs since
 * @param ratio their waits over plain Slurm's
 * @param before the same of the record before; 1, plain Slurm itself, where there is none
 * @param text for people
 */
record LiveVerdict(
    boolean worse, boolean known, int jobs, double ratio, double before, String text) {
  /** Fewer jobs tell nothing. */
  static final int LEAST_JOBS = 200;

  /** With so many, a plain figure decides too, whatever chance may say for it. */
  private static final int MANY_JOBS = 400;

  /** Less is no harm to anybody, however sure. */
  private static final double NOTICEABLE = 1.05;

  private static final double MUCH_WORSE = 1.25;

  /** Share of starved jobs that nobody minds, and how sure it must be that there are more. */
  private static final double MORE_STARVED = 0.01;

  private static final double DEVIATIONS = 3.1;

  /** Jobs that start one after the other share their luck: they are resampled together. */
  private static final int BLOCK = 20;

  private static final int RESAMPLES = 2_000;

  /** Low, because it is looked at again and again: each look is another chance to err. */
  private static final double QUANTILE = 0.001;

  /** Judges the jobs since a policy came into force against those before. */
  static LiveVerdict of(LiveWaits before, LiveWaits since) {
    boolean record = before.size() >= LEAST_JOBS;
    double beforeRatio = record ? before.ratio() : 1;
    double ratio = since.size() == 0 ? Double.NaN : since.ratio();
    if (since.size() < LEAST_JOBS) {
      return new LiveVerdict(
          false,
          false,
          since.size(),
          ratio,
          beforeRatio,
          "%d jobs so far, %d are needed to tell".formatted(since.size(), LEAST_JOBS));
    }
    double change = ratio / beforeRatio;
    double low = low(record ? before : null, since);
    double starvedBefore = record ? before.starved() : 0;
    boolean starves = starves(since, starvedBefore, record ? before.size() : since.size());
    String why = "";
    if (low > 1 && change > NOTICEABLE) {
      why = "beyond chance";
    } else if (since.size() >= MANY_JOBS && change > MUCH_WORSE) {
      why = "by more than a quarter";
    } else if (starves) {
      why = "for jobs that wait three times as long as with plain Slurm and an hour more";
    }
    String figures =
        String.format(
            Locale.ROOT,
            "waits %.2f of plain Slurm's over %d jobs, %s; change %.2f (at least %.2f), starved %.1f %% (%.1f %% before)",
            ratio,
            since.size(),
            record
                ? String.format(Locale.ROOT, "%.2f over %d before", beforeRatio, before.size())
                : "no record before",
            change,
            low,
            100 * since.starved(),
            100 * starvedBefore);
    return new LiveVerdict(
        !why.isEmpty(),
        true,
        since.size(),
        ratio,
        beforeRatio,
        why.isEmpty() ? figures : "waits got worse " + why + ": " + figures);
  }

  /** Whether more jobs are starved, by a test of two proportions. */
  private static boolean starves(LiveWaits since, double shareBefore, int jobsBefore) {
    double more = since.starved() - shareBefore;
    double pooled =
        (since.starved() * since.size() + shareBefore * jobsBefore) / (since.size() + jobsBefore);
    double deviation = Math.sqrt(pooled * (1 - pooled) * (1.0 / since.size() + 1.0 / jobsBefore));
    return more > MORE_STARVED && more > DEVIATIONS * deviation;
  }

  /** What the change is at least: a quantile over resampled blocks of jobs. */
  private static double low(@Nullable LiveWaits before, LiveWaits since) {
    SplittableRandom random = new SplittableRandom(17);
    double[] changes = new double[RESAMPLES];
    for (int r = 0; r < RESAMPLES; r++) {
      double old = before == null ? 1 : LiveWaits.ratio(resample(before.jobs(), random));
      changes[r] = LiveWaits.ratio(resample(since.jobs(), random)) / old;
    }
    Arrays.sort(changes);
    return changes[(int) (QUANTILE * RESAMPLES)];
  }

  private static List<Wait> resample(List<Wait> jobs, SplittableRandom random) {
    List<Wait> drawn = new ArrayList<>(jobs.size() + BLOCK);
    int blocks = (jobs.size() + BLOCK - 1) / BLOCK;
    for (int b = 0; b < blocks; b++) {
      int from = random.nextInt(blocks) * BLOCK;
      drawn.addAll(jobs.subList(from, Math.min(jobs.size(), from + BLOCK)));
    }
    return drawn;
  }
}
