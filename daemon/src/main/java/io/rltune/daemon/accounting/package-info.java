/**
 * Runs of before the daemon was there, from Slurm's accounting: {@code sacct} asked day by day in
 * the background, its rows stored in {@code history.db}. Without accounting nothing is lost but
 * what it would have taught.
 */
package io.rltune.daemon.accounting;
