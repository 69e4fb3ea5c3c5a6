package io.rltune.daemon.config;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Settings that a partition or an account may have of its own, below {@code partitions.NAME} and
 * {@code accounts.NAME}. What is not given there is as for all.
 */
public final class ScopedSettings {
  public static final Setting<Mode> MODE =
      new Setting<>(
          "mode",
          ValueType.oneOf(Mode.class),
          "enforce",
          "Mode for these jobs, whatever daemon.mode is. Where partition and account both say one, and for a job of several partitions, the more careful counts.");
  public static final Setting<Mechanism> MECHANISM =
      new Setting<>(
          "mechanism",
          ValueType.oneOf(Mechanism.class),
          "site_factor",
          "How the order reaches Slurm for these jobs; the partition's before the account's.");
  public static final Setting<Double> WEIGHT =
      new Setting<>(
          "weight",
          ValueType.atLeast(0),
          "1.5",
          "Lifts jobs by (weight - 1) times the range of scores in the queue: 1 changes nothing, 2 puts them before all of weight 1, 0 behind. Partition's and account's multiply.");
  public static final Setting<Integer> MAX_GPUS =
      new Setting<>(
          "max_gpus",
          ValueType.integer(0, 10_000_000),
          "64",
          "RLTune plans no start that would bring these jobs above so many GPUs, running ones counted. No limit for Slurm itself.");
  public static final Setting<Integer> MAX_WRITES =
      new Setting<>(
          "max_writes",
          ValueType.integer(0, 1_000_000),
          "50",
          "Most changes to these jobs in one cycle; taking something back is always allowed.");
  public static final Setting<Set<String>> EXCLUDE_USERS =
      new Setting<>("exclude_users", ValueType.NAMES, "[]", "Users whose jobs are left to Slurm.");
  public static final Setting<Set<String>> EXCLUDE_QOS =
      new Setting<>("exclude_qos", ValueType.NAMES, "[]", "QOS whose jobs are left to Slurm.");
  public static final Setting<Duration> OVERDUE_AFTER =
      new Setting<>(
          "overdue_after",
          ValueType.DURATION_TYPE,
          "2h",
          "The aging guard: a job that waited this long comes before all others.");
  public static final Setting<Double> OVERDUE_AFTER_WALLTIMES =
      new Setting<>(
          "overdue_after_walltimes",
          ValueType.atLeast(0),
          "1",
          "The aging guard in multiples of the job's own walltime.");
  public static final Setting<Set<String>> PREFERRED_GPU_TYPES =
      new Setting<>(
          "preferred_gpu_types",
          ValueType.NAMES,
          "[]",
          "GPU types that jobs which take any type get first; others count half as fast.");

  public static final List<Setting<?>> ALL =
      List.of(
          MODE,
          MECHANISM,
          WEIGHT,
          MAX_GPUS,
          MAX_WRITES,
          EXCLUDE_USERS,
          EXCLUDE_QOS,
          OVERDUE_AFTER,
          OVERDUE_AFTER_WALLTIMES,
          PREFERRED_GPU_TYPES);

  private ScopedSettings() {}
}
