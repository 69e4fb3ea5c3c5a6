package io.rltune.daemon.config;

import java.nio.file.Path;

/** Configurations for tests. */
public final class ConfigTexts {
  private ConfigTexts() {}

  public static Config config(String yaml) throws ConfigException {
    return ConfigLoader.parse(Path.of("test.yaml"), yaml);
  }
}
