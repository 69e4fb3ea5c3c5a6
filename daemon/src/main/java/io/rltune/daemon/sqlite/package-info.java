/** SQLite files of what the daemon has seen: losing one costs knowledge, never a job. */
package io.rltune.daemon.sqlite;
