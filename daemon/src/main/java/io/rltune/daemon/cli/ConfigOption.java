package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.ConfigLoader;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.history.PastRuns;
import io.rltune.daemon.service.ConfigSource;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Wiring;
import io.rltune.plan.Planner;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --config}, shared by the commands that need a configuration. */
final class ConfigOption implements ConfigSource {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      defaultValue = "/etc/rltune/rltune.yaml",
      description = "Configuration file (default: ${DEFAULT-VALUE}).")
  private Path file;

  @Override
  public Config load() throws ConfigException {
    return ConfigLoader.load(file);
  }

  @Override
  public Planner planner(Config config) throws ConfigException {
    StateDir state = new StateDir(config.get(Settings.STATE_DIR));
    return Wiring.planner(config, PastRuns.atStart(state.history()));
  }

  StateDir stateDir() throws ConfigException {
    return new StateDir(load().get(Settings.STATE_DIR));
  }
}
