package io.rltune.daemon.bench;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.ConfigLoader;
import io.rltune.daemon.cycle.CommitReport;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.experience.ExperienceRecorder;
import io.rltune.daemon.history.History;
import io.rltune.daemon.history.HistoryRecorder;
import io.rltune.daemon.service.CycleKeeper;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Status;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.plan.Plan;
import io.rltune.plan.Plan.RankedJob;
import io.rltune.plan.PlanContext;
import io.rltune.policy.JobScorer;
import io.rltune.policy.NetworkScorer;
import io.rltune.policy.features.FeatureRows;
import io.rltune.policy.history.RuntimeHistory;
import io.rltune.sim.replay.Replay;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.replay.ReplayProgress;
import io.rltune.sim.train.Workload;
import io.rltune.solver.PlacementResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A site's weeks, simulated: {@code rltune-greedy} over a workload with the shipped policy, a cycle
 * a minute, and in a state directory what a daemon in enforce mode with {@code tune.record} leaves
 * there, for {@code rltune tune} to learn from. Without slurmrestd in between, which would take
 * most of the time; rows are kept in the policy's order, for the plan is not to be seen here.
 */
public final class RecordedSite {
  private static final long KEEP_S = 3_650 * 86_400L;

  private static final PlacementResult UNSOLVED =
      new PlacementResult(
          PlacementResult.Status.HEURISTIC, 0, Double.NaN, Double.NaN, 0, List.of(), "");

  private final StateDir stateDir;

  /** A site whose daemon has this state directory. */
  public RecordedSite(StateDir stateDir) {
    this.stateDir = stateDir;
  }

  /** The configuration of the site's daemon, for {@code rltune tune}. */
  public static String yaml(Path stateDir) {
    return """
        daemon: {mode: enforce, state_dir: "%s"}
        tune: {record: true, record_days: 366}
        """
        .formatted(stateDir);
  }

  /**
   * Runs the workload to its end.
   *
   * @return cycles
   */
  public long run(Workload workload, ReplayProgress progress)
      throws IOException, ConfigException, InterruptedException {
    Config config = ConfigLoader.parse(Path.of("site.yaml"), yaml(stateDir.path()));
    Watched watched;
    long cycles;
    try (History history = History.open(stateDir.history());
        ExperienceRecorder recorder = ExperienceRecorder.open(config, stateDir, Runnable::run)) {
      watched = new Watched(new HistoryRecorder(history, KEEP_S, workload.jobs().size()), recorder);
      cycles =
          Replay.run(
                  workload.cluster(),
                  workload.jobs(),
                  ReplayPolicies.greedy(watched::by, workload.past()),
                  ReplayOptions.defaults(),
                  progress)
              .cycles();
    }
    try (CycleKeeper keeper = CycleKeeper.open(config, stateDir, "site", Runnable::run)) {
      keeper.cycle(watched.last.orElseThrow(), status(watched.last.orElseThrow()));
    }
    return cycles;
  }

  /** The policy, with those who take note of what it is asked. */
  private static final class Watched {
    private final HistoryRecorder history;
    private final ExperienceRecorder recorder;
    private Optional<CycleReport> last = Optional.empty();
    private long number;

    Watched(HistoryRecorder history, ExperienceRecorder recorder) {
      this.history = history;
      this.recorder = recorder;
    }

    JobScorer by(RuntimeHistory runtimes) {
      NetworkScorer network = shipped(runtimes);
      return new JobScorer() {
        @Override
        public String name() {
          return network.name();
        }

        @Override
        public double[] score(ClusterSnapshot snapshot, List<Job> candidateList) {
          double[] scores = network.score(snapshot, candidateList);
          cycle(snapshot, candidateList, scores, network);
          return scores;
        }
      };
    }

    private static NetworkScorer shipped(RuntimeHistory runtimes) {
      try {
        return NetworkScorer.ofFile(
            NetworkScorer.shippedFile(), "shipped policy", snapshot -> runtimes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void cycle(
        ClusterSnapshot snapshot, List<Job> jobs, double[] scores, NetworkScorer network) {
      Plan plan = plan(snapshot, jobs, scores);
      FeatureRows features = network.lastFeatures();
      CycleReport report =
          new CycleReport(
              ++number,
              snapshot.takenAt(),
              Optional.of(snapshot),
              PlanContext.EMPTY,
              features,
              network.fileDigest(),
              Map.of(),
              Optional.of(plan),
              CommitReport.NOTHING,
              "",
              0,
              0);
      try {
        history.observe(snapshot, plan, Map.of(), "enforce", 0);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      recorder.cycle(report, status(report));
      last = Optional.of(report);
    }

    private static Plan plan(ClusterSnapshot snapshot, List<Job> jobs, double[] scores) {
      List<RankedJob> order =
          IntStream.range(0, jobs.size())
              .mapToObj(i -> new RankedJob(jobs.get(i).id(), scores[i], Plan.Role.WAITS))
              .sorted(Comparator.comparingDouble(ranked -> -ranked.score()))
              .toList();
      return new Plan(
          snapshot.takenAt(),
          order,
          List.of(),
          List.of(),
          Map.of(),
          List.of(),
          Map.of(),
          UNSOLVED,
          new Plan.Timings(0, 0, 0));
    }
  }

  private static Status status(CycleReport report) {
    return Status.nothingYet(report.at(), "enforce")
        .with(status -> status.cycles(report.cycle()).lastSnapshotAt(report.at()));
  }
}
