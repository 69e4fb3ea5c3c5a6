package io.rltune.plan;

import io.rltune.model.Job;
import io.rltune.model.JobTimes;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** A job in the {@link PlainShadow}: its life in reality, and the one it has under plain Slurm. */
final class VirtualJob {
  private static final long UNKNOWN = -1;

  /** What is expected of a runtime moves slowly. */
  private static final long ASK_AGAIN_AFTER_S = 300;

  private Job job;
  private long realStart = UNKNOWN;
  private long realRunS = UNKNOWN;
  private long goneAt = UNKNOWN;
  private long virtualStart = UNKNOWN;
  private Map<String, Integer> nodes = Map.of();
  private double priority = Double.NaN;
  private double expectedRunS = Double.NaN;
  private long askedAt = UNKNOWN;

  VirtualJob(Job job) {
    this.job = job;
  }

  Job job() {
    return job;
  }

  /** The record of this cycle: a job may start, be requeued or be changed by its user. */
  void seen(Job latest) {
    job = latest;
    realStart = latest.state().holdsNodes() ? latest.times().start() : UNKNOWN;
  }

  /** No longer listed: it ended, or was cancelled while it waited. */
  void gone(long now) {
    if (realStart != UNKNOWN && realRunS == UNKNOWN) {
      realRunS = Math.max(1, now - realStart);
      goneAt = now;
    }
  }

  boolean isGone() {
    return realRunS != UNKNOWN;
  }

  /** Whether it ended in reality more than so many seconds ago. */
  boolean isGoneFor(long seconds, long now) {
    return goneAt != UNKNOWN && now - goneAt > seconds;
  }

  /** What the virtual cluster cannot hold starts there as it did in reality, on no node of it. */
  void startAsInReality() {
    startVirtually(realStart, Map.of());
  }

  boolean hasRun() {
    return realStart != UNKNOWN;
  }

  long realRunS() {
    return realRunS;
  }

  void startVirtually(long now, Map<String, Integer> gpusByNode) {
    virtualStart = now;
    nodes = Map.copyOf(gpusByNode);
  }

  boolean hasStartedVirtually() {
    return virtualStart != UNKNOWN;
  }

  boolean holdsVirtualNodes() {
    return !nodes.isEmpty();
  }

  /** Its virtual run is over; the start stays known while the job waits in reality. */
  void releaseVirtually() {
    nodes = Map.of();
  }

  Map<String, Integer> nodes() {
    return nodes;
  }

  /** Seconds since the epoch; only once it has started. */
  long virtualStart() {
    return virtualStart;
  }

  /** What plain Slurm made it wait, in seconds. */
  long virtualWaitS() {
    return job.waitedS(virtualStart);
  }

  /** When plain Slurm takes it to end at the latest, seconds since the epoch. */
  long virtualLimitEnd() {
    return saturatingAdd(virtualStart, job.request().timeLimitS());
  }

  boolean hasPriority() {
    return !Double.isNaN(priority);
  }

  /** What Slurm alone would give it, were it still waiting. */
  double priority() {
    return priority;
  }

  void priority(double now) {
    priority = now;
  }

  /**
   * When its virtual run ends: by its true runtime where that is known by now, else by what is
   * expected of it, or its limit suggests.
   *
   * @param expectation seconds, or NaN
   * @param runOverLimit share of their limits that jobs use
   */
  long virtualEnd(long now, ToDoubleFunction<Job> expectation, double runOverLimit) {
    if (realRunS != UNKNOWN) {
      return saturatingAdd(virtualStart, realRunS);
    }
    if (askedAt == UNKNOWN || now - askedAt >= ASK_AGAIN_AFTER_S) {
      expectedRunS = expectation.applyAsDouble(job);
      askedAt = now;
    }
    long limitS = job.request().timeLimitS();
    double expected =
        Double.isNaN(expectedRunS) ? runOverLimit * limitS : Math.min(expectedRunS, limitS);
    long soFar = realStart == UNKNOWN || realStart == JobTimes.UNSET ? 0 : now - realStart + 1;
    return saturatingAdd(virtualStart, Math.max(soFar, (long) Math.min(expected, 1e15)));
  }

  private static long saturatingAdd(long a, long b) {
    long sum = a + b;
    return sum < a ? Long.MAX_VALUE : sum;
  }
}
