package io.rltune.sim.report;

import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.protocol.PolicyOutcome;
import io.rltune.sim.workload.WorkloadJob;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Who pays: jobs that a policy makes wait longer than the first policy does. */
final class ChangeSections {
  /** Differences below this many seconds count as none. */
  private static final double SAME_S = 60;

  private static final int SHOWN_JOBS = 15;

  private final ReportInput input;

  ChangeSections(ReportInput input) {
    this.input = input;
  }

  /** Empty where there is nothing to compare. */
  Optional<Section> slower() {
    if (input.outcomes().size() < 2) {
      return Optional.empty();
    }
    String first = input.policies().get(0);
    List<FinishedJob> base = ReportInput.finished(input.outcomes().get(0));
    HtmlTable shares =
        new HtmlTable(
            "Compared with " + first,
            List.of(
                "policy",
                "wait less",
                "wait the same (within a minute)",
                "wait longer",
                "mean gain of the gainers",
                "mean loss of the losers",
                "largest loss"));
    StringBuilder losers = new StringBuilder();
    for (PolicyOutcome outcome : input.outcomes().subList(1, input.outcomes().size())) {
      double[] longer = longer(base, ReportInput.finished(outcome));
      shares.row(shares(outcome.policy(), longer));
      losers.append(losers(outcome, base, longer));
    }
    return Optional.of(
        new Section(
            "slower",
            "Who got slower, and by how much",
            "Each job's wait under a policy against its wait under " + first + ".",
            false,
            shares.html()
                + "<details><summary>The jobs that lose most</summary>"
                + losers
                + "</details>"));
  }

  private static double[] longer(List<FinishedJob> base, List<FinishedJob> other) {
    return IntStream.range(0, base.size())
        .mapToDouble(i -> other.get(i).waitS() - base.get(i).waitS())
        .toArray();
  }

  private static List<String> shares(String policy, double[] longer) {
    double[] gains = Arrays.stream(longer).filter(change -> change < -SAME_S).toArray();
    double[] losses = Arrays.stream(longer).filter(change -> change > SAME_S).toArray();
    int same = longer.length - gains.length - losses.length;
    return List.of(
        policy,
        percent(gains.length, longer.length),
        percent(same, longer.length),
        percent(losses.length, longer.length),
        Durations.text(-Arrays.stream(gains).average().orElse(0)),
        Durations.text(Arrays.stream(losses).average().orElse(0)),
        Durations.text(Math.max(0, Arrays.stream(longer).max().orElse(0))));
  }

  private String losers(PolicyOutcome outcome, List<FinishedJob> base, double[] longer) {
    HtmlTable table =
        new HtmlTable(
            "Largest losses under " + outcome.policy(),
            List.of(
                "job", "account", "GPUs", "nodes", "asked walltime", "waited before", "waits now"));
    List<WorkloadJob> jobs = input.jobs();
    List<FinishedJob> now = ReportInput.finished(outcome);
    IntStream.range(0, longer.length)
        .boxed()
        .filter(i -> longer[i] > SAME_S)
        .sorted(Comparator.comparingDouble(i -> -longer[i]))
        .limit(SHOWN_JOBS)
        .forEach(
            i ->
                table.row(
                    List.of(
                        jobs.get(i).name(),
                        jobs.get(i).account(),
                        Integer.toString(jobs.get(i).gpus()),
                        Integer.toString(jobs.get(i).nodes()),
                        Durations.text(jobs.get(i).timeLimitS()),
                        Durations.text(base.get(i).waitS()),
                        Durations.text(now.get(i).waitS()))));
    return table.html();
  }

  /** Empty where fewer than two of the four combinations were run. */
  Optional<Section> ablation() {
    Map<String, String[]> cells =
        Map.of(
            "multifactor-easy", new String[] {"Slurm's multifactor priority", "Slurm's own"},
            "multifactor-milp", new String[] {"Slurm's multifactor priority", "MILP"},
            "rltune-greedy", new String[] {"RL", "greedy"},
            "rltune", new String[] {"RL", "MILP"});
    List<PolicyOutcome> run =
        input.outcomes().stream().filter(outcome -> cells.containsKey(outcome.policy())).toList();
    if (run.size() < 2) {
      return Optional.empty();
    }
    double baseS = run.get(0).metrics().meanWaitS();
    HtmlTable table =
        new HtmlTable(
            "Order from RL or not, placement from the MILP or not",
            List.of(
                "policy",
                "order",
                "placement",
                "mean wait",
                "mean slowdown",
                "GPU utilisation",
                "wait against " + run.get(0).policy()));
    for (PolicyOutcome outcome : run) {
      String[] parts = cells.get(outcome.policy());
      double waitS = outcome.metrics().meanWaitS();
      table.row(
          List.of(
              outcome.policy(),
              parts[0],
              parts[1],
              Durations.text(waitS),
              String.format(Locale.ROOT, "%.1f", outcome.metrics().meanBsld()),
              String.format(Locale.ROOT, "%.1f %%", 100 * outcome.metrics().gpuUtilization()),
              baseS > 0 ? String.format(Locale.ROOT, "%+.0f %%", 100 * (waitS / baseS - 1)) : "-"));
    }
    return Optional.of(
        new Section(
            "ablation",
            "What the parts are worth",
            "RLTune orders the queue by a trained policy and places jobs by a MILP; each row has one, both or none of the two.",
            false,
            table.html()));
  }

  private static String percent(int part, int whole) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
  }
}
