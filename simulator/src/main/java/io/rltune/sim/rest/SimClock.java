package io.rltune.sim.rest;

import io.rltune.sim.engine.ClusterSim;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The wall clock of the simulated cluster: its epoch plus simulated time. */
final class SimClock extends Clock {
  private final ClusterSim sim;
  private final long epochS;
  private final ZoneId zone;

  SimClock(ClusterSim sim, long epochS) {
    this(sim, epochS, ZoneOffset.UTC);
  }

  private SimClock(ClusterSim sim, long epochS, ZoneId zone) {
    this.sim = sim;
    this.epochS = epochS;
    this.zone = zone;
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public Clock withZone(ZoneId newZone) {
    return new SimClock(sim, epochS, newZone);
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochSecond(epochS).plusMillis((long) (sim.nowS() * 1000));
  }
}
