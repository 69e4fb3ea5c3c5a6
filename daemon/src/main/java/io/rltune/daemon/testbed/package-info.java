/** The A/B experiment on a real Slurm: one workload, once plain and once steered by RLTune. */
package io.rltune.daemon.testbed;
