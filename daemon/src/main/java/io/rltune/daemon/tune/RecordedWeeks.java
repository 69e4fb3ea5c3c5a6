package io.rltune.daemon.tune;

import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import io.rltune.model.ResourceRequest;
import io.rltune.sim.workload.WorkloadJob;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a daemon has seen, as a trace and a cluster that the simulator replays.
 *
 * @param runs jobs that ran to their end, in the order in which they could have started
 * @param cluster the nodes and partitions of the last cycle
 */
record RecordedWeeks(List<JobRun> runs, ClusterSnapshot cluster) {
  private static final int MOST_RUNS = 100_000;

  RecordedWeeks {
    runs = List.copyOf(runs);
  }

  /** The runs that became eligible from {@code from} on, in seconds since the epoch. */
  static RecordedWeeks read(History history, long from, ClusterSnapshot cluster)
      throws IOException {
    List<JobRun> runs =
        history.lastEnded("", MOST_RUNS).stream()
            .filter(JobRun::runtimeIsKnown)
            .filter(run -> since(run) >= from)
            .sorted(Comparator.comparingLong(RecordedWeeks::since).thenComparing(JobRun::jobId))
            .toList();
    return new RecordedWeeks(runs, cluster);
  }

  /** When a run began to wait, seconds since the epoch. */
  static long since(JobRun run) {
    return Math.max(run.eligible(), run.submit());
  }

  /** Writes the first so many runs in sacct's format. */
  void writeTrace(Path file, int count) throws IOException {
    try (Writer out = Files.newBufferedWriter(file)) {
      out.write(
          "JobID|User|Account|Partition|QOS|Submit|ElapsedRaw|TimelimitRaw|NNodes|ReqTRES|State|JobName\n");
      for (JobRun run : runs.subList(0, count)) {
        out.write(row(run));
      }
    }
  }

  /**
   * The run of each job of a trace that {@link #writeTrace} wrote. What the cluster cannot run is
   * left out of a trace as it is read; the order stays.
   *
   * @throws IllegalArgumentException for a trace of other runs
   */
  List<JobRun> runsOf(List<WorkloadJob> trace) {
    List<JobRun> found = new ArrayList<>();
    int next = 0;
    for (WorkloadJob job : trace) {
      while (next < runs.size() && !isOf(job, runs.get(next))) {
        next++;
      }
      if (next == runs.size()) {
        throw new IllegalArgumentException("job " + job.name() + " is of no recorded run");
      }
      found.add(runs.get(next++));
    }
    return found;
  }

  private static boolean isOf(WorkloadJob job, JobRun run) {
    String id = Long.toString(run.jobId());
    return job.name().equals(id) || job.name().endsWith("(" + id + ")");
  }

  private static String row(JobRun run) {
    boolean limited = run.timeLimitS() > 0 && run.timeLimitS() < ResourceRequest.UNLIMITED;
    return String.join(
            "|",
            Long.toString(run.jobId()),
            clean(run.user()),
            clean(run.account()),
            clean(run.partition()),
            clean(run.qos()),
            Long.toString(since(run)),
            Long.toString(run.runtimeS()),
            limited ? Long.toString((run.timeLimitS() + 59) / 60) : "",
            run.size().nodes() > 0 ? Integer.toString(run.size().nodes()) : "",
            tres(run),
            "COMPLETED",
            clean(run.name()))
        + "\n";
  }

  private static String tres(JobRun run) {
    List<String> items = new ArrayList<>();
    if (run.size().cpus() > 0) {
      items.add("cpu=" + run.size().cpus());
    }
    if (run.size().memMb() > 0) {
      items.add("mem=" + run.size().memMb() + "M");
    }
    if (run.gpus() > 0) {
      // Of several types any will do.
      boolean typed = !run.gpuType().isEmpty() && !run.gpuType().contains("+");
      items.add("gres/gpu" + (typed ? ":" + clean(run.gpuType()) : "") + "=" + run.gpus());
    }
    return String.join(",", items);
  }

  /** Nothing that could pass for another field or another row. */
  private static String clean(String text) {
    return text.replaceAll("[|\\p{Cntrl}]", "_");
  }

  /** Writes the cluster; JSON is YAML. */
  void writeCluster(Path file) throws IOException {
    Set<String> known = new TreeSet<>();
    List<Map<String, Object>> nodes = new ArrayList<>();
    for (Node node : cluster.nodes()) {
      if (node.state().isInService() && node.cpusTotal() > 0) {
        known.add(node.name());
        nodes.add(node(node));
      }
    }
    List<Map<String, Object>> partitions = new ArrayList<>();
    for (Partition partition : cluster.partitions()) {
      List<String> own = partition.nodes().stream().filter(known::contains).toList();
      if (!own.isEmpty()) {
        partitions.add(partition(partition, own));
      }
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("name", "recorded");
    all.put("nodes", nodes);
    all.put("partitions", partitions);
    Files.writeString(file, JsonFiles.MAPPER.writeValueAsString(all));
  }

  private static Map<String, Object> node(Node node) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("names", node.name());
    // The simulator knows one type a node: the one it has most of.
    node.gpus().entrySet().stream()
        .max(Map.Entry.comparingByValue(Comparator.comparingInt(GpuCount::total)))
        .ifPresent(
            most -> {
              one.put("gpu_type", most.getKey());
              one.put("gpus", most.getValue().total());
            });
    one.put("cpus", node.cpusTotal());
    one.put("mem_mb", node.memMbTotal());
    one.put("features", node.features());
    one.put("weight", node.weight());
    return one;
  }

  private static Map<String, Object> partition(Partition partition, List<String> nodes) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("name", partition.name());
    one.put("nodes", nodes.stream().collect(Collectors.joining(",")));
    one.put("max_time", time(partition.maxTimeS()));
    one.put("default", partition.isDefault());
    one.put("priority_tier", partition.priorityTier());
    return one;
  }

  private static String time(long seconds) {
    return seconds == ResourceRequest.UNLIMITED
        ? "UNLIMITED"
        : "%d-%02d:%02d:%02d"
            .formatted(seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
  }
}
