package io.rltune.daemon.testbed;

import static java.util.Objects.requireNonNull;

import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.replay.Replay;
import io.rltune.sim.replay.ReplayContext;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.replay.ReplayPolicy;
import io.rltune.sim.replay.ReplayProgress;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * The A/B's workloads in the simulator, set up as the testbed: what many seeds say, where one on a
 * real Slurm takes half an hour.
 *
 * @param jobs jobs of a workload, 2 or more
 * @param windowS length of the arrival window in seconds, positive
 * @param cycleS seconds between two cycles of RLTune, positive
 * @param policies names, as {@link ReplayPolicies} knows them; the first is what others are
 *     compared with
 */
public record SimulatedAb(int jobs, double windowS, double cycleS, List<String> policies) {
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("mean_wait_s", ReplayMetrics::meanWaitS),
          new Figure("p99_wait_s", ReplayMetrics::p99WaitS),
          new Figure("max_wait_s", ReplayMetrics::maxWaitS),
          new Figure("makespan_s", ReplayMetrics::makespanS));

  private record Figure(String name, ToDoubleFunction<ReplayMetrics> of) {}

  /**
   * A ratio to the first policy over all seeds.
   *
   * @param value geometric mean
   * @param standardError of its logarithm; 0 for one seed
   */
  public record Ratio(double value, double standardError) {
    static Ratio of(List<Double> logarithms) {
      int n = logarithms.size();
      double mean = logarithms.stream().mapToDouble(x -> x).average().orElse(0);
      double squares = logarithms.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
      return new Ratio(Math.exp(mean), n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n));
    }
  }

  /**
   * What came out.
   *
   * @param ratios by policy and figure
   */
  public record Result(long firstSeed, int seeds, Map<String, Map<String, Ratio>> ratios) {
    /** A table for people. */
    public String text() {
      StringBuilder text = new StringBuilder();
      String first = "of " + ratios.keySet().iterator().next();
      text.append(String.format(Locale.ROOT, "%-20s", first));
      FIGURES.forEach(figure -> text.append(String.format(Locale.ROOT, "  %16s", figure.name())));
      ratios.forEach(
          (policy, own) -> {
            text.append(String.format(Locale.ROOT, "%n%-20s", policy));
            for (Figure figure : FIGURES) {
              Ratio ratio = own.get(figure.name());
              text.append(
                  String.format(
                      Locale.ROOT, "  %7.3f +- %.3f", ratio.value(), ratio.standardError()));
            }
          });
      return text.toString();
    }
  }

  public SimulatedAb {
    policies = List.copyOf(requireNonNull(policies, "policies"));
    if (jobs < 2 || !(windowS > 0) || !(cycleS > 0) || policies.isEmpty()) {
      throw new IllegalArgumentException(
          "two jobs, a window, a cycle and a policy are needed: %d, %s s, %s s, %s"
              .formatted(jobs, windowS, cycleS, policies));
    }
  }

  /**
   * Runs every policy on every seed's workload.
   *
   * @param log gets a line a seed
   */
  public Result run(long firstSeed, int seeds, Consumer<String> log) {
    Map<String, Map<String, List<Double>>> logarithms = new LinkedHashMap<>();
    for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
      List<WorkloadJob> workload = AbWorkload.generate(jobs, windowS, seed).jobs();
      ReplayMetrics first = null;
      StringBuilder line = new StringBuilder("seed " + seed + ", mean wait in s:");
      for (String policy : policies) {
        ReplayMetrics own = replay(workload, policy);
        first = first == null ? own : first;
        line.append(String.format(Locale.ROOT, " %s %.1f", policy, own.meanWaitS()));
        for (Figure figure : FIGURES) {
          logarithms
              .computeIfAbsent(policy, name -> new LinkedHashMap<>())
              .computeIfAbsent(figure.name(), name -> new ArrayList<>())
              .add(Math.log(figure.of().applyAsDouble(own) / figure.of().applyAsDouble(first)));
        }
      }
      log.accept(line.toString());
    }
    Map<String, Map<String, Ratio>> ratios = new LinkedHashMap<>();
    logarithms.forEach(
        (policy, figures) -> {
          Map<String, Ratio> own = new LinkedHashMap<>();
          figures.forEach((figure, values) -> own.put(figure, Ratio.of(values)));
          ratios.put(policy, own);
        });
    return new Result(firstSeed, seeds, ratios);
  }

  private ReplayMetrics replay(List<WorkloadJob> workload, String name) {
    ReplayPolicy policy = ReplayPolicies.byName(name, ReplayContext.DEFAULT);
    ReplayOptions options =
        ReplayOptions.defaults().with(usual -> usual.slurm(SimulatedLab.params()).cycleS(cycleS));
    return Replay.run(SimulatedLab.cluster(), workload, policy, options, ReplayProgress.NONE)
        .metrics();
  }
}
