package io.rltune.policy.history;

/**
 * What history says of a job's runtime.
 *
 * @param medianS median runtime in seconds, at most the walltime
 * @param meanS mean runtime in seconds, at most the walltime; far above the median where a few of
 *     the kin run long
 * @param expectedS what shortest-expected-first should go by: between the two, for the mean of a
 *     few heavy-tailed runs is noisy
 * @param spread robust deviation of the logarithm of the runtimes it rests on, 0 and more; 1 means
 *     that a factor of e either way is usual
 * @param runs decayed number of runs of the closest kin that were found; 0 = none
 */
public record RuntimeEstimate(
    double medianS, double meanS, double expectedS, double spread, double runs) {}
