/**
 * The bridge to Slurm: {@link io.rltune.slurm.SlurmGateways#open} gives the one door, through which
 * a cluster is read whole or not at all, and jobs are written to only while they wait and nobody
 * holds them.
 */
package io.rltune.slurm;
