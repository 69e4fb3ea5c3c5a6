/** The daemon as a systemd service. */
package io.rltune.daemon.systemd;
