/** What a simulated cluster consists of, and the YAML file that describes it. */
package io.rltune.sim.cluster;
