package io.rltune.daemon.cycle;

import io.rltune.daemon.config.Mechanism;
import io.rltune.daemon.journal.Ledger;
import io.rltune.daemon.journal.PlannedWrite;
import io.rltune.daemon.journal.TouchedJob;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Placement;
import io.rltune.model.Veto;
import io.rltune.plan.OrderDiff;
import io.rltune.plan.OrderDiff.Ranked;
import io.rltune.plan.OrderHysteresis;
import io.rltune.plan.Plan;
import io.rltune.plan.Plan.RankedJob;
import io.rltune.slurm.JobUpdate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The differences between what a plan wants and what Slurm has, most urgent first: leases to clear,
 * undo of jobs no longer managed, new leases, then priorities from the head of the order down.
 */
final class WriteBuilder {
  /** Queues up to this length get the configured gap. */
  private static final long FULL_GAP_JOBS = 50;

  private static final long MOST_NICE = 2_147_483_645L;

  private final WriteRules rules;
  private final long gap;
  private final OrderHysteresis hysteresis;
  private final Ledger ledger;
  private final boolean siteFactorWritable;

  /**
   * Sets up.
   *
   * @param siteFactorWritable false where neither REST nor scontrol can write one (22.05 by REST
   *     alone): the nice value then does its work
   */
  WriteBuilder(
      WriteRules rules, long gap, double hysteresis, Ledger ledger, boolean siteFactorWritable) {
    this.rules = rules;
    this.gap = gap;
    this.hysteresis = new OrderHysteresis(hysteresis);
    this.ledger = ledger;
    this.siteFactorWritable = siteFactorWritable;
  }

  /**
   * Builds the writes of one cycle.
   *
   * @param drops leases to clear, with the reason; those of the plan are among them
   */
  List<PlannedWrite> build(ClusterSnapshot snapshot, Plan plan, Map<Long, String> drops) {
    Map<Long, Job> pending = new HashMap<>();
    snapshot.pendingJobs().forEach(job -> pending.put(job.id(), job));
    List<PlannedWrite> writes = clearing(snapshot, drops);
    addUndo(plan, pending, snapshot.takenAt(), writes);
    WriteRules.Quota quota = rules.quota();
    addLeases(plan, pending, drops.keySet(), quota, writes);
    addOrder(plan, pending, snapshot.takenAt(), quota, writes);
    return writes;
  }

  /**
   * The writes that clear leases of pending jobs. A held one keeps its list until it is released:
   * nothing is written to it.
   */
  List<PlannedWrite> clearing(ClusterSnapshot snapshot, Map<Long, String> drops) {
    List<PlannedWrite> writes = new ArrayList<>();
    for (Job job : snapshot.pendingJobs()) {
      String why = drops.get(job.id());
      if (why != null && (!job.isHeld() || job.isHeldByItsNodeList())) {
        String old = String.join(",", job.constraints().requiredNodes());
        writes.add(new PlannedWrite(new JobUpdate.ClearNodeList(job.id()), old, why));
      }
    }
    return writes;
  }

  /** Jobs that an admin has taken out of our hands get Slurm's own priority back. */
  private void addUndo(Plan plan, Map<Long, Job> pending, long now, List<PlannedWrite> writes) {
    for (Map.Entry<Long, Veto> entry : plan.vetoes().entrySet()) {
      Job job = pending.get(entry.getKey());
      TouchedJob touched = ledger.of(entry.getKey(), now);
      if (entry.getValue().kind() == Veto.Kind.EXCLUDED && job != null && !job.isHeld()) {
        writes.addAll(undo(touched, job, "job is now excluded: " + entry.getValue().detail()));
      }
    }
    for (RankedJob entry : plan.order()) {
      Job job = pending.get(entry.jobId());
      if (job != null && !rules.mode(job).writesPriorities()) {
        String why = "mode is now " + rules.mode(job).name().toLowerCase(Locale.ROOT);
        writes.addAll(undo(ledger.of(job.id(), now), job, why));
      }
    }
  }

  /** The updates that give a pending job its own priority back. */
  static List<PlannedWrite> undo(TouchedJob touched, Job job, String why) {
    List<PlannedWrite> writes = new ArrayList<>();
    if (touched.siteFactor() != 0) {
      writes.add(
          new PlannedWrite(
              new JobUpdate.SiteFactor(touched.jobId(), 0),
              Integer.toString(touched.siteFactor()),
              why));
    }
    if (touched.fixedPriority()) {
      writes.add(new PlannedWrite(new JobUpdate.ResetPriority(touched.jobId()), "fixed", why));
    }
    touched
        .nice()
        // Another value is the user's own again.
        .filter(nice -> nice.ours() == job.nice())
        .ifPresent(
            nice ->
                writes.add(
                    new PlannedWrite(
                        new JobUpdate.RestoreNice(touched.jobId(), nice.before()),
                        Integer.toString(nice.ours()),
                        why)));
    return writes;
  }

