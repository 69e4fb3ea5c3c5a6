/**
 * What became of the jobs that the daemon saw, for {@code rltune explain}, {@code rltune report}
 * and the status page. Losing it costs those, never a decision: the journal is another file.
 */
package io.rltune.daemon.history;
