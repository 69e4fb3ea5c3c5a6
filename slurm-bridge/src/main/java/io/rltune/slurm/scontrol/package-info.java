/** Writing through scontrol. */
package io.rltune.slurm.scontrol;
