package io.rltune.daemon.cycle;

import static java.util.Objects.requireNonNull;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Mode;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.journal.JournalException;
import io.rltune.daemon.journal.Ledger;
import io.rltune.daemon.journal.PlannedWrite;
import io.rltune.daemon.journal.TouchedJob;
import io.rltune.daemon.journal.TouchedJob.NiceChange;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Placement;
import io.rltune.plan.PlainShadow;
import io.rltune.plan.Plan;
import io.rltune.plan.PlanContext;
import io.rltune.plan.Planner;
import io.rltune.policy.features.FeatureRows;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmException;
import io.rltune.slurm.SlurmGateway;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The main path: read the cluster, plan, write the differences. One call of {@link #run} is one
 * cycle; the caller decides when.
 *
 * <p>No snapshot, no writes: whatever goes wrong while reading ends the cycle with a problem and
 * leaves Slurm alone.
 */
public final class Cycle {
  private final SlurmGateway gateway;
  private final Journal journal;
  private final Ledger ledger;
  private final LeaseKeeper leases;
  private final CoolDowns coolDowns;
  private final EffectCheck effects;
  private final Clock clock;
  private WriteRules rules;
  private Planner planner;
  private WriteBuilder writeBuilder;
  private Committer committer;
  private final PlainShadow shadow = new PlainShadow();
  private double guardMultiple;
  private List<Placement> lastStarts = List.of();
  private long number;

  public Cycle(
      Config config,
      SlurmGateway gateway,
      Planner planner,
      Journal journal,
      Ledger ledger,
      WritePacer pacer,
      Clock clock) {
    this.gateway = requireNonNull(gateway, "gateway");
    this.journal = requireNonNull(journal, "journal");
    this.ledger = requireNonNull(ledger, "ledger");
    this.clock = requireNonNull(clock, "clock");
    this.coolDowns = new CoolDowns();
    this.leases = new LeaseKeeper(ledger, config.get(Settings.LEASE_COOLDOWN).toSeconds());
    this.effects = new EffectCheck(coolDowns, config.get(Settings.REJECTED_COOLDOWN).toSeconds());
    configure(config, planner, pacer);
  }

  /**
   * Takes other settings from the next cycle on. What is known of jobs, leases and refusals stays.
   */
  public void configure(Config config, Planner newPlanner, WritePacer pacer) {
    planner = requireNonNull(newPlanner, "planner");
    rules = new WriteRules(config);
    guardMultiple = config.get(Settings.GUARD_MULTIPLE);
    shadow.backfillWindowS(config.get(Settings.BACKFILL_WINDOW).toSeconds());
    long rejectedCoolDownS = config.get(Settings.REJECTED_COOLDOWN).toSeconds();
    leases.coolDown(config.get(Settings.LEASE_COOLDOWN).toSeconds());
    effects.coolDown(rejectedCoolDownS);
    writeBuilder =
        new WriteBuilder(
            rules,
            config.get(Settings.GAP),
            config.get(Settings.HYSTERESIS),
            ledger,
            siteFactorWritable());
    committer =
        new Committer(
            gateway,
            journal,
            ledger,
            pacer,
            coolDowns,
            rejectedCoolDownS,
            config.get(Settings.LEASE_TTL).toSeconds());
  }

  /** Takes another planner from the next cycle on; all else stays. */
  public void planBy(Planner newPlanner) {
    planner = requireNonNull(newPlanner, "planner");
  }

  /** What we set must not look to the policy as if its user had. */
  private ClusterSnapshot withOwnNice(ClusterSnapshot snapshot) {
    Map<Long, NiceChange> changes = new HashMap<>();
    ledger.all().forEach(job -> job.nice().ifPresent(nice -> changes.put(job.jobId(), nice)));
    if (changes.isEmpty()) {
      return snapshot;
    }
    List<Job> jobs = new ArrayList<>();
    for (Job job : snapshot.jobs()) {
      NiceChange change = changes.get(job.id());
      boolean ours = change != null && change.ours() == job.nice();
      jobs.add(ours ? job.withNice(change.before()) : job);
    }
    return snapshot.withJobs(jobs);
  }

  private boolean siteFactorWritable() {
    return gateway.canWrite(new JobUpdate.SiteFactor(1, 1));
  }

  /** Whether any job may be written to at all. */
  public boolean writesPriorities() {
    return rules.most().writesPriorities();
  }

  /**
   * Runs one cycle.
   *
   * @param gate whether writes are allowed at this moment (the pause file closes it)
   */
  public CycleReport run(Committer.Gate gate) {
    number++;
    long begin = System.nanoTime();
    long at = clock.instant().getEpochSecond();
    if (rules.most() == Mode.OFF) {
      return report(
          at,
          begin,
          begin,
          Optional.empty(),
          PlanContext.EMPTY,
          Optional.empty(),
          CommitReport.NOTHING,
          "");
    }
    ClusterSnapshot snapshot;
    try {
      snapshot = gateway.snapshot();
    } catch (SlurmException e) {
      return report(
          at,
          begin,
          begin,
          Optional.empty(),
          PlanContext.EMPTY,
          Optional.empty(),
          CommitReport.NOTHING,
          e.getMessage());
    }
    long read = System.nanoTime();
    try {
      ledger.observe(snapshot);
      long now = snapshot.takenAt();
      effects.check(snapshot, now);
      shadow.observe(snapshot, job -> ownPriority(job, now), planner.expectedRunS(snapshot));
      Map<Long, String> drops = leases.endings(snapshot, job -> rules.mode(job).writesLeases());
      // Reported as it was planned, so that a replay starts from the same.
      ClusterSnapshot planned = withOwnNice(snapshot);
      PlanContext context = context(drops.keySet(), now);
      Plan plan = planner.plan(planned, context);
      lastStarts = plan.starts();
      drops = new HashMap<>(drops);
      drops.putAll(plan.drops());
      leases.noteEnded(drops.keySet(), now);
      CommitReport commit = CommitReport.NOTHING;
      if (writesPriorities()) {
        // While paused only node lists are still taken back: a lease must not outlive its reason.
        List<PlannedWrite> writes =
            gate.isOpen()
                ? writeBuilder.build(snapshot, plan, drops)
                : writeBuilder.clearing(snapshot, allLeases("paused"));
        Committer.Gate open = gate.isOpen() ? gate : () -> true;
        commit = committer.commit(number, now, writes, open);
        effects.remember(commit.done(), snapshot);
      }
      String problem = commit.stop().map(error -> "writing stopped: " + error).orElse("");
      return report(
          at, begin, read, Optional.of(planned), context, Optional.of(plan), commit, problem);
    } catch (JournalException e) {
      return report(
          at,
          begin,
          read,
          Optional.of(snapshot),
          PlanContext.EMPTY,
          Optional.empty(),
          CommitReport.NOTHING,
          e.getMessage());
    }
  }

  private Map<Long, String> allLeases(String why) {
    Map<Long, String> all = new HashMap<>();
    ledger.leases().keySet().forEach(jobId -> all.put(jobId, why));
    return all;
  }

  private PlanContext context(Set<Long> ending, long now) {
    return new PlanContext(leases.standing(ending), coolDowns.at(now), leases.withoutLease(now))
        .withDueS(Optional.of(shadow.dueS(guardMultiple)))
        .withLastStarts(lastStarts);
  }

  /** What Slurm alone would give it; a priority that we fixed tells nothing, so age decides. */
  private long ownPriority(Job job, long now) {
    TouchedJob touched = ledger.of(job.id(), now);
    if (touched.fixedPriority()) {
      return 0;
    }
    // A higher nice value lowers the priority by as much.
    long niced =
        touched
            .nice()
            .filter(nice -> nice.ours() == job.nice())
            .map(nice -> (long) nice.ours() - nice.before())
            .orElse(0L);
    return job.priority() - touched.siteFactor() + niced;
  }

  /** Writes confirmed since the journal began. */
  public long confirmedWrites() {
    return journal.confirmedWrites();
  }

  private CycleReport report(
      long at,
      long begin,
      long read,
      Optional<ClusterSnapshot> snapshot,
      PlanContext context,
      Optional<Plan> plan,
      CommitReport commit,
      String problem) {
    return new CycleReport(
        number,
        at,
        snapshot,
        context,
        plan.isEmpty() ? FeatureRows.NONE : planner.lastFeatures(),
        plan.isEmpty() ? "" : planner.policyDigest(),
        shadow.starts(),
        plan,
        commit,
        problem,
        (read - begin) / 1e6,
        (System.nanoTime() - begin) / 1e6);
  }
}
