/**
 * Training with Deeplearning4j, in a child JVM started by {@link
 * io.rltune.policy.train.TrainerLauncher}. The only package that may import it; it is not on the
 * daemon's class path.
 */
package io.rltune.policy.train;
