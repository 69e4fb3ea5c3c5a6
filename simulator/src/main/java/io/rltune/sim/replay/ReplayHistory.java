package io.rltune.sim.replay;

import io.rltune.policy.history.FinishedRun;
import io.rltune.policy.history.RunRequest;
import io.rltune.policy.history.RuntimeHistory;
import io.rltune.sim.engine.JobPhase;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.workload.WorkloadJob;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Feeds a runtime history from the jobs of a replay that have ended, as the daemon would see them.
 */
final class ReplayHistory {
  private final Simulation simulation;
  private final RuntimeHistory runtimes = new RuntimeHistory();
  private int[] open = new int[64];
  private final BitSet begun = new BitSet();
  private int openCount;
  private int seen;

  ReplayHistory(Simulation simulation, List<FinishedRun> past) {
    this.simulation = simulation;
    past.stream().map(ReplayHistory::onTheSnapshotsClock).forEach(runtimes::add);
  }

  RuntimeHistory runtimes() {
    return runtimes;
  }

  /** Takes in what began and ended since the last call. */
  void observe() {
    while (seen < simulation.jobCount()) {
      if (openCount == open.length) {
        open = Arrays.copyOf(open, 2 * openCount);
      }
      open[openCount++] = seen++;
    }
    int kept = 0;
    for (int i = 0; i < openCount; i++) {
      int job = open[i];
      JobPhase phase = simulation.phase(job);
      boolean runs = phase == JobPhase.RUNNING;
      if (runs != begun.get(job)) {
        begun.set(job, runs);
        RunRequest asked = asked(simulation.request(job));
        if (runs) {
          runtimes.began(asked);
        } else {
          runtimes.left(asked);
        }
      }
      if (phase.isFinal()) {
        WorkloadJob request = simulation.request(job);
        double endS = simulation.endS(job);
        runtimes.add(
            onTheSnapshotsClock(
                new FinishedRun(
                    request.user(),
                    request.account(),
                    request.name(),
                    request.gpus(),
                    request.timeLimitS(),
                    endS - simulation.startS(job),
                    endS)));
      } else {
        open[kept++] = job;
      }
    }
    openCount = kept;
  }

  private static RunRequest asked(WorkloadJob job) {
    return new RunRequest(job.user(), job.account(), job.name(), job.gpus(), job.timeLimitS());
  }

  private static FinishedRun onTheSnapshotsClock(FinishedRun run) {
    return new FinishedRun(
        run.user(),
        run.account(),
        run.name(),
        run.gpus(),
        run.walltimeS(),
        run.runtimeS(),
        SimSnapshot.EPOCH_S + run.endS());
  }
}
