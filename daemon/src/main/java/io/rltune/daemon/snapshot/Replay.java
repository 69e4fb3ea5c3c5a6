package io.rltune.daemon.snapshot;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.plan.Plan;
import io.rltune.plan.Planner;
import io.rltune.policy.HeuristicScorers;
import io.rltune.policy.JobScorer;
import io.rltune.policy.NetworkScorer;
import io.rltune.policy.features.FeatureRows;
import io.rltune.policy.net.PolicyFile;
import io.rltune.solver.PlacementResult.Status;
import io.rltune.solver.PlacementSolver;
import io.rltune.solver.PlacementSolvers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;

/** Makes the plan of a saved cycle again. */
public final class Replay {
  /** Code that has just been loaded is slow: what the daemon solved in time is tried so often. */
  private static final int TRIES = 3;

  private Replay() {}

  /**
   * What came of it.
   *
   * @param plan the plan made now
   * @param digest its digest
   * @param lines the plan as text
   * @param differences lines that differ from the recorded plan, empty where the plan is the same
   * @param why what may explain a difference, or empty
   */
  public record Result(
      Plan plan, String digest, List<String> lines, List<String> differences, String why) {
    public boolean same() {
      return differences.isEmpty();
    }
  }

  /**
   * Plans the recorded input.
   *
   * @throws IOException where the file holds no usable policy
   */
  public static Result run(CycleRecord record) throws IOException {
    return run(record, PlacementSolvers.create(record.solver()));
  }

  static Result run(CycleRecord record, PlacementSolver solver) throws IOException {
    Planner planner = new Planner(record.settings(), scorer(record), solver);
    boolean solvedInTime = record.plan().solve().status() != Status.TIME_LIMIT;
    Plan plan = planner.plan(record.snapshot(), record.context());
    for (int i = 1; i < TRIES && solvedInTime && ranOutOfTime(plan); i++) {
      plan = planner.plan(record.snapshot(), record.context());
    }
    List<String> differences = PlanText.differences(record.plan(), plan);
    boolean timed = !solvedInTime || ranOutOfTime(plan);
    String why =
        timed && !differences.isEmpty()
            ? "a solve stopped at its time limit ("
                + record.settings().limits().timeLimitMs()
                + " ms): how far it gets by then depends on the machine"
            : "";
    return new Result(plan, PlanText.digest(plan), PlanText.lines(plan), differences, why);
  }

  private static boolean ranOutOfTime(Plan plan) {
    return plan.solve().status() == Status.TIME_LIMIT;
  }

  private static JobScorer scorer(CycleRecord record) throws IOException {
    if (!record.policyZip().isEmpty()) {
      byte[] zip = Base64.getDecoder().decode(record.policyZip());
      NetworkScorer network = new NetworkScorer(PolicyFile.read(new ByteArrayInputStream(zip)));
      return new KeptFeatures(network, FeatureRows.ofBase64(record.features()));
    }
    return HeuristicScorers.byName(record.policy())
        .orElseThrow(
            () ->
                new IOException(
                    "the snapshot names policy '"
                        + record.policy()
                        + "' but does not hold it: save it with 'rltune snapshot'"));
  }

  /** The recorded network on the recorded features: what the daemon had learnt is in them. */
  private record KeptFeatures(NetworkScorer network, FeatureRows features) implements JobScorer {
    @Override
    public String name() {
      return network.name();
    }

    @Override
    public double[] score(ClusterSnapshot snapshot, List<Job> candidateList) {
      if (features.jobCount() != candidateList.size()) {
        throw new IllegalStateException(
            "the snapshot holds features of "
                + features.jobCount()
                + " jobs, but "
                + candidateList.size()
                + " are to be scored: it is not what the daemon saw");
      }
      return network.score(features);
    }
  }
}
