package io.rltune.sim.replay;

import io.rltune.policy.history.FinishedRun;
import io.rltune.policy.history.RunRequest;
import io.rltune.policy.history.RuntimeHistory;
import io.rltune.sim.engine.JobPhase;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.workload.WorkloadJob;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Feeds a runtime history from the jobs of a replay that have ended, as the daemon would see them.
 */
final class ReplayHistory {
  private final Simulation simulation;
  private final RuntimeHistory runtimes = new RuntimeHistory();
  private int[] open = new int[64];

  /** Starts of the jobs that run, as they were when first seen: one that is requeued has none. */
  private final Map<Integer, Double> begunS = new HashMap<>();

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
      watch(job, phase == JobPhase.RUNNING);
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
                    endS,
                    request.submitS())));
      } else {
        open[kept++] = job;
      }
    }
    openCount = kept;
  }

  private void watch(int job, boolean runs) {
    RunRequest asked = asked(simulation.request(job));
    if (runs && !begunS.containsKey(job)) {
      begunS.put(job, SimSnapshot.EPOCH_S + simulation.startS(job));
      runtimes.began(asked, begunS.get(job));
    } else if (!runs && begunS.containsKey(job)) {
      runtimes.left(asked, begunS.remove(job));
    }
  }

  private static RunRequest asked(WorkloadJob job) {
    return new RunRequest(
        job.user(),
        job.account(),
        job.name(),
        job.gpus(),
        job.timeLimitS(),
        SimSnapshot.EPOCH_S + job.submitS());
  }

  private static FinishedRun onTheSnapshotsClock(FinishedRun run) {
    return new FinishedRun(
        run.user(),
        run.account(),
        run.name(),
        run.gpus(),
        run.walltimeS(),
        run.runtimeS(),
        SimSnapshot.EPOCH_S + run.endS(),
        SimSnapshot.EPOCH_S + run.submitS());
  }
}
