package io.rltune.sim.bench;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.features.FeatureExtractor;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyPass;
import io.rltune.policy.ppo.Descending;
import io.rltune.policy.ppo.QueueScores;
import io.rltune.policy.ppo.Rollout;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.replay.SteppedReplay;
import io.rltune.sim.replay.SteppedReplay.JobListener;
import io.rltune.sim.train.Curriculum;
import io.rltune.sim.train.Environment;
import io.rltune.sim.train.RewardWeights;
import io.rltune.sim.train.TraceSection;
import io.rltune.sim.workload.WorkloadJob;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Steps per second of the training environment with the policy's inference, on one core. A step is
 * the choice of one job, as in the RLTune paper's environment. A forward pass scores every job
 * shown; jobs that start at the same scheduling point share it. Time is the processor time of the
 * thread, so that other load on the machine counts less.
 */
final class TrainingBench {
  private static final int WINDOW = 256;
  private static final int WINDOWS = 40;
  private static final int STANDING_JOBS = 4_096;
  private static final int QUEUE = 10_000;
  private static final int REPEATS = 12;
  private static final int EPISODES = 6;

  private final PrintStream out;
  private final Policy policy = NetworkScorer.shippedPolicy();

  TrainingBench(PrintStream out) {
    this.out = out;
  }

  private record Count(long picks, long passes, long shown, double seconds) {}

  /** The paper's protocol: windows of 256 consecutive jobs as they came, from an empty cluster. */
  void windows(String trace, ClusterSpec cluster, List<WorkloadJob> jobs) {
    List<List<WorkloadJob>> windows = new ArrayList<>();
    for (int i = 0; i < WINDOWS; i++) {
      int first = (int) ((long) (jobs.size() - WINDOW) * i / (WINDOWS - 1));
      double originS = jobs.get(first).submitS();
      List<WorkloadJob> window = new ArrayList<>();
      for (int j = 0; j < WINDOW; j++) {
        WorkloadJob job = jobs.get(first + j);
        window.add(job.at(j, job.submitS() - originS));
      }
      windows.add(window);
    }
    print(trace + ", windows of 256 on " + cluster.name(), best(cluster, windows, WINDOW, 0));
  }

  /** A queue that is always longer than what is shown. */
  void standing(ClusterSpec cluster, List<WorkloadJob> source) {
    List<List<WorkloadJob>> one = List.of(BenchWorkloads.stretched(source, STANDING_JOBS, 0.1));
    for (int shown : new int[] {128, 256}) {
      for (double holdS : new double[] {0, 60}) {
        String what = "%d always shown, an order stands %.0f s".formatted(shown, holdS);
        print(what, best(cluster, one, shown, holdS));
      }
    }
  }

  /** One look at a queue of ten thousand: features and forward pass. */
  void tenThousand(ClusterSpec cluster, List<WorkloadJob> source) {
    SteppedReplay replay =
        new SteppedReplay(
            cluster,
            BenchWorkloads.stretched(source, QUEUE + STANDING_JOBS, 0),
            QUEUE,
            0,
            JobListener.NONE);
    replay.next();
    PolicyPass pass = policy.newPass();
    double best = Double.POSITIVE_INFINITY;
    double forward = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 2 * REPEATS; i++) {
      double begin = seconds();
      float[] features = FeatureExtractor.extract(replay.view());
      double extracted = seconds();
      pass.outputs(features, replay.view().jobCount());
      best = Math.min(best, seconds() - begin);
      forward = Math.min(forward, seconds() - extracted);
    }
    out.printf(
        Locale.ROOT,
        "scoring %d jobs: %.1f ms, of that %.1f ms the forward pass%n",
        replay.view().jobCount(),
        1e3 * best,
        1e3 * forward);
  }

  /** Whole episodes as PPO collects them: plain Slurm's run, rewards, history, drawn orders. */
  void rollouts(String trace, ClusterSpec cluster, List<WorkloadJob> jobs) {
    Curriculum curriculum =
        new Curriculum(
            List.of(TraceSection.training(trace, cluster, jobs)),
            List.of(TraceSection.validation(trace, cluster, jobs)),
            RewardWeights.DEFAULT,
            Environment.EASY,
            1);
    double best = 0;
    for (int i = 0; i < REPEATS; i++) {
      long decisions = 0;
      double begin = seconds();
      for (int episode = 0; episode < EPISODES; episode++) {
        decisions += Rollout.explore(policy, curriculum, episode, 0).steps().size();
      }
      best = Math.max(best, decisions / (seconds() - begin));
    }
    out.printf(
        Locale.ROOT,
        "training, %s, whole episodes with rewards, history and plain Slurm's own run: %.0f"
            + " decisions/s%n",
        trace,
        best);
  }

  private Count best(
      ClusterSpec cluster, List<List<WorkloadJob>> workloads, int visible, double holdS) {
    Count best = null;
    for (int i = 0; i < REPEATS; i++) {
      Count count = run(cluster, workloads, visible, holdS);
      best = best == null || count.seconds < best.seconds ? count : best;
    }
    return best;
  }

  private Count run(
      ClusterSpec cluster, List<List<WorkloadJob>> workloads, int visible, double holdS) {
    long picks = 0;
    long passes = 0;
    long shown = 0;
    double begin = seconds();
    for (List<WorkloadJob> workload : workloads) {
      SteppedReplay replay = new SteppedReplay(cluster, workload, visible, holdS, JobListener.NONE);
      QueueScores scores = new QueueScores(policy);
      Descending sort = new Descending();
      while (replay.next()) {
        int count = replay.view().jobCount();
        replay.startInOrder(sort.order(scores.of(replay.view()), count), count);
        passes++;
        shown += count;
      }
      picks += replay.decisions();
    }
    return new Count(picks, passes, shown, seconds() - begin);
  }

  private void print(String what, Count count) {
    out.printf(
        Locale.ROOT,
        "training, %s: %.0f steps/s, %.0f forward passes/s over %.1f jobs each%n",
        what,
        count.picks / count.seconds,
        count.passes / count.seconds,
        (double) count.shown / count.passes);
    out.flush();
  }

  private static double seconds() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
  }
}
