/** See docs/architecture.md. */
package io.rltune.sim;
