package io.rltune.sim.engine;

import io.rltune.sim.workload.WorkloadJob;
import java.util.List;

/**
 * A simulated job at one instant. Times are simulation seconds.
 *
 * @param id job id
 * @param request what was submitted
 * @param partition partition it is in
 * @param phase state
 * @param reason why it waits; NONE unless pending
 * @param priority priority, 0 = held or unschedulable
 * @param siteFactor signed site factor
 * @param nice signed nice value
 * @param requiredNodes ReqNodeList, empty without one
 * @param allocation nodes it holds or held at the end; empty while pending
 * @param submitS submit time
 * @param startS start time; NaN while pending
 * @param endS end time, or for a running job the time its limit ends; NaN while pending
 * @param plannedStartS start that backfill planned; NaN without a plan
 * @param plannedNodes nodes of that plan
 * @param lastEvaluationS when a scheduler last looked at it; NaN before the first time
 * @param restarts how often it was requeued
 */
public record JobView(
    long id,
    WorkloadJob request,
    String partition,
    JobPhase phase,
    PendingReason reason,
    long priority,
    int siteFactor,
    int nice,
    List<String> requiredNodes,
    List<NodeShare> allocation,
    double submitS,
    double startS,
    double endS,
    double plannedStartS,
    List<String> plannedNodes,
    double lastEvaluationS,
    int restarts) {

  /**
   * What the job holds on one node.
   *
   * @param node node name
   * @param cpus CPUs
   * @param memMb memory in MiB
   * @param gpuType type of the GPUs, empty without any
   * @param gpuIndexes indexes of the GPUs
   */
  public record NodeShare(
      String node, int cpus, long memMb, String gpuType, List<Integer> gpuIndexes) {}

  /** Names of the nodes held. */
  public List<String> nodes() {
    return allocation.stream().map(NodeShare::node).toList();
  }

  /** Whether an administrator holds it. */
  public boolean held() {
    return reason == PendingReason.JOB_HELD_ADMIN;
  }
}
