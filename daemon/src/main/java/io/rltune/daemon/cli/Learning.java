package io.rltune.daemon.cli;

import io.rltune.daemon.accounting.PastImport;
import io.rltune.daemon.accounting.PastLearner;
import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.experience.ExperienceRecorder;
import io.rltune.daemon.history.History;
import io.rltune.daemon.metrics.Metrics;
import io.rltune.daemon.service.DaemonObserver;
import io.rltune.daemon.service.DaemonService;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Wiring;
import io.rltune.daemon.tune.PolicyWatch;
import io.rltune.daemon.tune.TunedPolicies;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a running daemon learns in the background: runs of before from slurmdbd, how a tuned policy
 * does, and queues with what was chosen of them.
 */
final class Learning implements AutoCloseable {
  private static final Duration BETWEEN_TRIES = Duration.ofMinutes(10);

  private final Optional<PastLearner> past;
  private final Optional<PolicyWatch> watch;
  private final Optional<ExperienceRecorder> recorder;

  private Learning(
      Optional<PastLearner> past,
      Optional<PolicyWatch> watch,
      Optional<ExperienceRecorder> recorder) {
    this.past = past;
    this.watch = watch;
    this.recorder = recorder;
  }

  /**
   * Prepares what the configuration asks for.
   *
   * @param service the daemon, once it is there
   * @param policyChanged told when another policy is in force
   */
  static Learning of(
      Config config,
      StateDir stateDir,
      History history,
      Metrics metrics,
      Supplier<DaemonService> service,
      Runnable policyChanged)
      throws IOException {
    return new Learning(
        past(config, history, () -> service.get().relearn()),
        watch(config, stateDir, history, metrics, service, policyChanged),
        ExperienceRecorder.of(config, stateDir));
  }

  private static Optional<PastLearner> past(Config config, History history, Runnable learnt)
      throws IOException {
    Duration span = config.get(Settings.FROM_SLURMDBD);
    if (span.isZero()) {
      return Optional.empty();
    }
    PastImport questions =
        new PastImport(
            history,
            Wiring.sacct(config),
            span,
            Clock.systemUTC(),
            System.getProperty("user.name"));
    return Optional.of(new PastLearner(questions, BETWEEN_TRIES, learnt));
  }

  private static Optional<PolicyWatch> watch(
      Config config,
      StateDir stateDir,
      History history,
      Metrics metrics,
      Supplier<DaemonService> service,
      Runnable policyChanged)
      throws IOException {
    if (!config.get(Settings.TUNE_APPLY)) {
      return Optional.empty();
    }
    PolicyWatch.PolicyNotes notes =
        new PolicyWatch.PolicyNotes() {
          @Override
          public void inForce(String text, double ratio) {
            service.get().policy(text);
            metrics.policy(!text.isEmpty(), ratio);
          }

          @Override
          public void takenBack(String why) {
            service.get().policyTakenBack(why);
            metrics.policyTakenBack();
          }
        };
    Runnable changed =
        () -> {
          service.get().relearn();
          policyChanged.run();
        };
    return Optional.of(
        new PolicyWatch(
            new TunedPolicies(stateDir.path()),
            history,
            Clock.systemUTC(),
            PolicyWatch.ownThread(),
            changed,
            notes));
  }

  /** Who has to be told of cycles. */
  List<DaemonObserver> observers() {
    List<DaemonObserver> observers = new ArrayList<>();
    past.ifPresent(observers::add);
    watch.ifPresent(observers::add);
    recorder.ifPresent(observers::add);
    return observers;
  }

  /** Takes over the modes of a configuration that is now in force. */
  void reloaded(Config config) {
    recorder.ifPresent(own -> own.reloaded(config));
  }

  @Override
  public void close() throws InterruptedException, IOException {
    if (past.isPresent()) {
      past.get().close();
    }
    if (watch.isPresent()) {
      watch.get().close();
    }
    if (recorder.isPresent()) {
      recorder.get().close();
    }
  }
}
