package io.rltune.policy.history;

/**
 * What history says of a job's runtime.
 *
 * @param runtimeS expected runtime in seconds (a median), at most the walltime
 * @param spread robust deviation of the logarithm of the runtimes it rests on, 0 and more; 1 means
 *     that a factor of e either way is usual
 * @param runs decayed number of runs of the closest kin that were found; 0 = none
 */
public record RuntimeEstimate(double runtimeS, double spread, double runs) {}
