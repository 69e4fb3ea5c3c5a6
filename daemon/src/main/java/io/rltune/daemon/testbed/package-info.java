/**
 * Experiments on a real Slurm, behind {@code docker-slurm-testbed}: {@code AbCommand}, one workload
 * plain, ordered by a script and steered by RLTune; {@code FidelityCommand}, the simulator against
 * it; {@code SoakCommand}, the daemon under faults.
 */
package io.rltune.daemon.testbed;
