package io.rltune.sim.report;

import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.protocol.PolicyOutcome;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Waits: their distribution, and by the number of GPUs asked for. */
final class WaitSections {
  private static final double[] TABLE_SHARES = {0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1};
  private static final int CURVE_POINTS = 200;
  private static final int[] SIZE_LIMITS = {0, 1, 2, 4, 8, 16, 32, Integer.MAX_VALUE};
  private static final String[] SIZE_NAMES = {
    "no GPU", "1", "2", "3-4", "5-8", "9-16", "17-32", "33 and more"
  };

  private final ReportInput input;
  private final Map<String, double[]> waits = new LinkedHashMap<>();

  WaitSections(ReportInput input) {
    this.input = input;
    for (PolicyOutcome outcome : input.outcomes()) {
      waits.put(
          outcome.policy(),
          ReportInput.finished(outcome).stream().mapToDouble(FinishedJob::waitS).toArray());
    }
  }

  Section distribution() {
    List<String> header = new ArrayList<>(List.of("policy"));
    for (double share : TABLE_SHARES) {
      header.add(share == 1 ? "longest" : Math.round(100 * share) + " % wait at most");
    }
    HtmlTable table = new HtmlTable("Waits by policy", header);
    waits.forEach(
        (policy, values) -> {
          double[] sorted = sorted(values);
          List<String> row = new ArrayList<>(List.of(policy));
          for (double share : TABLE_SHARES) {
            row.add(Durations.text(at(sorted, share)));
          }
          table.row(row);
        });
    return new Section(
        "wait-cdf",
        "How long jobs wait",
        "Share of the jobs that wait at most so long. Higher and further left is better; waits below a second"
            + " count as one.",
        true,
        table.html());
  }

  /** Points of the curve for each policy: wait in seconds and share in percent. */
  Map<String, Object> curves() {
    Map<String, Object> curves = new LinkedHashMap<>();
    waits.forEach(
        (policy, values) -> {
          double[] sorted = sorted(values);
          double[][] points = new double[CURVE_POINTS + 1][];
          for (int i = 0; i <= CURVE_POINTS; i++) {
            double share = i / (double) CURVE_POINTS;
            points[i] = new double[] {Math.max(1, at(sorted, share)), 100 * share};
          }
          curves.put(policy, points);
        });
    return curves;
  }

  Section bySize() {
    List<String> header = new ArrayList<>(List.of("GPUs", "jobs"));
    header.addAll(input.policies());
    HtmlTable table = new HtmlTable("Mean wait by GPUs asked for", header);
    int[] sizes = sizes();
    for (int size = 0; size < SIZE_NAMES.length; size++) {
      int wanted = size;
      long jobs = Arrays.stream(sizes).filter(s -> s == wanted).count();
      if (jobs > 0) {
        List<String> row = new ArrayList<>(List.of(SIZE_NAMES[size], "%,d".formatted(jobs)));
        waits.values().forEach(values -> row.add(Durations.text(mean(values, sizes, wanted))));
        table.row(row);
      }
    }
    return new Section(
        "wait-by-gpus",
        "Wait by number of GPUs",
        "Mean wait of jobs that ask for so many GPUs.",
        true,
        table.html());
  }

  /** Mean wait in seconds by size for each policy, of the sizes that occur. */
  Map<String, Object> sizeBars() {
    int[] sizes = sizes();
    List<Integer> occurring = Arrays.stream(sizes).distinct().sorted().boxed().toList();
    Map<String, Object> means = new LinkedHashMap<>();
    waits.forEach(
        (policy, values) ->
            means.put(policy, occurring.stream().map(size -> mean(values, sizes, size)).toList()));
    return Map.of(
        "labels", occurring.stream().map(size -> SIZE_NAMES[size]).toList(), "means", means);
  }

  private int[] sizes() {
    return input.jobs().stream().mapToInt(WaitSections::size).toArray();
  }

  private static int size(WorkloadJob job) {
    int size = 0;
    while (job.gpus() > SIZE_LIMITS[size]) {
      size++;
    }
    return size;
  }

  private static double mean(double[] values, int[] sizes, int wanted) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      if (sizes[i] == wanted) {
        sum += values[i];
        count++;
      }
    }
    return sum / count;
  }

  private static double[] sorted(double[] values) {
    double[] copy = values.clone();
    Arrays.sort(copy);
    return copy;
  }

  private static double at(double[] sorted, double share) {
    double rank = share * (sorted.length - 1);
    int below = (int) rank;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
  }
}
