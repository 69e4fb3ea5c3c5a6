package io.rltune.sim.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * What {@link BurstyWorkload} generates. Start from {@link #testbed(List)} or {@link #demo(List)}
 * and change single values with the {@code with} methods.
 *
 * @param jobs number of jobs
 * @param offeredLoad GPU-seconds submitted divided by the GPU-seconds the cluster has until the
 *     last arrival; above 1 a queue builds up
 * @param minRuntimeS shortest true runtime in seconds
 * @param medianRuntimeS median of the log-normal before it is cut, in seconds
 * @param maxRuntimeS longest true runtime in seconds
 * @param sizes GPU counts and how often each is asked for
 * @param typedShare share of the jobs that name a GPU type, 0..1
 * @param multiNodeShare share of the jobs that fit one node but ask for two, 0..1
 * @param minBurst fewest jobs submitted together
 * @param maxBurst most jobs submitted together
 * @param capacity the cluster's GPU pools
 * @param accounts who submits, with habits
 * @param partition partition of every job
 * @param cpusPerGpu CPUs asked for with each GPU
 * @param memMbPerGpu memory in MB asked for with each GPU
 */
@RecordBuilder
public record BurstySpec(
    int jobs,
    double offeredLoad,
    double minRuntimeS,
    double medianRuntimeS,
    double maxRuntimeS,
    List<SizeShare> sizes,
    double typedShare,
    double multiNodeShare,
    int minBurst,
    int maxBurst,
    List<TypeCapacity> capacity,
    List<AccountHabit> accounts,
    String partition,
    int cpusPerGpu,
    long memMbPerGpu)
    implements BurstySpecBuilder.With {

  /**
   * How often a GPU count is asked for.
   *
   * @param gpus GPUs in total, at least 1
   * @param share relative weight, positive
   */
  public record SizeShare(int gpus, double share) {}

  /**
   * The GPUs of one type.
   *
   * @param type GPU type
   * @param gpus GPUs of this type in the cluster
   * @param gpusPerNode GPUs on each of its nodes
   */
  public record TypeCapacity(String type, int gpus, int gpusPerNode) {}

  /**
   * An account and how its users behave.
   *
   * @param name account name
   * @param share relative share of the bursts
   * @param minOverAsk smallest ratio of requested to true runtime, at least 1
   * @param maxOverAsk largest such ratio
   * @param runtimeFactor scales the median runtime
   * @param users number of users who submit under this account
   */
  public record AccountHabit(
      String name,
      double share,
      double minOverAsk,
      double maxOverAsk,
      double runtimeFactor,
      int users) {}

  private static final List<SizeShare> SIZES =
      List.of(
          new SizeShare(1, 0.50),
          new SizeShare(2, 0.20),
          new SizeShare(4, 0.18),
          new SizeShare(8, 0.12));
  private static final List<AccountHabit> ACCOUNTS =
      List.of(
          new AccountHabit("vision", 0.55, 1.2, 2.5, 0.7, 6),
          new AccountHabit("nlp", 0.30, 2.0, 6.0, 1.6, 4),
          new AccountHabit("physics", 0.15, 1.2, 4.0, 1.0, 2));

  public BurstySpec {
    sizes = List.copyOf(sizes);
    capacity = List.copyOf(capacity);
    accounts = List.copyOf(accounts);
    check(jobs >= 1, "jobs=" + jobs + " must be at least 1");
    check(offeredLoad > 0, "offeredLoad=" + offeredLoad + " must be positive");
    check(
        0 < minRuntimeS && minRuntimeS <= medianRuntimeS && medianRuntimeS <= maxRuntimeS,
        "runtimes must satisfy 0 < min <= median <= max, found "
            + List.of(minRuntimeS, medianRuntimeS, maxRuntimeS));
    check(!sizes.isEmpty(), "sizes must not be empty");
    check(!accounts.isEmpty(), "accounts must not be empty");
    check(
        capacity.stream().anyMatch(pool -> pool.gpus() > 0 && pool.gpusPerNode() > 0),
        "capacity must name at least one pool with GPUs, found " + capacity);
    check(
        1 <= minBurst && minBurst <= maxBurst, "bursts " + minBurst + ".." + maxBurst + " invalid");
    check(cpusPerGpu >= 1, "cpusPerGpu=" + cpusPerGpu + " must be at least 1");
    check(memMbPerGpu >= 0, "memMbPerGpu=" + memMbPerGpu + " must not be negative");
  }

  /** Runtimes of 5 to 150 seconds: a real testbed finishes a few hundred jobs in minutes. */
  public static BurstySpec testbed(List<TypeCapacity> capacity) {
    return new BurstySpec(
        120, 1.3, 5, 20, 150, SIZES, 0.6, 0.05, 3, 20, capacity, ACCOUNTS, "gpu", 1, 100);
  }

  /** Runtimes of two minutes to twelve hours, as on a shared training cluster. */
  public static BurstySpec demo(List<TypeCapacity> capacity) {
    return new BurstySpec(
        600, 1.2, 120, 1500, 43_200, SIZES, 0.6, 0.05, 3, 20, capacity, ACCOUNTS, "gpu", 4, 16_000);
  }

  /** The same with other runtimes, in seconds. */
  public BurstySpec withRuntimes(double minS, double medianS, double maxS) {
    return with().minRuntimeS(minS).medianRuntimeS(medianS).maxRuntimeS(maxS).build();
  }

  /** The same on another partition, with other CPU and memory requests per GPU. */
  public BurstySpec withRequests(String newPartition, int newCpusPerGpu, long newMemMbPerGpu) {
    return with()
        .partition(newPartition)
        .cpusPerGpu(newCpusPerGpu)
        .memMbPerGpu(newMemMbPerGpu)
        .build();
  }

  /** All GPUs of the cluster. */
  public int totalGpus() {
    return capacity.stream().mapToInt(TypeCapacity::gpus).sum();
  }

  private static void check(boolean ok, String problem) {
    if (!ok) {
      throw new IllegalArgumentException("bursty workload: " + problem);
    }
  }
}
