package io.rltune.sim.walltime;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws requested walltimes as users give them, in the spirit of Tsafrir, Etsion and Feitelson
 * ("Modeling User Runtime Estimates", JSSPP 2005): their findings on real logs in short, with
 * constants of our own choice.
 *
 * <ul>
 *   <li>estimates are modal: about 20 values, all round, make up about nine in ten of them, the
 *       popularity of the k-th of them falling exponentially with k; the rest are other multiples
 *       of five minutes;
 *   <li>the longest permitted value is among the most popular ones;
 *   <li>an estimate is not below the runtime, as the scheduler would have killed the job;
 *   <li>a user repeats the last estimate as long as it is long enough.
 * </ul>
 *
 * <p>It is not their generator: the popular values, their ranks and shares are fixed and ours, so
 * that a seed gives the same walltimes for any trace.
 */
public final class ModalWalltimes {
  /** Share of the popular values among all estimates (their "head"). */
  private static final double HEAD_SHARE = 0.89;

  /** Popularity falls by this rate from one rank to the next. */
  private static final double RANK_DECAY = 0.18;

  /** How often a user repeats the estimate before, where it is long enough. */
  private static final double REPEAT_SHARE = 0.6;

  private static final long STEP_S = 300;

  private static final long DAY_S = 86_400;

  /**
   * Popular values in seconds, most popular first; the longest permitted value comes before them.
   */
  private static final long[] POPULAR_S = {
    3600, 14_400, 43_200, 86_400, 7200, 28_800, 1800, 172_800, 21_600, 10_800, //
    900, 36_000, 18_000, 600, 259_200, 1200, 64_800, 5400, 604_800, 300
  };

  private final SplittableRandom random;
  private final Map<String, Long> lastByUser = new HashMap<>();
  private final double[] weights = new double[POPULAR_S.length + 1];

  /**
   * A model.
   *
   * @param seed same seed, same walltimes for the same jobs in the same order
   */
  public ModalWalltimes(long seed) {
    this.random = new SplittableRandom(seed);
    for (int rank = 0; rank < weights.length; rank++) {
      weights[rank] = StrictMath.exp(-RANK_DECAY * rank);
    }
  }

  /**
   * The walltime that the user asks for the next job, in seconds; never below the runtime.
   *
   * @param user who submits; an empty name repeats nothing
   * @param runtimeS true runtime in seconds
   * @param maxS longest walltime that may be asked, in seconds; a longer runtime gets the next full
   *     day
   */
  public long next(String user, double runtimeS, long maxS) {
    // All three draws are taken every time, so that one job's choice leaves later ones alone.
    double repeat = random.nextDouble();
    double head = random.nextDouble();
    double point = random.nextDouble();
    long leastS = (long) Math.ceil(Math.max(1, runtimeS));
    Long last = user.isEmpty() ? null : lastByUser.get(user);
    long chosenS;
    if (last != null && last >= leastS && last <= maxS && repeat < REPEAT_SHARE) {
      chosenS = last;
    } else if (leastS >= maxS) {
      chosenS = (leastS + DAY_S - 1) / DAY_S * DAY_S;
    } else {
      chosenS = head < HEAD_SHARE ? popular(leastS, maxS, point) : uncommon(leastS, maxS, point);
    }
    if (!user.isEmpty()) {
      lastByUser.put(user, chosenS);
    }
    return chosenS;
  }

  /** A popular value not below the least, by popularity; the maximum is always one of them. */
  private long popular(long leastS, long maxS, double point) {
    double total = weights[0];
    for (int i = 0; i < POPULAR_S.length; i++) {
      total += open(POPULAR_S[i], leastS, maxS) ? weights[i + 1] : 0;
    }
    double left = point * total - weights[0];
    for (int i = 0; i < POPULAR_S.length && left >= 0; i++) {
      if (open(POPULAR_S[i], leastS, maxS)) {
        left -= weights[i + 1];
        if (left < 0) {
          return POPULAR_S[i];
        }
      }
    }
    return maxS;
  }

  private static boolean open(long valueS, long leastS, long maxS) {
    return valueS >= leastS && valueS < maxS;
  }

  /** Another multiple of five minutes, one to four times the runtime. */
  private static long uncommon(long leastS, long maxS, double point) {
    double askedS = leastS * (1 + 3 * point);
    return Math.max(leastS, Math.min(maxS, (long) Math.ceil(askedS / STEP_S) * STEP_S));
  }
}
