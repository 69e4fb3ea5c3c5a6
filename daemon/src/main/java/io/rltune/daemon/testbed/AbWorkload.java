package io.rltune.daemon.testbed;

import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstySpec.AccountHabit;
import io.rltune.sim.workload.BurstySpec.TypeCapacity;
import io.rltune.sim.workload.BurstyWorkload;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The workload of an A/B run: bursts of sleep jobs of 5 to 150 s that arrive within a window.
 *
 * @param jobs jobs in order of their submit times
 * @param seed seed they came from
 * @param offeredLoad GPU-seconds submitted / (GPUs x window)
 */
record AbWorkload(List<WorkloadJob> jobs, long seed, double offeredLoad) {
  /** The GPU pools of the testbed's profile "ab". */
  static final List<TypeCapacity> CAPACITY =
      List.of(
          new TypeCapacity("a100", 8, 4),
          new TypeCapacity("v100", 16, 8),
          new TypeCapacity("t4", 8, 2));

  /** Above 1 a queue builds up; much above it, every order waits for the same drain. */
  static final double TARGET_LOAD = 1.35;

  private static final double MIN_RUN_S = 5;
  private static final double MAX_RUN_S = 150;

  /** Who submits for an account of the testbed. */
  private static final Map<String, String> USERS =
      Map.of("ml", "alice", "phys", "bob", "bio", "carol");

  private static final List<AccountHabit> ACCOUNTS =
      List.of(
          new AccountHabit("ml", 0.50, 1.2, 2.5, 0.7, 1),
          new AccountHabit("phys", 0.30, 2.0, 6.0, 1.6, 1),
          new AccountHabit("bio", 0.20, 1.2, 4.0, 1.0, 1));

  /**
   * Generates jobs that arrive within a window at the target load: the median runtime is chosen so,
   * and where no median does it, the load gives way.
   *
   * @param jobCount number of jobs
   * @param windowS length of the arrival window in seconds
   */
  static AbWorkload generate(int jobCount, double windowS, long seed) {
    return generate(jobCount, windowS, TARGET_LOAD, seed);
  }

  /** As {@link #generate(int, double, long)}, at another load. */
  static AbWorkload generate(int jobCount, double windowS, double targetLoad, long seed) {
    double low = MIN_RUN_S;
    double high = MAX_RUN_S;
    for (int i = 0; i < 30; i++) {
      double median = (low + high) / 2;
      if (load(BurstyWorkload.generate(spec(jobCount, median), seed), windowS) < targetLoad) {
        low = median;
      } else {
        high = median;
      }
    }
    BurstySpec spec = spec(jobCount, high);
    double offered = load(BurstyWorkload.generate(spec, seed), windowS);
    return new AbWorkload(
        BurstyWorkload.generate(spec.withOfferedLoad(offered), seed), seed, offered);
  }

  static int totalGpus() {
    return CAPACITY.stream().mapToInt(TypeCapacity::gpus).sum();
  }

  /** For example {@code 32: 8 a100 (4 a node), 16 v100 (8 a node)}. */
  static String describeGpus() {
    return CAPACITY.stream()
        .map(pool -> "%d %s (%d a node)".formatted(pool.gpus(), pool.type(), pool.gpusPerNode()))
        .collect(Collectors.joining(", ", totalGpus() + ": ", ""));
  }

  /** The user who submits a job. */
  static String user(WorkloadJob job) {
    return USERS.get(job.account());
  }

  /** What the job runs. */
  static String script(WorkloadJob job) {
    return String.format(Locale.ROOT, "exec sleep %.1f", job.runtimeS());
  }

  /** The options of sbatch. Time limits of the workload are whole minutes, as Slurm wants them. */
  static List<String> sbatchOptions(WorkloadJob job) {
    List<String> options = new ArrayList<>();
    options.add("--job-name=" + job.name());
    options.add("--account=" + job.account());
    options.add("--partition=" + job.partition());
    options.add("--nodes=" + job.nodes());
    options.add("--ntasks-per-node=1");
    options.add("--cpus-per-task=" + job.cpus() / job.nodes());
    options.add("--mem=" + job.memMb() / job.nodes());
    options.add("--time=" + job.timeLimitS() / 60);
    String type = job.gpuType().isEmpty() ? "" : ":" + job.gpuType();
    options.add("--gres=gpu" + type + ":" + job.gpusPerNode());
    return options;
  }

  private static BurstySpec spec(int jobCount, double medianS) {
    return BurstySpec.testbed(CAPACITY)
        .withJobs(jobCount)
        .withAccounts(ACCOUNTS)
        .withOfferedLoad(TARGET_LOAD)
        .withRuntimes(MIN_RUN_S, medianS, MAX_RUN_S);
  }

  private static double load(List<WorkloadJob> jobs, double windowS) {
    double work = jobs.stream().mapToDouble(job -> job.gpus() * job.runtimeS()).sum();
    return work / (totalGpus() * windowS);
  }
}
