/**
 * Queues that the policy ordered in earnest, kept for {@code rltune tune} (docs/adr/030). What was
 * chosen of them, and what came of it, is in the history; losing this costs what could have been
 * learnt from it.
 */
package io.rltune.daemon.experience;
