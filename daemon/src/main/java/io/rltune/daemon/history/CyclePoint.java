package io.rltune.daemon.history;

/**
 * The queue at one moment, for charts; about one a minute is kept.
 *
 * @param at seconds since the epoch
 * @param mode mode of the daemon
 * @param pending pending job records
 * @param running jobs that hold nodes
 * @param starts jobs that the plan would start
 * @param gpusTotal GPUs in service
 * @param gpusUsed of those, allocated
 * @param meanWaitS mean time the pending jobs have waited, seconds
 * @param maxWaitS the longest of them
 * @param writes changes that Slurm confirmed since the point before
 */
public record CyclePoint(
    long at,
    String mode,
    int pending,
    int running,
    int starts,
    int gpusTotal,
    int gpusUsed,
    long meanWaitS,
    long maxWaitS,
    int writes) {}
