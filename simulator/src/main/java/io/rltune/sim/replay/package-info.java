/** Replays a workload under a policy: one call, from jobs to waits, nodes and time series. */
package io.rltune.sim.replay;
