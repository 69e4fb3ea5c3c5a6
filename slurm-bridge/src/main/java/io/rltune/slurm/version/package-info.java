/** One adapter per API version of slurmrestd, on top of shared readers of fields and records. */
package io.rltune.slurm.version;
