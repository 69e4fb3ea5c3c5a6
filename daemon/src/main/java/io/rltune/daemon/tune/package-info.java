/**
 * Policies that are tuned to what a daemon has seen: candidates are trained on the recorded weeks,
 * may replace the policy in force only if they beat it there beyond doubt, and are taken back when
 * live waits get worse. All that changes is which policy file is read; every one is kept.
 */
package io.rltune.daemon.tune;
