package io.rltune.daemon.cli;

import picocli.CommandLine.IVersionProvider;

/** Version from the jar's manifest. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"rltune " + number()};
  }

  /** Release number, {@code development} outside a jar. */
  static String number() {
    String version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
