package io.rltune.sim.engine;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The engine of {@link ClusterSim} without its pictures and locks: for replays and training. Jobs
 * are known by their index in order of submission, nodes by their index in the cluster. Not
 * thread-safe; several can run beside each other.
 */
public final class Simulation {
  private final Controller controller;
  private final EventLoop loop;
  private final List<SimJob> jobs = new ArrayList<>();
  private final PickedJobs picked;
  private SimJob[] pickedOrder = new SimJob[64];

  /** A cluster at time 0. */
  public Simulation(ClusterSpec cluster, SlurmParams params, QueueOrder order) {
    this.controller = new Controller(cluster, params, order, false);
    this.loop = new EventLoop(controller);
    this.picked = new PickedJobs(controller, loop);
  }

  /**
   * Submits a job, to arrive at its submit time, which must not be over.
   *
   * @return its index
   * @throws IllegalArgumentException where the job could never run on the cluster
   */
  public int submit(WorkloadJob request) {
    if (request.submitS() < controller.nowS) {
      throw new IllegalArgumentException(
          "workload job %d: submit time %s is before now, %s"
              .formatted(request.index(), request.submitS(), controller.nowS));
    }
    SimJob job = new SimJob(jobs.size(), request, controller.shape(request));
    jobs.add(job);
    loop.arriveLater(job);
    return jobs.size() - 1;
  }

  /** Makes nodes fail from now on; see {@link io.rltune.sim.replay.NodeFailures}. */
  public void failNodes(double mtbfS, double mttrS, double drainShare, long seed) {
    loop.failNodes(mtbfS, mttrS, drainShare, new SplittableRandom(seed));
  }

  /** Calls someone every so many seconds while jobs wait and something changed since. */
  public void every(double seconds, Runnable cycle) {
    loop.every(seconds, cycle);
  }

  /** Handles the next event; there must be one, which is so until {@link #isIdle}. */
  public void step() {
    loop.step();
  }

  /**
   * With {@link Discipline#EXTERNAL}: goes on until jobs wait and something happened.
   *
   * @return false where all jobs have ended
   */
  public boolean advanceToDecision() {
    loop.isDecisionDue = false;
    while (!loop.isDecisionDue) {
      if (loop.isIdle()) {
        return false;
      }
      loop.step();
    }
    return true;
  }

  /** Whether every submitted job has ended. */
  public boolean isIdle() {
    return loop.isIdle();
  }

  /** The cluster. */
  public ClusterSpec cluster() {
    return controller.cluster;
  }

  /** The current time in seconds. */
  public double nowS() {
    return controller.nowS;
  }

  /** Jobs submitted so far. */
  public int jobCount() {
    return jobs.size();
  }

  /** Jobs that wait. */
  public int waitingCount() {
    return controller.pendingCount;
  }

  /** Jobs that run. */
  public int runningCount() {
    return controller.runningCount;
  }

  /** Jobs started so far, restarts included. */
  public long decisions() {
    return controller.decisions;
  }

  /** Runs lost to failed nodes. */
  public int requeues() {
    return controller.requeues;
  }

  /** Share of the free GPUs that were on partly used nodes, over the time so far, 0..1. */
  public double fragmentation() {
    return controller.fragmentation.share(controller.nowS);
  }

  /** The job as it was submitted. */
  public WorkloadJob request(int job) {
    return jobs.get(job).request;
  }

  public JobPhase phase(int job) {
    return jobs.get(job).phase;
  }

  /** Start of the job's last run in seconds; NaN before the first. */
  public double startS(int job) {
    return jobs.get(job).startS;
  }

  /** End of the job, or while it runs the end of its time limit; NaN before it starts. */
  public double endS(int job) {
    return jobs.get(job).endS;
  }

  /** Indexes of the nodes of the job's last run; not to be changed. */
  public int[] nodes(int job) {
    return jobs.get(job).nodes;
  }

  /** Free GPUs of a node, whatever its health. */
  public int freeGpus(int node) {
    return controller.free.gpus[node];
  }

  /** Free CPUs of a node. */
  public int freeCpus(int node) {
    return controller.free.cpus[node];
  }

  /** Free memory of a node in MiB. */
  public long freeMemMb(int node) {
    return controller.free.memMb[node];
  }

