package io.rltune.daemon.tune;

import io.rltune.daemon.experience.ExperienceStore;
import io.rltune.daemon.experience.QueueState;
import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.sim.train.RecordedStates;
import io.rltune.sim.workload.WorkloadJob;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins the queues that the daemon recorded with what became of their jobs, which the history knows
 * better: it saw every start and learns of others from slurmdbd.
 */
final class RecordedQueues {
  /** Jobs of all queues together; with their features they are 200 MB in the training child. */
  private static final long MOST_JOBS = 1_500_000;

  /** Starts are looked for so long after the last queue. */
  private static final long AFTER_S = 3_600;

  private RecordedQueues() {}

  /**
   * The queues that one policy ordered, on the clock of a trace.
   *
   * @param trace recorded runs as training reads them
   * @param runs the run of each job of the trace
   * @param seen jobs of the trace, from the first on, that training may know: of what came later
   *     neither queues nor starts are given
   * @param policySha256 of the policy's file
   */
  static RecordedStates join(
      ExperienceStore queues,
      History history,
      List<WorkloadJob> trace,
      List<JobRun> runs,
      int seen,
      String policySha256)
      throws IOException {
    long origin = RecordedWeeks.since(runs.get(0));
    long end = RecordedWeeks.since(runs.get(seen));
    double[] startS = new double[trace.size()];
    Arrays.fill(startS, Double.NaN);
    for (int job = 0; job < seen; job++) {
      startS[job] = runs.get(job).started() - origin;
    }
    List<QueueState> own = queues.states(policySha256, origin, end, MOST_JOBS);
    if (own.isEmpty()) {
      return new RecordedStates(policySha256, startS, List.of());
    }
    Map<Long, Lives> lives = new HashMap<>();
    for (JobRun run : history.started(own.get(0).at(), end + AFTER_S)) {
      lives.merge(run.jobId(), new Lives(new long[][] {life(run)}), Lives::and);
    }
    return new RecordedStates(
        policySha256, startS, own.stream().map(queue -> state(queue, lives, origin)).toList());
  }

  private static long[] life(JobRun run) {
    return new long[] {run.submit(), run.started()};
  }

  /** Submit and start of the lives of one job id, which comes round again. */
  private record Lives(long[][] all) {
    Lives and(Lives more) {
      long[][] both = Arrays.copyOf(all, all.length + more.all.length);
      System.arraycopy(more.all, 0, both, all.length, more.all.length);
      return new Lives(both);
    }

    /** Start of the life that waited at a time; NaN where none did. */
    double startOfWaiting(long at) {
      return Arrays.stream(all)
          .filter(life -> life[0] <= at && life[1] >= at)
          .mapToDouble(life -> life[1])
          .min()
          .orElse(Double.NaN);
    }
  }

  private static RecordedStates.State state(QueueState queue, Map<Long, Lives> lives, long origin) {
    double[] startS = new double[queue.jobCount()];
    for (int i = 0; i < startS.length; i++) {
      Lives own = lives.get(queue.jobIds()[i]);
      startS[i] = own == null ? Double.NaN : own.startOfWaiting(queue.at()) - origin;
    }
    return new RecordedStates.State(queue.at() - origin, startS, queue.rows());
  }
}
