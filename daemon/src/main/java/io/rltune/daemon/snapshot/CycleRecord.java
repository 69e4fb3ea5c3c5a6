package io.rltune.daemon.snapshot;

import static java.util.Objects.requireNonNull;

import io.rltune.model.ClusterSnapshot;
import io.rltune.plan.Plan;
import io.rltune.plan.PlanContext;
import io.rltune.plan.PlannerSettings;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * One cycle: everything the planner was given, and what it made of it. The same input gives the
 * same plan.
 *
 * @param format version of the file format, {@link #FORMAT}
 * @param rltune release that wrote it
 * @param mode mode of the daemon, lower case
 * @param cycle number of the cycle since the daemon's start; 0 outside the daemon
 * @param policy who scored, as {@code policy.name} says
 * @param policyZip the policy file in base64, so that a replay needs no other; empty where {@code
 *     policy} is a heuristic, or where the file never leaves the daemon
 * @param solver {@code scip} or {@code greedy}
 * @param hashed whether names of users, accounts and jobs are hashed
 * @param settings of the planner
 * @param snapshot the cluster
 * @param context what RLTune had done before
 * @param features {@code FeatureRows} in base64 that the scores were made from, empty for a
 *     heuristic: they hold what the daemon had learnt by then
 * @param plan the plan
 * @param digest {@link PlanText#digest} of the plan
 */
@RecordBuilder
public record CycleRecord(
    int format,
    String rltune,
    String mode,
    long cycle,
    String policy,
    String policyZip,
    String solver,
    boolean hashed,
    PlannerSettings settings,
    ClusterSnapshot snapshot,
    PlanContext context,
    String features,
    Plan plan,
    String digest)
    implements CycleRecordBuilder.With {
  /** Format that this release reads and writes. */
  public static final int FORMAT = 1;

  public CycleRecord {
    requireNonNull(policy, "policy");
    requireNonNull(policyZip, "policyZip");
    requireNonNull(settings, "settings");
    requireNonNull(snapshot, "snapshot");
    requireNonNull(context, "context");
    requireNonNull(features, "features");
    requireNonNull(plan, "plan");
  }

  /** The same cycle with another input and its plan. */
  CycleRecord with(
      boolean nowHashed,
      PlannerSettings newSettings,
      ClusterSnapshot newSnapshot,
      PlanContext newContext,
      Plan newPlan) {
    return with(
        changed ->
            changed
                .hashed(nowHashed)
                .settings(newSettings)
                .snapshot(newSnapshot)
                .context(newContext)
                .plan(newPlan)
                .digest(PlanText.digest(newPlan)));
  }
}
