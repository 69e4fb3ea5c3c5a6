/** The report of {@code rltune simulate}: one HTML page that works without a network. */
package io.rltune.sim.report;
