/** How policies are compared on a workload: one continuous replay, or windows of it. */
package io.rltune.sim.protocol;
