package io.rltune.sim.replay;

import io.rltune.sim.engine.QueueOrder;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.engine.SlurmParams;
import java.util.Optional;

/**
 * Who decides in a replay which job starts next, and where. Made by {@link ReplayPolicies}; one
 * policy serves any number of replays, one after the other or side by side.
 */
public interface ReplayPolicy {
  /** Its name on the command line and in reports, such as {@code fcfs-easy}. */
  String name();

  /**
   * The schedulers that carry it out.
   *
   * @param site the site's Slurm settings
   */
  SlurmParams schedulers(SlurmParams site);

  /** For a textbook scheduler: the order of its queue, a new one for each replay. */
  default QueueOrder order() {
    return QueueOrder.SUBMISSION;
  }

  /** For a policy that steers Slurm from outside: what it does every cycle of a replay. */
  default Optional<Steering> steering(Simulation simulation, ReplayOptions options) {
    return Optional.empty();
  }

  /** A hand on the queue of one replay. */
  interface Steering {
    /** One cycle. */
    void cycle();

    /** Cycles so far. */
    long cycles();
  }
}
