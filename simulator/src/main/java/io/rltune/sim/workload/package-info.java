/** Job streams that the simulator and the A/B harness replay. */
package io.rltune.sim.workload;
