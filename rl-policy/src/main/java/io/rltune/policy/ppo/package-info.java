/**
 * Proximal policy optimisation without a network library: episodes, rollouts in plain Java,
 * advantages, and experience files. What an episode is made of comes from outside.
 */
package io.rltune.policy.ppo;
