package io.rltune.solver;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** What the time of a solve is counted by. */
enum SolveClock {
  /** The time that a cycle waits. */
  WALL {
    @Override
    long nanos() {
      return System.nanoTime();
    }
  },

  /**
   * CPU time of the calling thread: on a machine with other work about what {@link #WALL} would be
   * on a quiet one. For measurements.
   */
  THREAD_CPU {
    @Override
    long nanos() {
      return THREADS.getCurrentThreadCpuTime();
    }
  };

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Nanoseconds since some moment. */
  abstract long nanos();

  /** Milliseconds since a moment of this clock. */
  double msSince(long begin) {
    return (nanos() - begin) / 1e6;
  }
}
