package io.rltune.sim.bench;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.replay.Replay;
import io.rltune.sim.replay.ReplayContext;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.replay.ReplayPolicy;
import io.rltune.sim.replay.ReplayProgress;
import io.rltune.sim.replay.ReplayResult;
import io.rltune.sim.trace.TraceFormat;
import io.rltune.sim.workload.WorkloadJob;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Jobs per second and memory of the simulator on one core: whole traces, a short queue, a standing
 * queue of ten thousand, and steps per second of the training environment.
 */
public final class SimulatorBench {
  private static final int STANDING = 10_000;
  private static final int STEERED_JOBS = 1_000;

  /** A cycle over so long a queue takes a good part of a second. */
  private static final int STEERED_STARTS = 2_000;

  /** The first ones warm the JVM up; the best counts. */
  private static final int REPEATS = 16;

  private static final double ENOUGH_S = 6;

  private final PrintStream out;

  private SimulatorBench(PrintStream out) {
    this.out = out;
  }

  /**
   * Runs the benchmark.
   *
   * @param args {@code --philly FILE} and {@code --helios FILE}: traces to take instead of
   *     generated workloads of their size
   */
  public static void main(String[] args) throws IOException {
    Path philly = null;
    Path helios = null;
    for (int i = 0; i < args.length; i += 2) {
      if (i + 1 == args.length || !args[i].matches("--(philly|helios)")) {
        throw new IllegalArgumentException(
            "bench simulator takes --philly FILE and --helios FILE, not " + Arrays.toString(args));
      }
      if (args[i].equals("--philly")) {
        philly = Path.of(args[i + 1]);
      } else {
        helios = Path.of(args[i + 1]);
      }
    }
    new SimulatorBench(System.out).run(philly, helios);
  }

  private void run(Path phillyFile, Path heliosFile) throws IOException {
    ClusterSpec phillyCluster = BenchWorkloads.cluster("philly-900", 113);
    ClusterSpec heliosCluster = BenchWorkloads.cluster("venus-1088", 136);
    List<WorkloadJob> likePhilly = BenchWorkloads.likePhilly(1);
    List<WorkloadJob> philly =
        phillyFile == null
            ? likePhilly
            : BenchWorkloads.trace(phillyFile, TraceFormat.PHILLY, phillyCluster);
    List<WorkloadJob> helios =
        heliosFile == null
            ? BenchWorkloads.likeHelios(1)
            : BenchWorkloads.trace(heliosFile, TraceFormat.HELIOS, heliosCluster);
    out.printf(
        "%-34s %-17s %8s %12s %10s %12s %12s%n",
        "workload", "policy", "jobs", "jobs/s", "seconds", "mean wait s", "heap MB");
    String phillyName = phillyFile == null ? "generated, Philly's size" : "Philly";
    String heliosName = heliosFile == null ? "generated, Helios' size" : "Helios Venus";
    for (String policy : List.of("fcfs", "fcfs-easy", "multifactor-easy")) {
      replay(phillyName + ", 904 GPUs", phillyCluster, philly, policy);
    }
    for (String policy : List.of("fcfs", "fcfs-easy", "multifactor-easy")) {
      replay(heliosName + ", 1,088 GPUs", heliosCluster, helios, policy);
    }
    List<WorkloadJob> calm = BenchWorkloads.stretched(philly, philly.size(), 4);
    for (String policy : List.of("fcfs-easy", "multifactor-easy")) {
      replay(phillyName + ", a quarter as fast", phillyCluster, calm, policy);
    }
    List<WorkloadJob> atOnce = BenchWorkloads.stretched(philly, 2 * STANDING, 0);
    for (String policy : List.of("fcfs", "fcfs-easy", "multifactor-easy")) {
      standing(phillyCluster, atOnce, policy, STANDING, REPEATS);
    }
    for (String policy : List.of("rltune-greedy", "rltune")) {
      // Not the real Philly: it asks for 1.4 times these GPUs, and 50,000 jobs would wait for days.
      steered("generated, Philly's size, 904 GPUs", phillyCluster, likePhilly, policy);
      steered(heliosName + ", 1,088 GPUs", heliosCluster, helios, policy);
      standing(phillyCluster, atOnce, policy, STEERED_STARTS, 1);
    }
    List<WorkloadJob> few = BenchWorkloads.stretched(helios, STEERED_JOBS, 0.1);
    ClusterSpec small = BenchWorkloads.cluster("steered-256", 32);
    for (String policy : List.of("rltune-greedy", "rltune")) {
      steered(heliosName + ", 10 x as fast, 256 GPUs", small, fitting(few), policy);
    }
    TrainingBench training = new TrainingBench(out);
    training.windows(phillyName, BenchWorkloads.cluster("philly-192", 24), fitting(philly));
    training.windows(heliosName, BenchWorkloads.cluster("helios-136", 17), fitting(helios));
    training.standing(BenchWorkloads.cluster("training-256", 32), fitting(helios));
    training.tenThousand(BenchWorkloads.cluster("philly-900", 113), fitting(philly));
    training.rollouts(heliosName, BenchWorkloads.cluster("helios-136", 17), fitting(helios));
  }

