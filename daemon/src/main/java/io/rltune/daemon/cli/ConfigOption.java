package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.ConfigLoader;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.service.StateDir;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --config}, shared by the commands that need a configuration. */
final class ConfigOption {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      defaultValue = "/etc/rltune/rltune.yaml",
      description = "Configuration file (default: ${DEFAULT-VALUE}).")
  private Path file;

  Config load() throws ConfigException {
    return ConfigLoader.load(file);
  }

  StateDir stateDir() throws ConfigException {
    return new StateDir(load().get(Settings.STATE_DIR));
  }
}
