package io.rltune.sim.engine;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A simulated Slurm cluster that moves only when told to. Times are seconds from 0. Safe for use by
 * several threads: one advances the time, others read and update, as with a real controller.
 */
public final class ClusterSim {
  /** The first job id; not 1, so that an id is never mistaken for an index. */
  private static final long FIRST_JOB_ID = 1001;

  private final Controller controller;
  private final EventLoop loop;
  private final JobUpdates updates;
  private final List<SimJob> jobs = new ArrayList<>();

  public ClusterSim(ClusterSpec cluster, SlurmParams params) {
    this.controller = new Controller(cluster, params, QueueOrder.SUBMISSION, true);
    this.loop = new EventLoop(controller);
    this.updates = new JobUpdates(controller);
  }

  /** The cluster simulated. */
  public ClusterSpec cluster() {
    return controller.cluster;
  }

  /** The scheduler settings. */
  public SlurmParams params() {
    return controller.params;
  }

  /** The current time in seconds. */
  public synchronized double nowS() {
    return controller.nowS;
  }

  /**
   * Submits a job, to arrive at its submit time.
   *
   * @return its job id
   * @throws IllegalArgumentException where the time is over, or where the job could never run, as
   *     sbatch refuses it under EnforcePartLimits=ALL
   */
  public synchronized long submit(WorkloadJob request) {
    if (request.submitS() < controller.nowS) {
      throw new IllegalArgumentException(
          "workload job %d: submit time %s is before now, %s"
              .formatted(request.index(), request.submitS(), controller.nowS));
    }
    SimJob job = new SimJob(FIRST_JOB_ID + jobs.size(), request, controller.shape(request));
    jobs.add(job);
    loop.arriveLater(job);
    return job.id;
  }

  /**
   * Runs the cluster until the given time.
   *
   * @throws IllegalArgumentException where it lies in the past
   */
  public synchronized void advanceTo(double untilS) {
    if (!(untilS >= controller.nowS)) {
      throw new IllegalArgumentException(
          "cannot go back from " + controller.nowS + " s to " + untilS + " s");
    }
    loop.advanceTo(untilS);
  }

  /** Whether every submitted job has ended. */
  public synchronized boolean isIdle() {
    return loop.isIdle();
  }

  /** Time of the next event; infinite without one. */
  public synchronized double nextEventS() {
    return loop.nextEventS();
  }

  /** Number of jobs that wait. */
  public synchronized int pendingCount() {
    return controller.pendingCount;
  }

  /** Jobs that wait, by id. */
  public synchronized List<JobView> pendingJobs() {
    return controller.waiting().stream()
        .sorted(Comparator.comparingLong(job -> job.id))
        .map(job -> Views.job(controller, job))
        .toList();
  }

  /** Jobs that run, by id. */
  public synchronized List<JobView> runningJobs() {
    return controller.runs.all().stream()
        .sorted(Comparator.comparingLong(job -> job.id))
        .map(job -> Views.job(controller, job))
        .toList();
  }

  /** All jobs that have arrived, finished ones too, by id. */
  public synchronized List<JobView> jobs() {
    return jobs.stream().filter(job -> job.arrived).map(job -> Views.job(controller, job)).toList();
  }

  /** The jobs as the controller lists them: finished ones only until MinJobAge has passed. */
  public synchronized List<JobView> listedJobs() {
    return jobs.stream().filter(this::isListed).map(job -> Views.job(controller, job)).toList();
  }

  /** One listed job. */
  public synchronized Optional<JobView> job(long id) {
    return Optional.ofNullable(listed(id)).map(job -> Views.job(controller, job));
  }

  /** All nodes in configuration order. */
  public synchronized List<NodeView> nodes() {
    return Views.nodes(controller);
  }

  /** Jobs that ended, by id. */
  public synchronized List<FinishedJob> finishedJobs() {
    List<FinishedJob> finished = new ArrayList<>();
    for (SimJob job : jobs) {
      if (job.phase.isFinal()) {
        finished.add(
            new FinishedJob(
                job.request.submitS(),
                job.startS,
                job.endS,
                job.request.gpus(),
                job.request.account(),
                job.phase == JobPhase.COMPLETED));
      }
    }
    return finished;
  }

  /** Jobs started so far, restarts included. */
  public synchronized long decisions() {
    return controller.decisions;
  }

  /** Share of the free GPUs that were on partly used nodes, over the time so far, 0..1. */
  public synchronized double fragmentation() {
    return controller.fragmentation.share(controller.nowS);
  }

  /** Sets the site factor; 0 undoes. */
  public synchronized void updateSiteFactor(long id, int siteFactor) throws UpdateException {
    updates.siteFactor(listed(id), id, siteFactor);
    loop.stateChanged();
  }

  /** Fixes the priority; 0 holds the job. */
  public synchronized void updatePriority(long id, long priority) throws UpdateException {
    updates.priority(listed(id), id, priority);
    loop.stateChanged();
  }

  /** Gives the job back to the priority calculation, and releases it where it was held. */
  public synchronized void resetPriority(long id) throws UpdateException {
    updates.resetPriority(listed(id), id);
    loop.stateChanged();
  }

  /** Sets the nice value. */
  public synchronized void updateNice(long id, int nice) throws UpdateException {
    updates.nice(listed(id), id, nice);
    loop.stateChanged();
  }

  /** Sets the account: only of a pending job, and only its own. */
  public synchronized void updateAccount(long id, String account) throws UpdateException {
    updates.account(listed(id), id, account);
  }

  /**
   * Sets ReqNodeList; empty clears it. On a running job it shrinks the allocation to these nodes,
   * and the job fails, as in Slurm.
   */
  public synchronized void updateNodeList(long id, List<String> nodes) throws UpdateException {
    updates.nodeList(listed(id), id, nodes);
    loop.stateChanged();
  }

  /** Sets a node's health; jobs on a node that goes down are requeued. */
  public synchronized void setNodeHealth(String node, NodeView.Health health) {
    Integer index = controller.nodeIndex.get(node);
    if (index == null) {
      throw new IllegalArgumentException("no node " + node + " in " + cluster().name());
    }
    controller.setHealth(index, health);
    loop.stateChanged();
  }

  private SimJob listed(long id) {
    long index = id - FIRST_JOB_ID;
    SimJob job = index >= 0 && index < jobs.size() ? jobs.get((int) index) : null;
    return job != null && isListed(job) ? job : null;
  }

  private boolean isListed(SimJob job) {
    return job.arrived
        && !(job.phase.isFinal() && job.endS + params().minJobAgeS() < controller.nowS);
  }
}
