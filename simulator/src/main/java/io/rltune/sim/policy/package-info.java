/** The queue orders of the textbook policies, and RLTune's hand in a replay. */
package io.rltune.sim.policy;