  /** Whether a node takes jobs. */
  public NodeView.Health health(int node) {
    return controller.health[node];
  }

  /** Jobs that run on a node. */
  public int runsOn(int node) {
    return controller.runs.count(node);
  }

  /** Counts the starts and ends on a node. */
  public long runsVersion(int node) {
    return controller.runs.version[node];
  }

  /** Index of a job that runs on a node, in order of the ends of their limits. */
  public int runOn(int node, int place) {
    return (int) controller.runs.job(node, place).id;
  }

  /** Indexes of the jobs that wait, ascending. */
  public int[] waiting() {
    return controller.waiting().stream().mapToInt(job -> (int) job.id).sorted().toArray();
  }

  /** The priority that Slurm's schedulers go by. */
  public long priority(int job) {
    return jobs.get(job).priority;
  }

  /** The site factor as it was set; 0 without one. */
  public int siteFactor(int job) {
    return jobs.get(job).siteFactor;
  }

  /** Node list as it was set; empty without one, and not to be changed. */
  public int[] nodeList(int job) {
    return jobs.get(job).required;
  }

  /** Sets the site factor of a waiting job; 0 undoes. */
  public void setSiteFactor(int job, int siteFactor) {
    SimJob target = waitingJob(job);
    target.siteFactor = siteFactor;
    controller.priority.refresh(target, controller.nowS);
    controller.touched();
    loop.stateChanged();
  }

  /** Sets the node list of a waiting job, of at most as many nodes as it gets; empty clears it. */
  public void setNodeList(int job, int[] nodes) {
    SimJob target = waitingJob(job);
    target.required = nodes.clone();
    target.badConstraints = false;
    controller.touched();
    loop.stateChanged();
  }

  /** When the limit of a job's last run ends, in seconds; NaN before the first. */
  public double limitEndS(int job) {
    return jobs.get(job).limitEndS;
  }

  /** Number of what the job asks for: jobs that ask alike have the same, from 0. */
  public int shapeOf(int job) {
    return jobs.get(job).shape.index;
  }

  /** Nodes that could run the job if they were empty, ascending; not to be changed. */
  public int[] eligibleNodes(int job) {
    return jobs.get(job).shape.nodes;
  }

  /** Name of the job's partition. */
  public String partitionOf(int job) {
    return jobs.get(job).partition.spec().name();
  }

  /** Whether a waiting job fits now. */
  public boolean fits(int job) {
    Shape shape = jobs.get(job).shape;
    if (shape.failedAt == controller.gains) {
      return false;
    }
    if (controller.fitsNowhere(shape)) {
      shape.failedAt = controller.gains;
      return false;
    }
    return true;
  }

  /**
   * With {@link Discipline#EXTERNAL}: starts a waiting job where the node order puts it.
   *
   * @return false where it does not fit
   */
  public boolean start(int job) {
    return picked.start(waitingJob(job));
  }

  /**
   * With {@link Discipline#EXTERNAL}: starts jobs in the given order by the rules of EASY. The
   * first that does not fit holds up its queue; behind it starts what does not delay it. Jobs not
   * named wait.
   *
   * @param order indexes of waiting jobs, the first one to start first
   * @param count how many of them count
   * @return jobs started
   */
  public int startInOrder(int[] order, int count) {
    if (pickedOrder.length < count) {
      pickedOrder = new SimJob[2 * count];
    }
    for (int i = 0; i < count; i++) {
      pickedOrder[i] = jobs.get(order[i]);
    }
    return picked.run(pickedOrder, count);
  }

  /**
   * With a textbook discipline: the first waiting jobs in the order of the queue, partition by
   * partition where they share no nodes.
   *
   * @param into where to put their indexes; at most so many are given
   * @return how many there are
   */
  public int firstWaiting(int[] into) {
    int count = 0;
    for (TextbookQueue queue : controller.distinctQueues) {
      for (int place = queue.from(); place < queue.until() && count < into.length; place++) {
        SimJob job = queue.job(place);
        if (job != null) {
          into[count++] = (int) job.id;
        }
      }
    }
    return count;
  }

  private SimJob waitingJob(int job) {
    SimJob target = jobs.get(job);
    if (!target.arrived || !target.isPending()) {
      throw new IllegalArgumentException(
          "job %d does not wait; it is %s".formatted(job, target.phase));
    }
    return target;
  }
}
