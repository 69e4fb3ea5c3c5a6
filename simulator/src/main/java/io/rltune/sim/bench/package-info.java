/** Measures the simulator: {@code rltune bench simulator}. */
package io.rltune.sim.bench;
