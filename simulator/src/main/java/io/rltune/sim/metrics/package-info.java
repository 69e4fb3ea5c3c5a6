/** What a replay is judged by: waits, slowdowns, utilisation and fairness. */
package io.rltune.sim.metrics;
