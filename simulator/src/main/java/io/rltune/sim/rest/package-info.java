/**
 * An HTTP server that answers as slurmrestd of Slurm 24.11 does in API v0.0.42, over the simulated
 * cluster. Field names and encodings were taken from captured answers of a real 24.11.5.
 */
package io.rltune.sim.rest;
