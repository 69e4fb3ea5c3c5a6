package io.rltune.daemon.tune;

import static java.util.Objects.requireNonNull;

import io.rltune.daemon.experience.ExperienceStore;
import io.rltune.daemon.history.History;
import io.rltune.model.Sha256;
import io.rltune.policy.train.TrainerLauncher;
import io.rltune.sim.trace.TraceFormat;
import io.rltune.sim.train.CandidateGate;
import io.rltune.sim.train.GateVerdict;
import io.rltune.sim.train.PpoTraining;
import io.rltune.sim.train.RecordedStates;
import io.rltune.sim.train.TraceSection;
import io.rltune.sim.train.TrainingOptions;
import io.rltune.sim.workload.WorkloadJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Trains a candidate on the first part of the recorded weeks and judges it on the rest. Training
 * itself sets the last fifth of what it is given aside; the gate begins there and goes on to weeks
 * that training was not given at all.
 */
final class Tuning {
  /** Of the recorded runs training gets; of these it uses four fifths, 65 % of all. */
  private static final double GIVEN = 0.8125;

  private static final double USED_OF_GIVEN = 0.8;

  /** A fifth of what training uses: steps must stay small. */
  private static final String LEARNING_RATE = "2e-4";

  private final RecordedWeeks weeks;
  private final PolicyInForce inForce;
  private final Path directory;
  private final Consumer<String> log;
  private Optional<Path> experience = Optional.empty();

  /**
   * Prepares.
   *
   * @param directory for what is made on the way; must be there
   * @param log gets lines for people
   */
  Tuning(RecordedWeeks weeks, PolicyInForce inForce, Path directory, Consumer<String> log) {
    this.weeks = requireNonNull(weeks, "weeks");
    this.inForce = requireNonNull(inForce, "inForce");
    this.directory = requireNonNull(directory, "directory");
    this.log = requireNonNull(log, "log");
  }

  private Path trace(String name) {
    return directory.resolve(name + ".txt");
  }

  private Path cluster() {
    return directory.resolve("cluster.yaml");
  }

  private int given() {
    return (int) (GIVEN * weeks.runs().size());
  }

  /** Writes what training and gate read. */
  void prepare() throws IOException {
    weeks.writeCluster(cluster());
    weeks.writeTrace(trace("given"), given());
    weeks.writeTrace(trace("all"), weeks.runs().size());
  }

  /**
   * Lets training learn also from what the policy in force chose in earnest, as far as that is of
   * before the weeks that the gate judges by.
   *
   * @param queues what the daemon recorded
   * @param history when jobs started
   * @return states found
   */
  int learnFrom(ExperienceStore queues, History history) throws IOException {
    List<WorkloadJob> given = load("given").trace().jobs();
    RecordedStates states =
        RecordedQueues.join(
            queues,
            history,
            given,
            weeks.runsOf(given),
            used(given.size()),
            Sha256.of(inForce.bytes()));
    if (!states.states().isEmpty()) {
      experience = Optional.of(directory.resolve("experience.bin"));
      states.write(experience.get());
    }
    return states.states().size();
  }

  /** Of so many jobs that training is given, those that it uses. */
  private static int used(int given) {
    return (int) (USED_OF_GIVEN * given);
  }

  /** Trains in a child process. */
  void train(TrainerLauncher launcher, Path candidate, TuneRun.Request request)
      throws IOException, InterruptedException {
    launcher.run(PpoTraining.class.getName(), arguments(candidate, request), log);
  }

  /** What the child is asked for. */
  List<String> arguments(Path candidate, TuneRun.Request request) throws IOException {
    Path init = directory.resolve("in-force.zip");
    Files.write(init, inForce.bytes());
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--trace", trace("given").toString(), "--format", "sacct"));
    arguments.addAll(List.of("--cluster", cluster().toString(), "--init", init.toString()));
    arguments.addAll(List.of("--out", candidate.toString(), "--name", "rltune-tuned"));
    arguments.addAll(List.of("--minutes", Double.toString(request.minutes())));
    arguments.addAll(List.of("--iterations", Integer.toString(request.epochs())));
    arguments.addAll(List.of("--seed", Long.toString(request.seed())));
    arguments.addAll(List.of("--learning-rate", LEARNING_RATE));
    experience.ifPresent(file -> arguments.addAll(List.of("--experience", file.toString())));
    return arguments;
  }

  /**
   * Judges a candidate on what it was not trained on.
   *
   * @param steering {@code rltune-greedy} or {@code rltune-order}
   */
  GateVerdict judge(Path candidate, String steering) throws IOException {
    TrainingOptions.Loaded all = load("all");
    int used = used(load("given").trace().jobs().size());
    TraceSection unseen =
        new TraceSection(
            "recorded", all.cluster(), all.trace().jobs(), used, all.trace().jobs().size());
    log.accept("judges by %d recorded jobs that it was not trained on".formatted(unseen.length()));
    Path current = directory.resolve("in-force.zip");
    Files.write(current, inForce.bytes());
    return CandidateGate.of(steering).judge(Optional.of(current), candidate, unseen, log);
  }

  private TrainingOptions.Loaded load(String name) throws IOException {
    return new TrainingOptions.Source(trace(name), TraceFormat.SACCT, cluster())
        .load(Integer.MAX_VALUE);
  }
}
