/**
 * A cycle's input and plan in one file: for {@code explain}, the status page, and replay offline.
 */
package io.rltune.daemon.snapshot;
