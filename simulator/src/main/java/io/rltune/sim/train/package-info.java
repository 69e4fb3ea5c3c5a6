/**
 * What policies are trained and judged on: episodes cut from traces, their rewards, and the paired
 * evaluation against every baseline.
 */
package io.rltune.sim.train;
