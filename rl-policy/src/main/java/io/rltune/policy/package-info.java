/**
 * Scores pending jobs: the trained policy, the classical heuristics, and why a score is as it is.
 */
package io.rltune.policy;
