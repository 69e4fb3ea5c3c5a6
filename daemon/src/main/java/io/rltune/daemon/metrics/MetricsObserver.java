package io.rltune.daemon.metrics;

import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.service.DaemonObserver;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Status;
import io.rltune.slurm.SlurmGateway;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;

/** Keeps {@link Metrics} up to date with the daemon. */
public final class MetricsObserver implements DaemonObserver {
  private final Metrics metrics;
  private final StateDir stateDir;
  private final SlurmGateway gateway;

  public MetricsObserver(Metrics metrics, StateDir stateDir, SlurmGateway gateway) {
    this.metrics = metrics;
    this.stateDir = stateDir;
    this.gateway = gateway;
  }

  @Override
  public void cycle(CycleReport report, Status status) {
    metrics.observe(report, status);
    around();
  }

  @Override
  public void status(Status status) {
    metrics.observe(status);
    around();
  }

  @Override
  public void pace(Duration every, boolean circuitOpen) {
    metrics.pace(every, circuitOpen, gateway.unchangedReads());
  }

  private void around() {
    metrics.tokenExpiry(gateway.tokenExpiry().map(Instant::getEpochSecond).orElse(0L));
    try {
      long journal = Files.exists(stateDir.journal()) ? Files.size(stateDir.journal()) : 0;
      metrics.disk(journal, Files.getFileStore(stateDir.path()).getUsableSpace());
    } catch (IOException e) {
      metrics.disk(-1, -1);
    }
  }
}
