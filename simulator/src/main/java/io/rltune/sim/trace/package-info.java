/**
 * Job traces of public GPU clusters and of Slurm's accounting, read into workloads for a cluster.
 */
package io.rltune.sim.trace;
