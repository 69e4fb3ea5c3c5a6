package io.rltune.daemon.demo;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.ConfigLoader;
import java.nio.file.Path;

/** The configuration of the demo: what an admin would write, in enforce mode. */
final class DemoConfig {
  private static final String YAML =
      """
      daemon: {mode: enforce}
      lease: {ttl: 5m}
      # By gap, not by time: the same figures on a slow machine.
      planner: {solve_time_limit: 60s}
      """;

  private DemoConfig() {}

  static Config load() throws ConfigException {
    return ConfigLoader.parse(Path.of("demo.yaml"), YAML);
  }
}
