/** What finished jobs teach about the runtime of waiting ones, and who used the cluster lately. */
package io.rltune.policy.history;
