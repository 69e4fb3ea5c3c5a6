package io.rltune.sim.trace;

import io.rltune.sim.workload.WorkloadJob;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A trace as a workload for a cluster.
 *
 * @param source file it came from
 * @param format its format
 * @param jobs the jobs in order of submit time, then of the file; the first one comes at 0
 * @param problems damaged lines that were skipped
 * @param leftOut jobs that are no part of the workload, counted by reason
 * @param notes what was taken otherwise than the trace says, counted
 */
public record Trace(
    String source,
    TraceFormat format,
    List<WorkloadJob> jobs,
    List<LineProblem> problems,
    Map<String, Integer> leftOut,
    Map<String, Integer> notes) {

  public Trace {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(format, "format");
    jobs = List.copyOf(jobs);
    problems = List.copyOf(problems);
    leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
    notes = Collections.unmodifiableMap(new LinkedHashMap<>(notes));
  }

  /** Jobs that are no part of the workload. */
  public int leftOutCount() {
    return leftOut.values().stream().mapToInt(Integer::intValue).sum();
  }
}