  private void replay(String name, ClusterSpec cluster, List<WorkloadJob> jobs, String policyName) {
    ReplayPolicy policy = ReplayPolicies.byName(policyName, ReplayContext.DEFAULT);
    double best = Double.POSITIVE_INFINITY;
    double spent = 0;
    ReplayResult result = null;
    for (int i = 0; i < REPEATS && spent < ENOUGH_S; i++) {
      result = Replay.run(cluster, jobs, policy, ReplayOptions.defaults(), ReplayProgress.NONE);
      best = Math.min(best, result.metrics().wallS());
      spent += result.metrics().wallS();
    }
    print(name, policyName, jobs.size(), best, result.metrics().meanWaitS());
  }

  private void steered(
      String name, ClusterSpec cluster, List<WorkloadJob> jobs, String policyName) {
    ReplayPolicy policy = ReplayPolicies.byName(policyName, ReplayContext.DEFAULT);
    ReplayResult result =
        Replay.run(cluster, jobs, policy, ReplayOptions.defaults(), ReplayProgress.NONE);
    double seconds = result.metrics().wallS();
    print(name, policyName, jobs.size(), seconds, result.metrics().meanWaitS());
    out.printf(
        Locale.ROOT,
        "%52s %d cycles, %.1f ms each%n",
        "",
        result.cycles(),
        1000 * seconds / result.cycles());
  }

  /** Until so many have started: all that time at least ten thousand wait. */
  private void standing(
      ClusterSpec cluster, List<WorkloadJob> jobs, String policyName, int started, int repeats) {
    ReplayPolicy policy = ReplayPolicies.byName(policyName, ReplayContext.DEFAULT);
    double[] seconds = new double[repeats];
    for (int i = 0; i < repeats; i++) {
      seconds[i] = Replay.secondsUntil(cluster, jobs, policy, ReplayOptions.defaults(), started);
    }
    print("10,000 to 20,000 jobs waiting", policyName, started, best(seconds), Double.NaN);
  }

  private void print(String name, String policy, int jobs, double seconds, double meanWaitS) {
    out.printf(
        Locale.ROOT,
        "%-34s %-17s %8d %12.0f %10.3f %12s %12.0f%n",
        name,
        policy,
        jobs,
        jobs / seconds,
        seconds,
        Double.isNaN(meanWaitS) ? "-" : String.format(Locale.ROOT, "%.0f", meanWaitS),
        liveHeapMb());
    out.flush();
  }

  private static List<WorkloadJob> fitting(List<WorkloadJob> jobs) {
    return jobs.stream().filter(job -> job.gpus() <= 64).toList();
  }

  private static double best(double[] seconds) {
    return Arrays.stream(seconds).min().orElseThrow();
  }

  /** What the workload, the last result and all else alive take. */
  private static double liveHeapMb() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1048576.0;
  }
}
