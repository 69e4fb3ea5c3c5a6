/**
 * Turns a snapshot into a plan: vetoes, order, placement, reservation. Pure: no clock, no I/O, no
 * state of its own, so that the daemon, the simulator and a replay come to the same plan.
 */
package io.rltune.plan;
