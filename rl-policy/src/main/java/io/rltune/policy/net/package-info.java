/** The network as the daemon runs it: plain Java, and the policy file that it is read from. */
package io.rltune.policy.net;
