package io.rltune.sim.train;

import io.rltune.model.Sha256;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.ppo.PpoOptions;
import io.rltune.policy.ppo.RecordedChoices;
import io.rltune.policy.ppo.Trajectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Makes of what a daemon recorded (docs/adr/030) the choices that a training learns from beside its
 * replays.
 */
final class RecordedExperience {
  /** Fewer are noise. */
  static final int FEWEST_CHOICES = 200;

  private RecordedExperience() {}

  /**
   * Reads and builds.
   *
   * @param file as {@link RecordedStates#write} makes it
   * @param section part of the trace that is trained on
   * @param init file of the policy that training goes on from, by which the choices must have been
   *     made
   * @param hyper numbers of the training
   * @param share most share of an update's decisions that come from here
   * @param log gets one line: how many states and choices are used, or why none are
   * @throws IOException where the file is damaged, of another trace, or of another policy
   */
  static RecordedChoices load(
      Path file,
      TraceSection section,
      Path init,
      PpoOptions.Hyper hyper,
      double share,
      Consumer<String> log)
      throws IOException {
    RecordedStates recorded = RecordedStates.read(file);
    if (recorded.startS().length != section.jobs().size()) {
      throw new IOException(
          "%s is of a trace of %d jobs, this one has %d"
              .formatted(file, recorded.startS().length, section.jobs().size()));
    }
    if (!recorded.policySha256().equals(Sha256.of(Files.readAllBytes(init)))) {
      throw new IOException(file + " is of another policy than " + init);
    }
    List<Trajectory> runs =
        trajectories(RecordedSegments.of(section, recorded), PolicyFile.read(init), hyper);
    int states = runs.stream().mapToInt(run -> run.steps().size()).sum();
    int choices =
        runs.stream().flatMap(run -> run.steps().stream()).mapToInt(s -> s.picks().length).sum();
    if (runs.size() < RecordedSegments.FEWEST || choices < FEWEST_CHOICES) {
      log.accept(
          "recorded states: %d with %d choices in %d segments are too few; learns from replays alone"
              .formatted(states, choices, runs.size()));
      return RecordedChoices.NONE;
    }
    log.accept(
        "recorded states: learns from %d with %d choices in %d segments beside the replays"
            .formatted(states, choices, runs.size()));
    return RecordedChoices.of(runs, hyper.discount(), hyper.lambda(), share);
  }

  private static List<Trajectory> trajectories(
      List<RecordedSegment> segments, Policy policy, PpoOptions.Hyper hyper) {
    Policy explorer =
        new Policy(
            policy.name(),
            policy.network().times(hyper.sharpness()),
            policy.normaliser(),
            Map.of(),
            new byte[0]);
    List<Trajectory> runs = new ArrayList<>();
    for (RecordedSegment segment : segments) {
      Trajectory run = segment.trajectory(runs.size(), explorer, RewardWeights.DEFAULT);
      if (!run.steps().isEmpty()) {
        runs.add(run);
      }
    }
    return runs;
  }
}
