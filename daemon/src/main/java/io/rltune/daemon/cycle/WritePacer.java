package io.rltune.daemon.cycle;

import java.util.function.LongSupplier;

/**
 * A token bucket: a sustained rate of writes and a burst. The rate halves when Slurm asks to slow
 * down or answers slowly (a controller with {@code rl_enable} makes its clients wait), and comes
 * back by a tenth with each good answer.
 */
public final class WritePacer {
  /** An answer that takes longer than this for a write says that the controller is busy. */
  private static final double SLOW_S = 2;

  private static final double SLOWEST_PER_SECOND = 0.2;

  private final double mostPerSecond;
  private final double burst;
  private final LongSupplier nanoClock;
  private double perSecond;
  private double tokens;
  private long last;

  /**
   * A full bucket.
   *
   * @param perSecond tokens that come in a second, above 0
   * @param burst most tokens
   * @param nanoClock monotonic time in nanoseconds
   */
  public WritePacer(double perSecond, int burst, LongSupplier nanoClock) {
    this.mostPerSecond = perSecond;
    this.perSecond = perSecond;
    this.burst = burst;
    this.nanoClock = nanoClock;
    this.tokens = burst;
    this.last = nanoClock.getAsLong();
  }

  /** Takes up to {@code wanted} tokens; returns how many it got. */
  public int take(int wanted) {
    long now = nanoClock.getAsLong();
    tokens = Math.min(burst, tokens + (now - last) / 1e9 * perSecond);
    last = now;
    int granted = Math.max(0, Math.min(wanted, (int) Math.floor(tokens)));
    tokens -= granted;
    return granted;
  }

  /**
   * Takes tokens for writes that must not wait (taking something back), in advance if need be, up
   * to one burst below zero: what comes after them waits longer.
   */
  public int takeUrgent(int wanted) {
    int granted = take(wanted);
    int ahead = Math.min(wanted - granted, (int) Math.floor(tokens + burst));
    tokens -= ahead;
    return granted + ahead;
  }

  /** Empties the bucket and halves the rate, as when the controller asks to slow down. */
  public void slowDown() {
    take((int) burst);
    tokens = Math.min(tokens, 0);
    perSecond = Math.max(Math.min(SLOWEST_PER_SECOND, mostPerSecond), perSecond / 2);
  }

  /** A point in time for {@link #answered} and {@link #since}. */
  public long begin() {
    return nanoClock.getAsLong();
  }

  /** Seconds since {@link #begin}. */
  public double since(long begin) {
    return (nanoClock.getAsLong() - begin) / 1e9;
  }

  /**
   * Tells that Slurm took writes since {@link #begin}.
   *
   * @return whether it took so long that no more should be sent now
   */
  public boolean answered(int writes, long begin) {
    if (since(begin) > SLOW_S * writes) {
      slowDown();
      return true;
    }
    perSecond = Math.min(mostPerSecond, perSecond * 1.1);
    return false;
  }

  /** The rate in force, writes a second. */
  public double rate() {
    return perSecond;
  }
}
