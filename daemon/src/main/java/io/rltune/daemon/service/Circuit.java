package io.rltune.daemon.service;

import io.rltune.slurm.SlurmException;
import io.rltune.slurm.SlurmGateway;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks slurmctld the small questions that {@link PollPace} wants answers to. */
final class Circuit {
  private static final Logger LOG = LoggerFactory.getLogger(Circuit.class);

  /** sdiag's figures move slowly, and asking costs a request. */
  private static final Duration LOAD_EVERY = Duration.ofSeconds(60);

  private final SlurmGateway gateway;
  private final Clock clock;
  private Instant loadAt = Instant.EPOCH;

  Circuit(SlurmGateway gateway, Clock clock) {
    this.gateway = gateway;
    this.clock = clock;
  }

  /**
   * Whether a whole cycle may be tried.
   *
   * @return empty, or why not
   */
  String problem(PollPace pace) {
    if (!pace.isOpen()) {
      return "";
    }
    try {
      gateway.probe();
      LOG.info("Slurm answers a ping again: trying a cycle");
      return "";
    } catch (SlurmException e) {
      return "waiting for Slurm, only a ping every "
          + pace.steady().toSeconds()
          + " s: "
          + e.error();
    }
  }

  /** Takes up how busy slurmctld is, once a minute. A failure tells nothing and changes nothing. */
  void observeLoad(PollPace pace) {
    Instant now = clock.instant();
    if (now.isBefore(loadAt.plus(LOAD_EVERY)) && !now.isBefore(loadAt)) {
      return;
    }
    loadAt = now;
    try {
      gateway
          .load()
          .ifPresent(
              load -> {
                pace.load(load);
                if (load.stretch() > 1) {
                  LOG.info("slurmctld is busy: {}; looking every {}", load, pace.steady());
                }
              });
    } catch (SlurmException e) {
      LOG.debug("sdiag's figures cannot be read: {}", e.getMessage());
    }
  }
}
