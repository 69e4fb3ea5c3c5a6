/** Walltimes that users would have requested, for traces that do not record them. */
package io.rltune.sim.walltime;
