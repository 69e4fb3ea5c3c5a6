package io.rltune.daemon.cli;

import picocli.CommandLine.IVersionProvider;

/** Version from the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Main.class.getPackage().getImplementationVersion();
    return new String[] {"rltune " + (version == null ? "development" : version)};
  }
}
