/** Measurements of the daemon as a whole. */
package io.rltune.daemon.bench;
