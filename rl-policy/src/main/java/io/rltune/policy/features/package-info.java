/**
 * What the policy sees of a pending job and its cluster. No profiling, no true runtimes, no ids.
 */
package io.rltune.policy.features;
