package io.rltune.daemon.config;

/** What the daemon may do. */
public enum Mode {
  OFF,
  OBSERVE,
  SHADOW,
  ADVISE,
  ENFORCE;

  public boolean writesPriorities() {
    return this == ADVISE || this == ENFORCE;
  }

  public boolean writesLeases() {
    return this == ENFORCE;
  }
}
