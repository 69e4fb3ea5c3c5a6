/** Replays of a workload on the simulated cluster, with or without RLTune in the loop. */
package io.rltune.sim.demo;
