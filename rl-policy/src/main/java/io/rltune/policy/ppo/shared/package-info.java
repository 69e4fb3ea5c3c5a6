/**
 * Rollouts by other processes, on other machines, through a directory that all of them see: the
 * learner writes the policy of a round and what to run, workers claim episodes and write what came
 * of them. Whoever dies costs the episodes that he had claimed.
 */
package io.rltune.policy.ppo.shared;
