package io.rltune.sim.train;

import static java.util.Objects.requireNonNull;

import io.rltune.sim.replay.Replay;
import io.rltune.sim.replay.ReplayContext;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.replay.ReplayProgress;
import io.rltune.sim.replay.ReplayResult;
import io.rltune.sim.train.GateVerdict.RunFigures;
import io.rltune.sim.train.GateVerdict.WindowFigures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Replays recorded weeks, which the candidate was not trained on, under the policy in force and the
 * candidate. The weeks are cut into windows that share no job; each is run as it came and at other
 * loads and bursts, the same for both. What is resampled is windows, with all their runs: runs of
 * one window are alike, and counting them one by one would make chance look like proof.
 *
 * @param steering how a policy's order reaches Slurm: {@code rltune-greedy} (with node lists) or
 *     {@code rltune-order}
 * @param windowJobs jobs of a window
 * @param mostWindows most windows, the latest
 */
public record CandidateGate(String steering, int windowJobs, int mostWindows) {
  /**
   * As it came, and changed: load (0: as it came) and share of the jobs that come all but at once.
   */
  private static final double[][] VARIATIONS = {
    {0, 0}, {0, 0.3}, {0.8, 0}, {0.9, 0.2}, {1.0, 0}, {1.0, 0.3}, {1.1, 0.1}, {1.2, 0}
  };

  public CandidateGate {
    requireNonNull(steering, "steering");
    if (windowJobs < 2 || mostWindows < 1) {
      throw new IllegalArgumentException(
          "windows of " + windowJobs + " jobs, at most " + mostWindows + ": too few");
    }
  }

  /** Windows of 128 jobs, the latest 60 of them. */
  public static CandidateGate of(String steering) {
    return new CandidateGate(steering, 128, 60);
  }

  /**
   * Judges.
   *
   * @param inForce file of the policy in force; empty for the shipped one
   * @param weeks recorded jobs that the candidate was not trained on
   * @param log gets a line a window
   */
  public GateVerdict judge(
      Optional<Path> inForce, Path candidate, TraceSection weeks, Consumer<String> log) {
    List<WindowFigures> windows = new ArrayList<>();
    int there = weeks.length() / windowJobs;
    int count = Math.min(there, mostWindows);
    int first = weeks.length() - count * windowJobs;
    for (int window = 0; window < count; window++) {
      WindowFigures figures = WindowFigures.NONE;
      for (double[] variation : VARIATIONS) {
        Workload workload =
            weeks.cut(first + window * windowJobs, windowJobs, variation[0], variation[1]);
        figures = figures.plus(run(workload, Optional.of(candidate)), run(workload, inForce));
      }
      windows.add(figures);
      log.accept(
          "window %d of %d: mean wait %.0f s, with the policy in force %.0f s"
              .formatted(window + 1, count, figures.meanWait(), figures.meanWaitInForce()));
    }
    return GateVerdict.of(windows);
  }

  private RunFigures run(Workload workload, Optional<Path> policy) {
    ReplayResult result =
        Replay.run(
            workload.cluster(),
            workload.jobs(),
            ReplayPolicies.byName(steering, new ReplayContext(policy, workload.past())),
            ReplayOptions.defaults(),
            ReplayProgress.NONE);
    // A whole replay ends with a cluster that runs empty, the longer the later long jobs came: an
    // artefact of windows, which would speak against every order that starts short jobs first.
    return new RunFigures(
        result.metrics().meanWaitS(),
        result.metrics().p99WaitS(),
        result.metrics().arrivalUtilization());
  }
}
