package io.rltune.sim.train;

import static java.util.Objects.requireNonNull;

import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.replay.Replay;
import io.rltune.sim.replay.ReplayContext;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.replay.ReplayProgress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs policies on the same windows of a trace's held-out part, so that their figures are paired.
 *
 * @param contestants who is compared; the first is the baseline
 * @param windows number of windows, spread evenly over the held-out part
 * @param jobs jobs of a window
 * @param load load that the arrivals are scaled to; 0 leaves them
 * @param options how the replays are run
 */
public record Evaluation(
    List<Contestant> contestants, int windows, int jobs, double load, ReplayOptions options) {
  /**
   * A policy to compare.
   *
   * @param label name in the report
   * @param policy name, as {@link ReplayPolicies#byName} knows it
   * @param file its policy file; empty for the shipped policy, or where it needs none
   */
  public record Contestant(String label, String policy, Optional<Path> file) {}

  /**
   * What the contestants made of one section.
   *
   * @param section the section
   * @param loads load of each window
   * @param alike windows in a row of which the first and the last still share jobs; 1 where none do
   * @param metrics metrics by contestant's label, one per window
   */
  public record Outcome(
      TraceSection section,
      List<Double> loads,
      int alike,
      Map<String, List<ReplayMetrics>> metrics) {
    /** One figure of a contestant, window by window. */
    public double[] figures(
        String label, java.util.function.ToDoubleFunction<ReplayMetrics> figure) {
      return metrics.get(label).stream().mapToDouble(figure).toArray();
    }
  }

  public Evaluation {
    contestants = List.copyOf(contestants);
    requireNonNull(options, "options");
    if (contestants.isEmpty() || windows < 1 || jobs < 2) {
      throw new IllegalArgumentException(
          "an evaluation needs a policy, a window and two jobs a window");
    }
  }

  /**
   * Windows in a row that share jobs.
   *
   * @param room jobs between the first windows' beginning and the last one's
   */
  private int alike(int room, int count) {
    double stride = room / (double) Math.max(1, windows - 1);
    return windows == 1 ? 1 : (int) Math.min(windows, Math.ceil(count / Math.max(1, stride)));
  }

  /** Runs all contestants on all windows of a section. */
  public Outcome run(TraceSection section, java.util.function.Consumer<String> log) {
    int count = Math.min(jobs, section.length());
    Map<String, List<ReplayMetrics>> metrics = new LinkedHashMap<>();
    contestants.forEach(contestant -> metrics.put(contestant.label(), new ArrayList<>()));
    List<Double> loads = new ArrayList<>();
    for (int window = 0; window < windows; window++) {
      int first = (int) ((long) (section.length() - count) * window / Math.max(1, windows - 1));
      Workload workload = section.cut(first, count, load, 0);
      loads.add(workload.load());
      for (Contestant contestant : contestants) {
        ReplayMetrics one =
            Replay.run(
                    workload.cluster(),
                    workload.jobs(),
                    ReplayPolicies.byName(
                        contestant.policy(), new ReplayContext(contestant.file(), workload.past())),
                    options,
                    ReplayProgress.NONE)
                .metrics();
        metrics.get(contestant.label()).add(one);
      }
      log.accept(section.label() + ": window " + (window + 1) + " of " + windows);
    }
    return new Outcome(section, loads, alike(section.length() - count, count), metrics);
  }
}
