/** {@code rltune report}: what RLTune did, or would have done, against what Slurm did. */
package io.rltune.daemon.report;
