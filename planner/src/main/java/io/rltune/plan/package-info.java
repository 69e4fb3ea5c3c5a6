/** See docs/architecture.md. */
package io.rltune.plan;
