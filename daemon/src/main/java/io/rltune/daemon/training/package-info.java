/**
 * Training spread over a Slurm cluster: a job array of workers for {@code rltune train --slurm}.
 */
package io.rltune.daemon.training;
