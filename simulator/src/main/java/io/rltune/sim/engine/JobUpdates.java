package io.rltune.sim.engine;

import io.rltune.sim.engine.UpdateException.Code;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Job updates by an operator, with the effects they have in slurmctld/job_mgr.c, _update_job. */
final class JobUpdates {
  private final Controller controller;

  JobUpdates(Controller controller) {
    this.controller = controller;
  }

  void siteFactor(SimJob job, long id, int siteFactor) throws UpdateException {
    checkAlive(job, id);
    job.siteFactor = siteFactor;
    recalculate(job);
  }

  void nice(SimJob job, long id, int nice) throws UpdateException {
    checkAlive(job, id);
    job.nice = nice;
    recalculate(job);
  }

  void priority(SimJob job, long id, long priority) throws UpdateException {
    checkAlive(job, id);
    if (job.held && priority != 0) {
      throw new UpdateException(Code.JOB_HELD, id);
    }
    if (job.phase != JobPhase.PENDING) {
      return;
    }
    job.held = priority == 0;
    if (job.held) {
      job.clearPlan();
      job.reason = PendingReason.JOB_HELD_ADMIN;
    } else {
      job.priorityIsFixed = true;
      job.priority = priority;
    }
    controller.touched();
  }

  void resetPriority(SimJob job, long id) throws UpdateException {
    checkAlive(job, id);
    if (job.held) {
      job.held = false;
      job.reason = PendingReason.NONE;
    }
    job.priorityIsFixed = false;
    recalculate(job);
  }

  /** The account of a job cannot be changed here; naming its own asks whether it is pending. */
  void account(SimJob job, long id, String account) throws UpdateException {
    checkAlive(job, id);
    if (job.phase != JobPhase.PENDING) {
      throw new UpdateException(Code.JOB_NOT_PENDING, id);
    }
    if (!account.equals(job.request.account())) {
      throw new UpdateException(Code.INVALID_ACCOUNT, id);
    }
  }

  void nodeList(SimJob job, long id, List<String> names) throws UpdateException {
    checkAlive(job, id);
    int[] nodes = indexes(id, names);
    if (job.phase == JobPhase.RUNNING) {
      shrink(job, id, nodes);
      return;
    }
    job.required = nodes;
    job.badConstraints = false;
    if (job.reason == PendingReason.BAD_CONSTRAINTS) {
      job.reason = PendingReason.NONE;
    }
    controller.touched();
  }

  /**
   * The same field on a running job gives up the nodes that are not named. Its steps there are
   * killed, which is the end of any job that does not expect it.
   */
  private void shrink(SimJob job, long id, int[] nodes) throws UpdateException {
    BitSet named = new BitSet();
    for (int node : nodes) {
      if (!Views.contains(job.nodes, node)) {
        throw new UpdateException(Code.INVALID_NODE_NAME, id);
      }
      named.set(node);
    }
    if (named.isEmpty()) {
      throw new UpdateException(Code.INVALID_NODE_NAME, id);
    }
    if (named.cardinality() < job.nodes.length) {
      controller.end(job, JobPhase.FAILED);
    }
  }

  private int[] indexes(long id, List<String> names) throws UpdateException {
    Set<Integer> indexes = new LinkedHashSet<>();
    for (String name : names) {
      Integer index = controller.nodeIndex.get(name);
      if (index == null) {
        throw new UpdateException(Code.INVALID_NODE_NAME, id);
      }
      indexes.add(index);
    }
    return indexes.stream().mapToInt(Integer::intValue).toArray();
  }

  private void recalculate(SimJob job) {
    if (job.phase == JobPhase.PENDING) {
      controller.priority.refresh(job, controller.nowS);
      controller.touched();
    }
  }

  private static void checkAlive(SimJob job, long id) throws UpdateException {
    if (job == null) {
      throw new UpdateException(Code.INVALID_JOB_ID, id);
    }
    if (job.phase.isFinal()) {
      throw new UpdateException(Code.JOB_FINISHED, id);
    }
  }
}
