/**
 * What became of the jobs that the daemon saw, for {@code rltune explain}, {@code rltune report}
 * and the status page, and how long they ran, for the policy ({@code PastRuns}). Losing it costs
 * those: until new runs are known, jobs are ordered by their requested walltimes. What is left on
 * jobs is in the journal, another file.
 */
package io.rltune.daemon.history;
