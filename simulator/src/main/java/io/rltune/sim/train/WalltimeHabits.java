package io.rltune.sim.train;

import io.rltune.policy.history.FinishedRun;
import io.rltune.sim.walltime.ModalWalltimes;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Gives a workload users who ask for walltimes in other ways than the trace was loaded with. */
final class WalltimeHabits {
  private static final long LONGEST_S = 7 * 86_400;
  private static final double KEPT = 0.5;
  private static final double REDRAWN = 0.75;

  private WalltimeHabits() {}

  /** As it is, drawn anew from the modal model, or within a factor of the runtime. */
  static Workload vary(Workload workload, SplittableRandom random) {
    double kind = random.nextDouble();
    if (kind < KEPT) {
      return workload;
    }
    ModalWalltimes modal = new ModalWalltimes(random.nextLong());
    double slack = 1 + 4 * random.nextDouble();
    Asker asker =
        kind < REDRAWN
            ? (user, runtimeS) -> modal.next(user, runtimeS, LONGEST_S)
            : (user, runtimeS) -> close(runtimeS * (1 + (slack - 1) * random.nextDouble()));
    List<FinishedRun> past = new ArrayList<>();
    for (FinishedRun run : workload.past()) {
      past.add(
          new FinishedRun(
              run.user(),
              run.account(),
              run.name(),
              run.gpus(),
              asker.ask(run.user(), run.runtimeS()),
              run.runtimeS(),
              run.endS(),
              run.submitS()));
    }
    List<WorkloadJob> jobs = new ArrayList<>();
    for (WorkloadJob job : workload.jobs()) {
      jobs.add(job.withTimeLimitS(asker.ask(job.user(), job.runtimeS())));
    }
    return new Workload(workload.label(), workload.cluster(), jobs, past);
  }

  private interface Asker {
    long ask(String user, double runtimeS);
  }

  /** Up to the next five minutes. */
  private static long close(double seconds) {
    return (long) Math.ceil(Math.max(1, seconds) / 300) * 300;
  }
}
