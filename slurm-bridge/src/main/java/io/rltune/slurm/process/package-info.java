/** Child processes: run within limits, heard to the end, ended with all that is below them. */
package io.rltune.slurm.process;
