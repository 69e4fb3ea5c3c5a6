package io.rltune.daemon.cycle;

import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.journal.Ledger;
import io.rltune.daemon.journal.PlannedWrite;
import io.rltune.daemon.journal.TouchedJob;
import io.rltune.model.Job;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmException;
import io.rltune.slurm.SlurmGateway;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives jobs back what they had: clears our node lists, and undoes our priorities. */
public final class Reverter {
  private static final Logger LOG = LoggerFactory.getLogger("io.rltune.writes");

  private final SlurmGateway gateway;
  private final Journal journal;
  private final Ledger ledger;

  public Reverter(SlurmGateway gateway, Journal journal, Ledger ledger) {
    this.gateway = gateway;
    this.journal = journal;
    this.ledger = ledger;
  }

  /**
   * What a revert did.
   *
   * @param restored jobs that carry nothing of ours any more
   * @param left jobs that still do, with the reason
   * @param slurmFailed whether one of the reasons will meet every other job too, so that trying
   *     again is better than going on
   */
  public record Result(List<Long> restored, List<String> left, boolean slurmFailed) {
    public Result {
      restored = List.copyOf(restored);
      left = List.copyOf(left);
    }
  }

  /** How much to take back. */
  public enum Scope {
    LEASES,
    ALL
  }

  /**
   * Reverts every touched job that is still pending. A job that has started keeps what it has: its
   * node list can no longer be changed without shrinking it, and its priority no longer matters; it
   * stays in the journal in case it is requeued.
   */
  public Result revert(Scope scope, long now, String why) {
    List<Long> restored = new ArrayList<>();
    List<String> left = new ArrayList<>();
    boolean slurmFailed = false;
    for (TouchedJob touched : ledger.all()) {
      if (scope == Scope.LEASES && !touched.hasLease()) {
        continue;
      }
      try {
        Job job = gateway.job(touched.jobId());
        if (!job.state().isPending()) {
          continue;
        }
        List<PlannedWrite> writes =
            writesFor(withoutForeignNice(touched, job), job, scope, why, left);
        Optional<Failure> failure = apply(writes, now);
        if (failure.isPresent() && !waits(touched.jobId())) {
          // Slurm started it in this very moment; as with those that had started before.
          continue;
        }
        if (failure.isPresent()) {
          left.add("job " + touched.jobId() + ": " + failure.get());
          slurmFailed |= Committer.STOPS.contains(failure.get().error().kind());
        } else if (isRestored(ledger.of(touched.jobId(), now), scope)) {
          restored.add(touched.jobId());
        }
      } catch (SlurmException e) {
        if (e.error().kind() == SlurmError.Kind.NO_SUCH_JOB) {
          forget(touched, now);
        } else {
          left.add("job " + touched.jobId() + ": " + e.error());
          slurmFailed |= Committer.STOPS.contains(e.error().kind());
        }
      }
    }
    return new Result(restored, left, slurmFailed);
  }

  private static boolean isRestored(TouchedJob now, Scope scope) {
    return scope == Scope.LEASES ? !now.hasLease() : now.isClean();
  }

  private boolean waits(long jobId) throws SlurmException {
    return gateway.job(jobId).state().isPending();
  }

  private List<PlannedWrite> writesFor(
      TouchedJob touched, Job job, Scope scope, String why, List<String> left) {
    List<PlannedWrite> writes = new ArrayList<>();
    if (touched.hasLease()) {
      List<String> present = job.constraints().requiredNodes();
      String list = String.join(",", present);
      boolean isOurs = new HashSet<>(present).equals(new HashSet<>(touched.lease()));
      if (isOurs && job.isHeld() && !job.isHeldByItsNodeList()) {
        left.add(staysHeld(job, "ReqNodeList '" + list + "'"));
      } else if (isOurs) {
        writes.add(new PlannedWrite(new JobUpdate.ClearNodeList(job.id()), list, why));
      } else {
        // Not ours any more: somebody else has set or cleared it.
        TouchedJob cleared = touched.withLease(List.of(), 0);
        journal.save(List.of(cleared));
        ledger.put(List.of(cleared));
      }
    }
    if (scope == Scope.ALL && touched.hasOrder()) {
      if (job.isHeld()) {
        left.add(staysHeld(job, touched.order()));
      } else {
        writes.addAll(WriteBuilder.undo(touched, job, why));
      }
    }
    return writes;
  }

  private static String staysHeld(Job job, String what) {
    return "job %d is held: its %s stays until it is released (then run revert again)"
        .formatted(job.id(), what);
  }

  /** A nice value that is not what we set is the user's own again. */
  private TouchedJob withoutForeignNice(TouchedJob touched, Job job) {
    if (touched.nice().isEmpty() || touched.nice().get().ours() == job.nice()) {
      return touched;
    }
    TouchedJob cleared = touched.withNice(Optional.empty());
    journal.save(List.of(cleared));
    ledger.put(List.of(cleared));
    return cleared;
  }

  /** A write that Slurm did not take. */
  private record Failure(PlannedWrite write, SlurmError error) {
    @Override
    public String toString() {
      return "%s '%s' stays: %s".formatted(write.field(), write.oldValue(), error);
    }
  }

  /** Writes; the last failure, if there was one. */
  private Optional<Failure> apply(List<PlannedWrite> writes, long now) {
    if (writes.isEmpty()) {
      return Optional.empty();
    }
    List<Long> ids = journal.intend(0, now, writes);
    List<Optional<SlurmError>> results =
        gateway.write(writes.stream().map(PlannedWrite::update).toList());
    Optional<Failure> failure = Optional.empty();
    for (int i = 0; i < writes.size(); i++) {
      PlannedWrite write = writes.get(i);
      String outcome = results.get(i).map(SlurmError::toString).orElse("ok");
      List<TouchedJob> changed =
          results.get(i).isEmpty() ? List.of(ledger.after(write, now, now)) : List.of();
      ledger.put(changed);
      journal.conclude(java.util.Map.of(ids.get(i), outcome), now, changed);
      LOG.info(
          "{} job={} {} '{}' -> '{}': {} ({})",
          results.get(i).isEmpty() ? "revert" : "not reverted",
          write.jobId(),
          write.field(),
          write.oldValue(),
          write.newValue(),
          write.why(),
          outcome);
      if (results.get(i).isPresent()) {
        failure = Optional.of(new Failure(write, results.get(i).get()));
      }
    }
    return failure;
  }

  private void forget(TouchedJob touched, long now) {
    TouchedJob clean = TouchedJob.untouched(touched.jobId(), now);
    journal.save(List.of(clean));
    ledger.put(List.of(clean));
  }
}
