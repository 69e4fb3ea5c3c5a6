package io.rltune.daemon.cycle;

import java.util.function.LongSupplier;

/** A token bucket: a sustained rate of writes and a burst. */
public final class WritePacer {
  private final double perSecond;
  private final double burst;
  private final LongSupplier nanoClock;
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
    int granted = Math.min(wanted, (int) Math.floor(tokens));
    tokens -= granted;
    return granted;
  }

  /** Empties the bucket, as when the controller asks to slow down. */
  public void drain() {
    take((int) burst);
    tokens = 0;
  }
}
