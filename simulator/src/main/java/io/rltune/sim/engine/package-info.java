/**
 * A discrete-event simulation of a Slurm controller: main scheduler, backfill, multifactor
 * priorities, node placement and walltime limits. Deterministic: it draws no random numbers and
 * reads no clock.
 */
package io.rltune.sim.engine;