  private void addLeases(
      Plan plan,
      Map<Long, Job> pending,
      Set<Long> dropped,
      WriteRules.Quota quota,
      List<PlannedWrite> writes) {
    Map<Long, List<String>> standing = ledger.leases();
    for (Placement lease : plan.leases()) {
      Job job = pending.get(lease.jobId());
      if (job != null
          && !standing.containsKey(lease.jobId())
          && !dropped.contains(lease.jobId())
          && job.constraints().requiredNodes().isEmpty()
          && rules.mode(job).writesLeases()
          && quota.take(job)) {
        List<String> nodes = List.copyOf(lease.gpusByNode().keySet());
        writes.add(
            new PlannedWrite(
                new JobUpdate.NodeList(lease.jobId(), nodes),
                "",
                "starts now on " + lease.gpusByNode()));
      }
    }
  }

  private void addOrder(
      Plan plan,
      Map<Long, Job> pending,
      long now,
      WriteRules.Quota quota,
      List<PlannedWrite> writes) {
    List<Ranked> present = new ArrayList<>();
    Map<Long, RankedJob> ranked = new HashMap<>();
    Set<Long> known = new HashSet<>();
    List<RankedJob> managed =
        plan.order().stream().filter(entry -> pending.containsKey(entry.jobId())).toList();
    List<RankedJob> settled =
        hysteresis.settle(
            managed,
            entry -> pending.get(entry.jobId()).priority(),
            jobId -> pending.get(jobId).qos());
    for (RankedJob entry : settled) {
      Job job = pending.get(entry.jobId());
      if (job != null && rules.mode(job).writesPriorities() && known.add(entry.jobId())) {
        present.add(new Ranked(job.id(), job.priority()));
        ranked.put(job.id(), entry);
      }
    }
    for (Ranked change : OrderDiff.changes(present, gapFor(present.size()))) {
      Job job = pending.get(change.jobId());
      RankedJob entry = ranked.get(change.jobId());
      // An absolute priority would overwrite what each partition of the job gives it.
      boolean spoils = mechanism(job) == Mechanism.PRIORITY && job.partitions().size() > 1;
      if (spoils || !quota.take(job)) {
        continue;
      }
      String why =
          switch (entry.role()) {
            case STARTS_NOW -> "starts now";
            case RESERVED -> "first that cannot start yet, nodes are kept for it";
            case WAITS -> "policy score " + String.format("%.3f", entry.score());
          };
      keepNice(job, writes);
      writes.add(new PlannedWrite(priorityUpdate(job, change.priority(), now), old(job, now), why));
    }
  }

  /**
   * A fixed priority sets the user's nice value to 0 behind our back (slurmctld/job_mgr.c). Set by
   * us first, it is in the journal, and comes back with the undo.
   */
  private void keepNice(Job job, List<PlannedWrite> writes) {
    if (mechanism(job) == Mechanism.PRIORITY && job.nice() != 0) {
      writes.add(
          new PlannedWrite(
              new JobUpdate.Nice(job.id(), 0),
              Long.toString(job.nice()),
              "a fixed priority drops the nice value"));
    }
  }

  /**
   * A long queue gets smaller gaps, so that an order never lifts jobs far above those that are not
   * ours.
   */
  private long gapFor(int jobs) {
    return Math.max(1, Math.min(gap, FULL_GAP_JOBS * gap / Math.max(1, jobs)));
  }

  private JobUpdate priorityUpdate(Job job, long target, long now) {
    Mechanism mechanism = mechanism(job);
    if (mechanism == Mechanism.PRIORITY) {
      return new JobUpdate.Priority(job.id(), Math.min(target, JobUpdate.Priority.MAX));
    }
    if (mechanism == Mechanism.NICE) {
      long nice = job.nice() - (target - job.priority());
      return new JobUpdate.Nice(job.id(), (int) Math.max(-MOST_NICE, Math.min(MOST_NICE, nice)));
    }
    long factor = ledger.of(job.id(), now).siteFactor() + target - job.priority();
    long bounded = Math.max(-Integer.MAX_VALUE, Math.min(Integer.MAX_VALUE, factor));
    return new JobUpdate.SiteFactor(job.id(), (int) bounded);
  }

  private String old(Job job, long now) {
    return switch (mechanism(job)) {
      case PRIORITY -> Long.toString(job.priority());
      case NICE -> Long.toString(job.nice());
      case SITE_FACTOR -> Integer.toString(ledger.of(job.id(), now).siteFactor());
    };
  }

  private Mechanism mechanism(Job job) {
    Mechanism wanted = rules.mechanism(job);
    return wanted == Mechanism.SITE_FACTOR && !siteFactorWritable ? Mechanism.NICE : wanted;
  }
}
