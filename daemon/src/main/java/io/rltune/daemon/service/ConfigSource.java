package io.rltune.daemon.service;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigException;
import io.rltune.plan.Planner;

/** Where a running daemon gets its configuration again from, and the planner it asks for. */
public interface ConfigSource {
  /**
   * Reads and checks it all.
   *
   * @throws ConfigException with every problem; the configuration in force then stays
   */
  Config load() throws ConfigException;

  Planner planner(Config config) throws ConfigException;
}
