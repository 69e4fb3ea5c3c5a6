package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.history.History;
import io.rltune.daemon.http.LocalHttp;
import io.rltune.daemon.http.Response;
import io.rltune.daemon.http.Route;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.metrics.Metrics;
import io.rltune.daemon.metrics.MetricsObserver;
import io.rltune.daemon.page.PageRoutes;
import io.rltune.daemon.service.CycleKeeper;
import io.rltune.daemon.service.DaemonObserver;
import io.rltune.daemon.service.DaemonService;
import io.rltune.daemon.service.HealthRoutes;
import io.rltune.daemon.service.Heartbeat;
import io.rltune.daemon.service.HttpFront;
import io.rltune.daemon.service.JournalRescue;
import io.rltune.daemon.service.Locks;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Status;
import io.rltune.daemon.service.Wiring;
import io.rltune.daemon.systemd.ServiceManager;
import io.rltune.daemon.systemd.ServiceManagerObserver;
import io.rltune.daemon.systemd.Watchdog;
import io.rltune.plan.Planner;
import io.rltune.slurm.SlurmGateway;
import io.rltune.slurm.SlurmGateways;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rltune daemon}: the service. */
@Command(
    name = "daemon",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the service in the foreground until SIGTERM, then takes back what it left on pending jobs.",
      "SIGHUP: reads the configuration again; a bad one is refused and the old one stays."
    })
