package io.rltune.sim.replay;

import io.rltune.policy.features.QueueView;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.engine.Discipline;
import io.rltune.sim.engine.JobPhase;
import io.rltune.sim.engine.QueueOrder;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.engine.SlurmParams;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;

/**
 * A replay in which someone else decides, one scheduling point after the other: the environment
 * that policies are trained in.
 *
 * <pre>
 * while (replay.next()) {
 *   ... replay.view() shows the waiting jobs; scores of them may serve several picks
 *   replay.start(i)              starts one now, or
 *   replay.startInOrder(order)   starts by EASY down an order of all that are shown
 * }
 * </pre>
 *
 * <p>It decides at once at every event, like the textbook policies. Deterministic; between two
 * points nothing is allocated but what a starting job keeps. Not thread-safe; several can run
 * beside each other.
 */
public final class SteppedReplay {
  /** Told of every job that starts and ends, such as a history of runtimes. */
  public interface JobListener {
    /** Nobody listens. */
    JobListener NONE =
        new JobListener() {
          @Override
          public void started(WorkloadJob job) {}

          @Override
          public void ended(WorkloadJob job, double ranS) {}
        };

    /** A job started, now. */
    void started(WorkloadJob job);

    /**
     * A job ended.
     *
     * @param ranS seconds that it ran, up to its limit
     */
    void ended(WorkloadJob job, double ranS);
  }

  private final Simulation simulation;
  private final JobListener listener;
  private final SimQueueView view;
  private final List<WorkloadJob> jobs;
  private final int[] shown;
  private final int[] order;
  private final double holdS;
  private final boolean[] isOrdered;
  private int orderCount;
  private int shownCount;
  private double decidedS = Double.NEGATIVE_INFINITY;

  /** A replay that stops at every scheduling point. */
  public SteppedReplay(
      ClusterSpec cluster, List<WorkloadJob> jobs, int visible, JobListener listener) {
    this(cluster, jobs, visible, 0, listener);
  }

  /**
   * A replay at its beginning.
   *
   * @param visible most waiting jobs shown at once, in order of submission
   * @param holdS seconds for which an order given to {@link #startInOrder} stands: until then it is
   *     carried out at every event without asking, jobs that came meanwhile last, as Slurm goes by
   *     the priorities of RLTune's last cycle; 0 asks at every scheduling point
   * @throws IllegalArgumentException where a job could never run on the cluster
   */
  public SteppedReplay(
      ClusterSpec cluster,
      List<WorkloadJob> jobs,
      int visible,
      double holdS,
      JobListener listener) {
    this.holdS = holdS;
    this.listener = listener;
    QueueOrder submission =
        new QueueOrder() {
          @Override
          public double key(WorkloadJob job, double nowS) {
            return 0;
          }

          @Override
          public void ended(WorkloadJob job, double ranS) {
            listener.ended(job, ranS);
          }
        };
    this.jobs = List.copyOf(jobs);
    this.simulation =
        new Simulation(cluster, SlurmParams.textbook(Discipline.EXTERNAL), submission);
    this.jobs.forEach(simulation::submit);
    this.shown = new int[visible];
    this.order = new int[2 * visible];
    this.isOrdered = new boolean[this.jobs.size()];
    this.view = new SimQueueView(simulation, this.jobs, visible);
  }

  /**
   * Goes on to the next scheduling point at which a shown job fits.
   *
   * @return false where all jobs have ended
   */
  public boolean next() {
    while (simulation.advanceToDecision()) {
      shownCount = simulation.firstWaiting(shown);
      if (!somethingFits()) {
        continue;
      }
      if (simulation.nowS() - decidedS < holdS) {
        holdOn();
        continue;
      }
      decidedS = simulation.nowS();
      orderCount = 0;
      view.show(shown, shownCount);
      return true;
    }
    shownCount = 0;
    return false;
  }

  /**
   * The waiting jobs and the cluster as of this scheduling point; picks do not change it. The same
   * object at every point.
   */
  public QueueView view() {
    return view;
  }

  /** Whether a job of the view still waits. */
  public boolean isWaiting(int i) {
    return simulation.phase(shown[i]) == JobPhase.PENDING;
  }

  /** Whether a job of the view still waits and fits now. */
  public boolean fits(int i) {
    return isWaiting(i) && simulation.fits(shown[i]);
  }

  /**
   * Starts a job of the view now, whatever it delays.
   *
   * @return false where it does not fit
   */
  public boolean start(int i) {
    boolean started = simulation.start(shown[i]);
    if (started) {
      listener.started(jobs.get(shown[i]));
    }
    return started;
  }

  /**
   * Starts jobs of the view down an order, by the rules of EASY: the first that does not fit holds
   * up its partition, and behind it starts what does not delay it.
   *
   * @param newOrder places in the view, the first one to start first; those left out wait
   * @param count how many of them count
   * @return jobs started
   */
  public int startInOrder(int[] newOrder, int count) {
    for (int i = 0; i < count; i++) {
      order[i] = shown[newOrder[i]];
    }
    orderCount = count;
    return startOrdered();
  }

  /** Index in the workload of a job of the view. */
  public int jobIndex(int i) {
    return shown[i];
  }

  /** A job of the view as it was submitted. */
  public WorkloadJob request(int i) {
    return jobs.get(shown[i]);
  }

  /** Jobs that wait, shown or not. */
  public int waitingCount() {
    return simulation.waitingCount();
  }

  /** The current time in seconds. */
  public double nowS() {
    return simulation.nowS();
  }

  /** Jobs started so far. */
  public long decisions() {
    return simulation.decisions();
  }

  /** What became of a job that has ended, by its index in the workload. */
  public FinishedJob finished(int job) {
    return new FinishedJob(
        jobs.get(job).submitS(),
        simulation.startS(job),
        simulation.endS(job),
        jobs.get(job).gpus(),
        jobs.get(job).account(),
        simulation.phase(job) == JobPhase.COMPLETED);
  }

  /** Start of a job in seconds, by its index in the workload; NaN before it starts. */
  public double startS(int job) {
    return simulation.startS(job);
  }

  /** The result, once {@link #next} gave false. */
  public ReplayResult result(String policy) {
    return Replay.result(policy, simulation, jobs, 0, System.nanoTime());
  }

  /** Carries out the last order once more. */
  private void holdOn() {
    int kept = 0;
    for (int i = 0; i < orderCount; i++) {
      if (simulation.phase(order[i]) == JobPhase.PENDING) {
        order[kept++] = order[i];
        isOrdered[order[i]] = true;
      }
    }
    int known = kept;
    for (int i = 0; i < shownCount && kept < order.length; i++) {
      if (!isOrdered[shown[i]]) {
        order[kept++] = shown[i];
      }
    }
    for (int i = 0; i < known; i++) {
      isOrdered[order[i]] = false;
    }
    orderCount = kept;
    startOrdered();
  }

  private int startOrdered() {
    int started = simulation.startInOrder(order, orderCount);
    int told = 0;
    for (int i = 0; i < orderCount && told < started; i++) {
      if (simulation.phase(order[i]) != JobPhase.PENDING) {
        listener.started(jobs.get(order[i]));
        told++;
      }
    }
    return started;
  }

  private boolean somethingFits() {
    for (int i = 0; i < shownCount; i++) {
      if (simulation.fits(shown[i])) {
        return true;
      }
    }
    return false;
  }
}
