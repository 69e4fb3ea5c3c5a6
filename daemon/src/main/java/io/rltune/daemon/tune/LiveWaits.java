package io.rltune.daemon.tune;

import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Waits of jobs that RLTune ordered in earnest, beside what plain Slurm would have made of the same
 * jobs ({@code PlainShadow}). What is compared is the ratio of the two: weeks differ in load, and
 * both waits with them.
 *
 * @param jobs in order of the time at which they came to be known
 */
record LiveWaits(List<Wait> jobs) {
  /** Waits of less are alike for anybody, and would only make ratios of noise. */
  private static final double FLOOR_S = 60;

  private static final double STARVED_MULTIPLE = 3;
  private static final double STARVED_S = 3_600;
  private static final Set<String> IN_EARNEST = Set.of("advise", "enforce");

  /** As long a plain start that is not yet known is taken to be still to come. */
  private static final long AWAITED_S = 86_400;

  LiveWaits {
    jobs = List.copyOf(jobs);
  }

  /**
   * One job.
   *
   * @param waitS how long it waited, or has waited until now
   * @param plainS how long it would have waited under plain Slurm, or would have at least until now
   */
  record Wait(double waitS, double plainS) {}

  /**
   * Jobs that started in a time span, and for one that reaches until now those that still wait:
   * were they left out, a policy that starves jobs would look good.
   *
   * @param from seconds since the epoch
   * @param to seconds since the epoch; at most {@code now}
   */
  static LiveWaits between(History history, long from, long to, long now) throws IOException {
    List<JobRun> runs = new ArrayList<>(history.started(from, to));
    boolean untilNow = to == now;
    if (untilNow) {
      history.open().stream().filter(run -> !run.hasStarted()).forEach(runs::add);
    }
    runs.sort(Comparator.comparingLong(run -> run.hasStarted() ? run.started() : now));
    List<Wait> waits = new ArrayList<>();
    for (JobRun run : runs) {
      wait(run, now).ifPresent(waits::add);
    }
    return new LiveWaits(waits);
  }

  /** Empty where RLTune had no hand in it, or where plain Slurm's start will never be known. */
  private static Optional<Wait> wait(JobRun run, long now) {
    long since = Math.max(run.eligible(), run.submit());
    if (!run.hasStarted()) {
      // Not started by anybody so far, unless plain Slurm would have.
      long plain = run.plainStart() > 0 ? run.plainStart() : now;
      return Optional.of(new Wait(Math.max(0, now - since), Math.max(0, plain - since)));
    }
    if (!IN_EARNEST.contains(run.mode()) || run.standing().position() == 0) {
      return Optional.empty();
    }
    if (run.plainStart() > 0) {
      return Optional.of(new Wait(run.waitS(), Math.max(0, run.plainStart() - since)));
    }
    // It started before plain Slurm would have; were it left out until that is known, only the
    // jobs that waited longer would be seen at first.
    return now - run.started() < AWAITED_S
        ? Optional.of(new Wait(run.waitS(), Math.max(0, now - since)))
        : Optional.empty();
  }

  int size() {
    return jobs.size();
  }

  /** Summed waits over plain Slurm's of the jobs from {@code from} (inclusive) to {@code to}. */
  double ratio() {
    return ratio(jobs);
  }

  static double ratio(List<Wait> jobs) {
    double ours = 0;
    double plain = 0;
    for (Wait job : jobs) {
      ours += job.waitS() + FLOOR_S;
      plain += job.plainS() + FLOOR_S;
    }
    return ours / plain;
  }

  /**
   * Share of the jobs that waited much longer than plain Slurm would have made them: a mean hides
   * them.
   */
  double starved() {
    long starved =
        jobs.stream()
            .filter(job -> job.waitS() > STARVED_MULTIPLE * job.plainS() + STARVED_S)
            .count();
    return starved / (double) Math.max(1, jobs.size());
  }
}
