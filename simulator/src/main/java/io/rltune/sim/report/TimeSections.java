package io.rltune.sim.report;

import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.protocol.PolicyOutcome;
import io.rltune.sim.replay.ReplaySeries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The course over time: queue, GPUs in use, and which nodes were busy when. */
final class TimeSections {
  private static final int BINS = 240;
  private static final int TABLE_BINS = 12;
  private static final int HEAT_BINS = 120;
  private static final int HEAT_ROWS = 48;
  private static final double HOUR_S = 3600;

  private final ReportInput input;
  private final String where;

  TimeSections(ReportInput input) {
    this.input = input;
    this.where = input.windowed() ? " Of the first window." : "";
  }

  Section queue() {
    return new Section(
        "queue",
        "Waiting jobs over time",
        "Mean number of jobs that wait, over time from the first submission." + where,
        true,
        table("Waiting jobs", series -> series.queueLength(), 1, "%.1f"));
  }

  Section utilisation() {
    return new Section(
        "utilisation",
        "GPU utilisation over time",
        "Share of the cluster's GPUs in use." + where,
        true,
        table("GPU utilisation in %", series -> series.busyGpus(), percent(), "%.0f"));
  }

  private interface Values {
    double[] of(ReplaySeries series);
  }

  /** Twelve bins from the first submission to the last end of each policy. */
  private String table(String caption, Values values, double scale, String format) {
    List<String> header = new ArrayList<>(List.of("policy", "one column is"));
    for (int bin = 1; bin <= TABLE_BINS; bin++) {
      header.add("part " + bin);
    }
    HtmlTable table = new HtmlTable(caption, header);
    for (PolicyOutcome outcome : input.outcomes()) {
      ReplaySeries series = ReportInput.shown(outcome).series(TABLE_BINS);
      List<String> row = new ArrayList<>(List.of(outcome.policy(), Durations.text(series.binS())));
      for (double value : values.of(series)) {
        row.add(String.format(Locale.ROOT, format, scale * value));
      }
      table.row(row);
    }
    return table.html();
  }

  /** For each policy: hours and waiting jobs, hours and utilisation in percent. */
  Map<String, Object> curves() {
    Map<String, Object> queue = new LinkedHashMap<>();
    Map<String, Object> used = new LinkedHashMap<>();
    for (PolicyOutcome outcome : input.outcomes()) {
      ReplaySeries series = ReportInput.shown(outcome).series(BINS);
      queue.put(outcome.policy(), points(series, series.queueLength(), 1));
      used.put(outcome.policy(), points(series, series.busyGpus(), percent()));
    }
    return Map.of("queue", queue, "used", used);
  }

  private static double[][] points(ReplaySeries series, double[] values, double scale) {
    double[][] points = new double[values.length][];
    for (int bin = 0; bin < values.length; bin++) {
      points[bin] =
          new double[] {
            round((bin + 0.5) * series.binS() / HOUR_S, 1000), round(values[bin] * scale, 100)
          };
    }
    return points;
  }

  private double percent() {
    return 100.0 / Math.max(1, input.cluster().totalGpus());
  }

  Section heat() {
    List<String> header = new ArrayList<>(List.of("nodes"));
    header.addAll(input.policies());
    HtmlTable table = new HtmlTable("Mean utilisation of the nodes in %", header);
    List<HeatRow> rows = rows();
    List<ReplaySeries> seriesList =
        input.outcomes().stream().map(outcome -> ReportInput.shown(outcome).series(1)).toList();
    for (HeatRow row : rows) {
      List<String> cells = new ArrayList<>(List.of(row.name));
      seriesList.forEach(series -> cells.add(Long.toString(Math.round(row.percent(series, 0)))));
      table.row(cells);
    }
    return new Section(
        "heat",
        "Which nodes were busy when",
        "Each row is a node, or several of them on a large cluster; darker cells had more of their GPUs in use."
            + where,
        true,
        table.html());
  }

  /** For each policy the utilisation in percent by row and time bin. */
  Map<String, Object> heatMaps() {
    List<HeatRow> rows = rows();
    Map<String, Object> maps = new LinkedHashMap<>();
    for (PolicyOutcome outcome : input.outcomes()) {
      ReplaySeries series = ReportInput.shown(outcome).series(HEAT_BINS);
      int[][] cells = new int[rows.size()][HEAT_BINS];
      for (int row = 0; row < cells.length; row++) {
        for (int bin = 0; bin < HEAT_BINS; bin++) {
          cells[row][bin] = (int) Math.round(rows.get(row).percent(series, bin));
        }
      }
      maps.put(
          outcome.policy(), Map.of("cells", cells, "hours", HEAT_BINS * series.binS() / HOUR_S));
    }
    return Map.of("rows", rows.stream().map(HeatRow::name).toList(), "policies", maps);
  }

  /** Nodes first to last, of one GPU type. */
  private record HeatRow(String name, int first, int last, int gpus) {
    double percent(ReplaySeries series, int bin) {
      double busy = 0;
      for (int node = first; node <= last; node++) {
        busy += series.nodeBusyGpuSeconds()[node][bin];
      }
      return Math.min(100, 100 * busy / (gpus * series.binS()));
    }
  }

  /** GPU nodes, neighbours of one type together where there are too many for a row each. */
  private List<HeatRow> rows() {
    List<NodeSpec> nodes = input.cluster().nodes();
    int perRow = (nodes.size() + HEAT_ROWS - 1) / HEAT_ROWS;
    List<HeatRow> rows = new ArrayList<>();
    for (int first = 0; first < nodes.size(); ) {
      int last = first;
      int gpus = nodes.get(first).gpus();
      while (last + 1 < nodes.size()
          && last + 1 < first + perRow
          && nodes.get(last + 1).gpuType().equals(nodes.get(first).gpuType())) {
        last++;
        gpus += nodes.get(last).gpus();
      }
      if (gpus > 0) {
        String name = nodes.get(first).name();
        rows.add(
            new HeatRow(
                last == first ? name : name + " to " + nodes.get(last).name(), first, last, gpus));
      }
      first = last + 1;
    }
    return rows;
  }

  private static double round(double value, double steps) {
    return Math.round(value * steps) / steps;
  }
}
