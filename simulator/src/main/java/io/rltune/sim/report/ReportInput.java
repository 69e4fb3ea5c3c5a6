package io.rltune.sim.report;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.protocol.PolicyOutcome;
import io.rltune.sim.replay.ReplayResult;
import io.rltune.sim.trace.Trace;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;
import java.util.Objects;

/**
 * What a report is about.
 *
 * @param trace the trace
 * @param cluster the cluster
 * @param outcomes what each policy did on the same workloads, at least one; the first one is what
 *     the others are compared with
 */
public record ReportInput(Trace trace, ClusterSpec cluster, List<PolicyOutcome> outcomes) {
  public ReportInput {
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(cluster, "cluster");
    outcomes = List.copyOf(outcomes);
    if (outcomes.isEmpty()) {
      throw new IllegalArgumentException("report: no policy to report on");
    }
  }

  List<String> policies() {
    return outcomes.stream().map(PolicyOutcome::policy).toList();
  }

  boolean windowed() {
    return outcomes.get(0).runs().size() > 1;
  }

  /** The jobs of all windows, in the order in which {@link #finished} has them. */
  List<WorkloadJob> jobs() {
    return outcomes.get(0).runs().stream().flatMap(run -> run.jobs().stream()).toList();
  }

  /** What became of the jobs of all windows. */
  static List<FinishedJob> finished(PolicyOutcome outcome) {
    return outcome.runs().stream().flatMap(run -> run.finishedJobs().stream()).toList();
  }

  /** The replay whose course over time is shown: the only one, or the first window. */
  static ReplayResult shown(PolicyOutcome outcome) {
    return outcome.runs().get(0);
  }
}