final class DaemonCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonCommand.class);
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  @Mixin private ConfigOption configOption;

  @Option(
      names = "--standby",
      description = "While another daemon is active, wait and take over when it dies.")
  private boolean standby;

  private final ServiceManager manager = ServiceManager.of(System.getenv());
  private final Metrics metrics = new Metrics();
  private final Signals signals = new Signals();
  private boolean waited;

  @Override
  public Integer call() throws Exception {
    Config config = configOption.load();
    Planner planner = configOption.planner(config);
    StateDir stateDir = StateDir.create(config.get(Settings.STATE_DIR));
    Heartbeat heartbeat =
        new Heartbeat(
            System::nanoTime,
            Heartbeat.limitFor(
                config.get(Settings.INTERVAL), config.get(Settings.REQUEST_TIMEOUT)));
    HealthRoutes health = new HealthRoutes(heartbeat);
    PageRoutes pages =
        new PageRoutes(
            stateDir.journal(),
            config.get(Settings.HTTP_USER_HEADER),
            config.get(Settings.HTTP_ADMINS));
    signals.install();
    try (Watchdog watchdog = Watchdog.start(manager, heartbeat::isAlive)) {
      Optional<LocalHttp> http = HttpFront.start(config, routes(health, pages));
      try {
        Optional<Locks> locks = locks(config, stateDir, health, heartbeat);
        if (locks.isPresent()) {
          try (Locks held = locks.get()) {
            Config active = waited ? asItIsNow(config) : config;
            boolean upgraded = History.upgrade(stateDir.history());
            serve(
                active,
                waited || upgraded ? configOption.planner(active) : planner,
                stateDir,
                heartbeat,
                health,
                pages);
          }
        }
      } finally {
        http.ifPresent(LocalHttp::close);
      }
    } finally {
      signals.done();
    }
    return ExitCodes.OK;
  }

  /**
   * A standby may have waited for days: the configuration counts as it is at the takeover. What
   * cannot change any more, where the state and the cluster are, must be as it was.
   */
  private Config asItIsNow(Config atStart) {
    try {
      Config now = configOption.load();
      Wiring.planner(now);
      List<String> moved = atStart.needingRestart(now);
      if (moved.isEmpty()) {
        return now;
      }
      LOG.error(
          "{} changed while this standby waited and need its restart; the old configuration stands",
          moved);
    } catch (ConfigException e) {
      e.problems().forEach(problem -> LOG.error("the old configuration stands: {}", problem));
    }
    return atStart;
  }

  private void serve(
      Config config,
      Planner planner,
      StateDir stateDir,
      Heartbeat heartbeat,
      HealthRoutes health,
      PageRoutes pages)
      throws Exception {
    JournalRescue rescue = new JournalRescue(stateDir);
    List<String> startAlerts = new ArrayList<>();
    try (Journal journal = rescue.open(Instant.now().getEpochSecond(), startAlerts);
        CycleKeeper keeper = CycleKeeper.open(config, stateDir, Version.number());
        SlurmGateway gateway = SlurmGateways.open(Wiring.slurm(config))) {
      List<DaemonObserver> observers = new ArrayList<>();
      observers.add(new MetricsObserver(metrics, stateDir, gateway));
      observers.add(health);
      observers.add(new ServiceManagerObserver(manager));
      observers.add(keeper);
      AtomicReference<DaemonService> running = new AtomicReference<>();
      Learning learning =
          Learning.of(
              config,
              stateDir,
              keeper.history(),
              metrics,
              running::get,
              () -> showScoresOf(config, keeper, pages));
      observers.addAll(learning.observers());
      pages.show(keeper, Wiring.scorer(config));
      DaemonService service =
          new DaemonService(
              config,
              stateDir,
              gateway,
              planner,
              journal,
              Clock.systemUTC(),
              heartbeat,
              observers,
              configOption,
              List.of(metrics::reloaded, ok -> follow(keeper, learning, pages, ok)),
              rescue,
              startAlerts);
      running.set(service);
      signals.onStop(
          () -> {
            manager.stopping();
            service.stop();
          });
      signals.onReload(service::reload);
      manager.ready("active");
      try {
        service.run();
      } finally {
        pages.hide();
        learning.close();
      }
    }
  }

  /** Explanations of the page by the policy that is in force now. */
  private static void showScoresOf(Config config, CycleKeeper keeper, PageRoutes pages) {
    try {
      pages.show(keeper, Wiring.scorer(config));
    } catch (ConfigException e) {
      LOG.warn("the page explains by the policy before: {}", e.getMessage());
    }
  }

  /** After a good reload the files of the last cycle name the settings that are now in force. */
  private void follow(CycleKeeper keeper, Learning learning, PageRoutes pages, boolean ok) {
    if (ok) {
      try {
        Config config = configOption.load();
        keeper.reloaded(config);
        learning.reloaded(config);
        pages.show(keeper, Wiring.scorer(config));
      } catch (ConfigException e) {
        // Changed once more since it was checked a moment ago: the next reload will tell.
        LOG.warn("{}", e.getMessage());
      }
    }
  }

  private Map<String, Route> routes(HealthRoutes health, PageRoutes pages) {
    Map<String, Route> routes = new LinkedHashMap<>();
    routes.put("/metrics", request -> Response.ok(PROMETHEUS, metrics.scrape()));
    routes.put("/health", health::health);
    routes.put("/ready", health::ready);
    routes.putAll(pages.routes());
    return routes;
  }

  /**
   * The locks, at once or, as a standby, when their holder dies; empty when told to stop before.
   */
  private Optional<Locks> locks(
      Config config, StateDir stateDir, HealthRoutes health, Heartbeat heartbeat) throws Exception {
    List<Path> files = Locks.files(stateDir, config.get(Settings.ENDPOINT), System.getenv());
    if (!standby && !config.get(Settings.STANDBY)) {
      return Optional.of(
          Locks.tryTake(files, DaemonCommand::refuse)
              .orElseThrow(() -> new IllegalStateException("no lock")));
    }
    CountDownLatch stop = new CountDownLatch(1);
    signals.onStop(stop::countDown);
    String[] told = {""};
    Optional<Locks> locks =
        Locks.await(
            files,
            config.get(Settings.INTERVAL),
            stop,
            (file, holder) -> {
              heartbeat.beat();
              waited = true;
              if (!told[0].equals(holder)) {
                told[0] = holder;
                Status status =
                    Status.standby(
                        Instant.now().getEpochSecond(),
                        config.get(Settings.MODE).name().toLowerCase(Locale.ROOT),
                        holder);
                health.status(status);
                metrics.observe(status);
                LOG.info("standby: {} is held by {}", file, holder);
                manager.ready("standby: " + holder + " is active");
              }
            });
    locks.ifPresent(taken -> LOG.info("active: the locks are ours"));
    return locks;
  }

  private static void refuse(Path file, String holder) {
    throw new IllegalStateException(
        "another rltune daemon ("
            + holder
            + ") holds "
            + file
            + "; one daemon steers one cluster (daemon.standby: true waits for it)");
  }
}
