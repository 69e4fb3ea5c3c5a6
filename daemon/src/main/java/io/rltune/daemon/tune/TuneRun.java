package io.rltune.daemon.tune;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Mode;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.experience.ExperienceStore;
import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.WorkDirectory;
import io.rltune.daemon.snapshot.CycleFile;
import io.rltune.model.Sha256;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.train.TrainerLauncher;
import io.rltune.sim.train.GateVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** {@code rltune tune} from the recorded weeks to a policy in force, or to the reason why not. */
public final class TuneRun {
  /** Fewer leave too little to judge by. */
  static final int LEAST_RUNS = 9_200;

  private static final double MINUTES_TO_LOAD_AND_SAVE = 15;
  private static final int HEAP_MB = 1_500;

  private final Config config;
  private final StateDir stateDir;
  private final Consumer<String> log;

  /** For one configuration. */
  public TuneRun(Config config, Consumer<String> log) {
    this.config = config;
    this.stateDir = new StateDir(config.get(Settings.STATE_DIR));
    this.log = log;
  }

  /**
   * What is asked for.
   *
   * @param candidate a policy to judge instead of training one
   * @param out where the candidate is left
   * @param minutes time to train for
   * @param epochs most iterations to train for: where they end before the time does, the same
   *     recorded weeks and seed give the same candidate
   * @param seed of the training
   * @param past how far back to look
   * @param apply whether an accepted candidate is put in force
   */
  public record Request(
      Optional<Path> candidate,
      Path out,
      double minutes,
      int epochs,
      long seed,
      Duration past,
      boolean apply) {}

  /**
   * What came of it.
   *
   * @param candidate its file
   * @param verdict of the gate
   * @param inForce the policy put in force; empty where none was
   */
  public record Result(Path candidate, GateVerdict verdict, Optional<LivePolicy> inForce) {}

  /**
   * Tunes.
   *
   * @throws TooFewRunsException where there is too little to learn from
   */
  public Result run(Request request) throws IOException, InterruptedException {
    PolicyInForce inForce = PolicyInForce.of(config);
    RecordedWeeks weeks = weeks(request);
    log.accept(
        "%d runs of %d users recorded; in force: %s"
            .formatted(
                weeks.runs().size(),
                weeks.runs().stream().map(JobRun::user).distinct().count(),
                inForce.name()));
    if (weeks.runs().size() < LEAST_RUNS) {
      throw new TooFewRunsException(weeks.runs().size(), LEAST_RUNS);
    }
    try (WorkDirectory work = WorkDirectory.create(stateDir.path(), "tuning")) {
      Tuning tuning = new Tuning(weeks, inForce, work.path(), log);
      tuning.prepare();
      Path candidate = candidate(request, tuning, work.path());
      PolicyFile.read(candidate);
      boolean lists = config.get(Settings.MODE) == Mode.ENFORCE;
      GateVerdict verdict = tuning.judge(candidate, lists ? "rltune-greedy" : "rltune-order");
      log.accept(verdict.line());
      return new Result(candidate, verdict, apply(request, candidate, verdict));
    }
  }

  private RecordedWeeks weeks(Request request) throws IOException {
    long from = Instant.now().minus(request.past()).getEpochSecond();
    try (History history = History.reading(stateDir.history())) {
      return RecordedWeeks.read(history, from, CycleFile.read(stateDir.lastCycle()).snapshot());
    }
  }

  private Path candidate(Request request, Tuning tuning, Path work)
      throws IOException, InterruptedException {
    if (request.candidate().isPresent()) {
      return request.candidate().get();
    }
    if (config.get(Settings.TUNE_RECORD)) {
      learnFromQueues(tuning);
    }
    Path trained = work.resolve("candidate.zip");
    Duration limit =
        Duration.ofSeconds((long) (60 * (request.minutes() + MINUTES_TO_LOAD_AND_SAVE)));
    TrainerLauncher launcher =
        new TrainerLauncher(TrainerLauncher.withDefaults(work).classPath(), work, HEAP_MB, limit);
    tuning.train(launcher, trained, request);
    Files.copy(trained, request.out(), StandardCopyOption.REPLACE_EXISTING);
    return request.out();
  }

  /** What cannot be read costs what it would have taught, not the tuning. */
  private void learnFromQueues(Tuning tuning) {
    String without = "; learns from replays alone";
    if (!Files.exists(stateDir.experience())) {
      log.accept("recorded states: none yet" + without);
      return;
    }
    try (ExperienceStore queues = ExperienceStore.reading(stateDir.experience());
        History history = History.reading(stateDir.history())) {
      if (tuning.learnFrom(queues, history) == 0) {
        log.accept("recorded states: none of the policy in force in these weeks" + without);
      }
    } catch (IOException e) {
      log.accept(e.getMessage() + without);
    }
  }

  private Optional<LivePolicy> apply(Request request, Path candidate, GateVerdict verdict)
      throws IOException {
    if (!request.apply() || !verdict.accepted()) {
      return Optional.empty();
    }
    String base = Sha256.of(PolicyInForce.configured(config).bytes());
    LivePolicy live =
        new TunedPolicies(stateDir.path())
            .promote(candidate, base, verdict.line(), Instant.now().getEpochSecond());
    log.accept(
        config.get(Settings.TUNE_APPLY)
            ? "in force from the daemon's next cycle on: " + live.name()
            : live.name() + " is kept, but tune.apply is false: the daemon does not use it");
    return Optional.of(live);
  }
}
