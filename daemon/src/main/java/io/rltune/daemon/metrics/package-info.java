/** What the daemon tells Prometheus. */
package io.rltune.daemon.metrics;
