/** HTTP to slurmrestd: transports, token, and what every answer means. */
package io.rltune.slurm.rest;
