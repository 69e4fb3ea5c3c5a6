package io.rltune.solver;

/** The moment when a search must end. */
final class Deadline {
  private final SolveClock clock;
  private final long end;

  private Deadline(SolveClock clock, long end) {
    this.clock = clock;
    this.end = end;
  }

  /** So many nanoseconds from now. */
  static Deadline in(SolveClock clock, long nanos) {
    return new Deadline(clock, clock.nanos() + nanos);
  }

  /** Nanoseconds that are left; negative once it is over. */
  long left() {
    return end - clock.nanos();
  }

  double secondsLeft() {
    return left() / 1e9;
  }

  boolean isOver() {
    return left() <= 0;
  }

  /** A nearer deadline: a share of what is left, 0 to 1. */
  Deadline share(double share) {
    return in(clock, (long) (left() * share));
  }

  /** A deadline that is sooner by so many nanoseconds. */
  Deadline sooner(long nanos) {
    return new Deadline(clock, end - nanos);
  }

  SolveClock clock() {
    return clock;
  }
}
