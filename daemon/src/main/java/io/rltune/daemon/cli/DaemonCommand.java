package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.explain.ExplainWriter;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.service.DaemonLock;
import io.rltune.daemon.service.DaemonService;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Wiring;
import io.rltune.plan.Planner;
import io.rltune.slurm.SlurmGateway;
import io.rltune.slurm.SlurmGateways;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code rltune daemon}: the service. */
@Command(
    name = "daemon",
    mixinStandardHelpOptions = true,
    description =
        "Runs the service in the foreground until SIGTERM, then takes back what it left on pending jobs.")
final class DaemonCommand implements Callable<Integer> {
  @Mixin private ConfigOption configOption;

  @Override
  public Integer call() throws Exception {
    Config config = configOption.load();
    Planner planner = Wiring.planner(config);
    StateDir stateDir = StateDir.create(config.get(Settings.STATE_DIR));
    Optional<DaemonLock> lock = DaemonLock.tryTake(stateDir.lock());
    if (lock.isEmpty()) {
      throw new IllegalStateException(
          "another rltune daemon ("
              + DaemonLock.holder(stateDir.lock())
              + ") holds "
              + stateDir.lock()
              + "; one daemon steers one cluster");
    }
    // Counted down when everything is taken back and closed: then the JVM may go.
    CountDownLatch done = new CountDownLatch(1);
    try (DaemonLock held = lock.get();
        Journal journal = Journal.open(stateDir.journal());
        SlurmGateway gateway = SlurmGateways.open(Wiring.slurm(config))) {
      DaemonService service =
          new DaemonService(
              config, stateDir, gateway, planner, new ExplainWriter(), journal, Clock.systemUTC());
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    service.stop();
                    try {
                      done.await(60, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  },
                  "stop"));
      service.run();
    } finally {
      done.countDown();
    }
    return ExitCodes.OK;
  }
}
