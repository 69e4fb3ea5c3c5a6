package io.rltune.solver;

import io.rltune.solver.PlacementInstance.JobExtras;
import io.rltune.solver.PlacementInstance.NodeExtras;
import io.rltune.solver.PlacementInstance.OptionalTerms;
import io.rltune.solver.PlacementInstance.Reservation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads what few instances have. All fields are optional.
 *
 * <p>Of a node: {@code other} (free units by resource kind), {@code job_slots} (most jobs that may
 * still start), {@code idle} (false; exclusive jobs take idle nodes only), {@code powered_on}
 * (true), {@code switches} (nearest first), {@code gpu_groups} (free GPUs by NVLink or PCIe group).
 * Of a job: {@code other_per_node}, {@code other_per_gpu}, {@code exclusive}, {@code time_limit_s}.
 * Of the instance: {@code upcoming} (GPUs on one node that the next waiting jobs will ask for) and
 * {@code reservations} (of {@code job}, {@code nodes}, {@code start_in_s}). Of the weights: {@code
 * switches} (by level), {@code gpu_group}, {@code future_fit}, {@code balance}, {@code energy}.
 */
final class ExtrasReader {
  static final Set<String> NODE =
      Set.of("other", "job_slots", "idle", "powered_on", "switches", "gpu_groups");
  static final Set<String> JOB =
      Set.of("other_per_node", "other_per_gpu", "exclusive", "time_limit_s");
  static final Set<String> WEIGHTS =
      Set.of("fragmentation", "spread", "switches", "gpu_group", "future_fit", "balance", "energy");

  private ExtrasReader() {}

  static Set<String> and(Set<String> some, String... more) {
    Set<String> all = new HashSet<>(some);
    all.addAll(List.of(more));
    return Set.copyOf(all);
  }

  static NodeExtras ofNode(JsonFields node) {
    if (NODE.stream().noneMatch(node::has)) {
      return NodeExtras.NONE;
    }
    return new NodeExtras(
        node.object("other").integers(),
        node.integer("job_slots", NodeExtras.NO_LIMIT),
        node.truth("idle", false),
        node.truth("powered_on", true),
        node.textList("switches"),
        node.integerList("gpu_groups"));
  }

  static JobExtras ofJob(JsonFields job) {
    if (JOB.stream().noneMatch(job::has)) {
      return JobExtras.NONE;
    }
    return new JobExtras(
        job.object("other_per_node").integers(),
        job.object("other_per_gpu").integers(),
        job.truth("exclusive", false),
        job.longInteger("time_limit_s", Long.MAX_VALUE));
  }

  static OptionalTerms terms(JsonFields weights, JsonFields instance) {
    return new OptionalTerms(
        weights.numberList("switches"),
        weights.number("gpu_group", 0.0),
        weights.number("future_fit", 0.0),
        instance.integerList("upcoming"),
        weights.number("balance", 0.0),
        weights.number("energy", 0.0));
  }

  static List<Reservation> reservations(JsonFields instance) {
    List<Reservation> list = new ArrayList<>();
    if (instance.has("reservations")) {
      for (JsonFields kept : instance.objects("reservations")) {
        kept.allow(Set.of("job", "nodes", "start_in_s"));
        list.add(
            new Reservation(
                kept.longInteger("job", null),
                kept.texts("nodes"),
                kept.longInteger("start_in_s", null)));
      }
    }
    return list;
  }
}
