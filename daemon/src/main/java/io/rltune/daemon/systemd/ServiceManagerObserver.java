package io.rltune.daemon.systemd;

import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.service.DaemonObserver;
import io.rltune.daemon.service.Status;

/** What {@code systemctl status} shows of the daemon. */
public final class ServiceManagerObserver implements DaemonObserver {
  private final ServiceManager manager;

  public ServiceManagerObserver(ServiceManager manager) {
    this.manager = manager;
  }

  @Override
  public void cycle(CycleReport report, Status status) {
    manager.status(
        status.health()
            + ", mode "
            + status.mode()
            + (status.paused() ? " (paused)" : "")
            + ", cycle "
            + status.cycles()
            + ", "
            + status.pending()
            + " pending, "
            + status.leases()
            + " leases"
            + alert(status));
  }

  @Override
  public void status(Status status) {
    manager.status(status.health() + alert(status));
  }

  private static String alert(Status status) {
    return status.alerts().isEmpty() ? "" : "; " + status.alerts().get(0);
  }
}
