package io.rltune.sim.replay;

/** Who decides in a replay which job starts next, and where. Made by {@link ReplayPolicies}. */
public interface ReplayPolicy {
  /** Its name on the command line and in reports, such as {@code fcfs-easy}. */
  String name();
}
