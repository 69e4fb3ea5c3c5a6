/** The daemon's read-only HTTP server; routes are given to it by whoever has something to show. */
package io.rltune.daemon.http;
