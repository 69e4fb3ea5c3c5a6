package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.explain.ExplainWriter;
import io.rltune.daemon.http.LocalHttp;
import io.rltune.daemon.http.Response;
import io.rltune.daemon.http.Route;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.metrics.Metrics;
import io.rltune.daemon.metrics.MetricsObserver;
import io.rltune.daemon.service.DaemonLock;
import io.rltune.daemon.service.DaemonObserver;
import io.rltune.daemon.service.DaemonService;
import io.rltune.daemon.service.HealthRoutes;
import io.rltune.daemon.service.Heartbeat;
import io.rltune.daemon.service.HttpFront;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Wiring;
import io.rltune.plan.Planner;
import io.rltune.slurm.SlurmGateway;
import io.rltune.slurm.SlurmGateways;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

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
      Heartbeat heartbeat =
          new Heartbeat(
              System::nanoTime,
              Heartbeat.limitFor(
                  config.get(Settings.INTERVAL), config.get(Settings.REQUEST_TIMEOUT)));
      Metrics metrics = new Metrics();
      HealthRoutes health = new HealthRoutes(heartbeat);
      List<DaemonObserver> observers = new ArrayList<>();
      observers.add(new MetricsObserver(metrics, stateDir, gateway));
      observers.add(health);
      Map<String, Route> routes = new LinkedHashMap<>();
      routes.put("/metrics", request -> Response.ok(PROMETHEUS, metrics.scrape()));
      routes.put("/health", health::health);
      routes.put("/ready", health::ready);
      DaemonService service =
          new DaemonService(
              config,
              stateDir,
              gateway,
              planner,
              new ExplainWriter(),
              journal,
              Clock.systemUTC(),
              heartbeat,
              observers,
              configOption,
              List.of(metrics::reloaded));
      stopOnSignal(service, done);
      Optional<LocalHttp> http = HttpFront.start(config, routes);
      try {
        service.run();
      } finally {
        http.ifPresent(LocalHttp::close);
      }
    } finally {
      done.countDown();
    }
    return ExitCodes.OK;
  }

  private static void stopOnSignal(DaemonService service, CountDownLatch done) {
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
  }
}
