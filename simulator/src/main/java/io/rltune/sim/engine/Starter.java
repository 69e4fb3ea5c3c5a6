package io.rltune.sim.engine;

/** Starts jobs on behalf of a scheduler. */
interface Starter {
  void start(SimJob job, int[] nodes);
}
