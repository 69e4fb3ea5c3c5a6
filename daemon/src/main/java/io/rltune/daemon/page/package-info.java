/** The status page: read-only, without scripts, rendered from the last cycle and the history. */
package io.rltune.daemon.page;
