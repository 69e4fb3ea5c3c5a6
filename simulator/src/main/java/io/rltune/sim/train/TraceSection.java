package io.rltune.sim.train;

import static java.util.Objects.requireNonNull;

import io.rltune.policy.history.FinishedRun;
import io.rltune.policy.history.RuntimeHistory;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A part of a trace, by order of submission, from which workloads are cut.
 *
 * @param label name for reports, such as {@code philly on philly-192}
 * @param cluster where the jobs run; every one of them fits
 * @param jobs the whole trace in order of submission
 * @param from first job that workloads may contain
 * @param to the job after the last
 */
public record TraceSection(
    String label, ClusterSpec cluster, List<WorkloadJob> jobs, int from, int to) {
  /**
   * Jobs before an episode of training whose ends are known when it begins: fewer than a daemon
   * has, for hundreds of episodes are kept in memory, and a policy must be good where history is
   * short too.
   */
  private static final int EPISODE_PAST_JOBS = 1_500;

  /** Share of a trace that is trained on; then comes validation, and the last 20 % are held out. */
  private static final double TRAINED = 0.7;

  private static final double VALIDATED = 0.8;

  public TraceSection {
    requireNonNull(label, "label");
    requireNonNull(cluster, "cluster");
    jobs = List.copyOf(jobs);
    if (from < 0 || to > jobs.size() || to - from < 64) {
      throw new IllegalArgumentException(
          label
              + ": jobs "
              + from
              + " to "
              + to
              + " of "
              + jobs.size()
              + " are too few to cut from");
    }
  }

  /** The first 70 % of a trace. */
  public static TraceSection training(String label, ClusterSpec cluster, List<WorkloadJob> jobs) {
    return new TraceSection(label, cluster, jobs, 0, (int) (TRAINED * jobs.size()));
  }

  /** From 70 to 80 % of a trace. */
  public static TraceSection validation(String label, ClusterSpec cluster, List<WorkloadJob> jobs) {
    return new TraceSection(
        label, cluster, jobs, (int) (TRAINED * jobs.size()), (int) (VALIDATED * jobs.size()));
  }

  /** The last 20 % of a trace, never seen in training. */
  public static TraceSection heldOut(String label, ClusterSpec cluster, List<WorkloadJob> jobs) {
    return new TraceSection(label, cluster, jobs, (int) (VALIDATED * jobs.size()), jobs.size());
  }

  /** Most jobs of a workload. */
  public int length() {
    return to - from;
  }

  /**
   * The jobs from {@code first} on, with arrivals scaled to a load, and as much of the past as a
   * daemon knows.
   *
   * @param first first job, counted from the section's first
   * @param count jobs, at most to the section's end
   * @param load GPU-seconds asked for over those there are until the last arrival; 0 leaves the
   *     arrivals as they are
   * @param burst share of the jobs, from the first, that come all but at once
   */
  public Workload cut(int first, int count, double load, double burst) {
    return cut(first, count, load, burst, RuntimeHistory.RUNS_AT_START);
  }

  /** The same for an episode of training: with little of the past. */
  Workload episode(int first, int count, double load, double burst) {
    return cut(first, count, load, burst, EPISODE_PAST_JOBS);
  }

  private Workload cut(int first, int count, double load, double burst, int pastJobs) {
    List<WorkloadJob> own = jobs.subList(from + first, Math.min(to, from + first + count));
    double originS = own.get(0).submitS();
    double spanS = Math.max(1, own.get(own.size() - 1).submitS() - originS);
    double demand = own.stream().mapToDouble(job -> job.gpus() * job.runtimeS()).sum();
    double scale = load > 0 ? demand / (load * cluster.totalGpus()) / spanS : 1;
    int crowd = (int) (burst * own.size());
    double crowdS = crowd > 0 ? 0.98 * (own.get(crowd).submitS() - originS) * scale : 0;
    List<WorkloadJob> placed = new ArrayList<>(own.size());
    for (int i = 0; i < own.size(); i++) {
      double submitS = (own.get(i).submitS() - originS) * scale;
      placed.add(own.get(i).at(i, i < crowd ? 0.02 * submitS : submitS - crowdS));
    }
    return new Workload(
        label + " from job " + (from + first), cluster, placed, past(first, scale, pastJobs));
  }

  /** A workload of a random place, length, load, burst and accuracy of the walltimes. */
  Workload draw(SplittableRandom random, int shortest, int longest) {
    double ratio = (double) longest / shortest;
    int wanted = (int) (shortest * Math.pow(ratio, random.nextDouble()));
    int count = Math.min(length(), wanted);
    int first = random.nextInt(length() - count + 1);
    double load = 0.7 + 0.6 * random.nextDouble();
    double burst = random.nextDouble() < 0.3 ? 0 : 0.1 + 0.4 * random.nextDouble();
    return WalltimeHabits.vary(episode(first, count, load, burst), random);
  }

  private List<FinishedRun> past(int first, double scale, int most) {
    List<FinishedRun> past = new ArrayList<>();
    int start = from + first;
    double originS = jobs.get(start).submitS();
    for (int i = Math.max(0, start - most); i < start; i++) {
      WorkloadJob job = jobs.get(i);
      double submitS = (job.submitS() - originS) * scale;
      double endS = submitS + job.runtimeS();
      if (endS < 0) {
        double ranS = Math.min(job.runtimeS(), job.timeLimitS());
        past.add(Workload.run(job, ranS, endS, submitS));
      }
    }
    past.sort((a, b) -> Double.compare(a.endS(), b.endS()));
    return past;
  }
}
