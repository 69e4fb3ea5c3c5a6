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
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries writes to Slurm: paced, re-checked just before, journaled before and after. */
public final class Committer {
  private static final Logger LOG = LoggerFactory.getLogger("io.rltune.writes");

  /** Failures that will meet every other write too. */
  static final Set<SlurmError.Kind> STOPS =
      EnumSet.of(
          SlurmError.Kind.UNREACHABLE,
          SlurmError.Kind.AUTH,
          SlurmError.Kind.PERMISSION,
          SlurmError.Kind.RATE_LIMITED,
          SlurmError.Kind.VERSION);

  /** Failures that only mean that the job moved on. */
  private static final Set<SlurmError.Kind> BENIGN =
      EnumSet.of(SlurmError.Kind.NO_SUCH_JOB, SlurmError.Kind.WRONG_STATE);

  /**
   * Most writes sent in one go; the pause file, the time and the state of jobs are looked at again
   * in between. The first go is of one write, each next one twice as large: a controller that makes
   * its clients wait (rl_enable) takes many seconds for each request.
   */
  private static final int LARGEST_CHUNK = 50;

  /** Whoever writes for longer writes by an old snapshot; leases have to be looked after, too. */
  private static final double LONGEST_S = 15;

  /** The same within one chunk: after it, what is left waits for a fresh snapshot. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final SlurmGateway gateway;
  private final Journal journal;
  private final Ledger ledger;
  private final WritePacer pacer;
  private final CoolDowns coolDowns;
  private final long rejectedCoolDownS;
  private final long leaseTtlS;

  public Committer(
      SlurmGateway gateway,
      Journal journal,
      Ledger ledger,
      WritePacer pacer,
      CoolDowns coolDowns,
      long rejectedCoolDownS,
      long leaseTtlS) {
    this.gateway = gateway;
    this.journal = journal;
    this.ledger = ledger;
    this.pacer = pacer;
    this.coolDowns = coolDowns;
    this.rejectedCoolDownS = rejectedCoolDownS;
    this.leaseTtlS = leaseTtlS;
  }

  /** Says whether writing may go on; asked before each chunk. */
  @FunctionalInterface
  public interface Gate {
    boolean isOpen();
  }

  /** Commits writes in order. */
  public CommitReport commit(long cycle, long now, List<PlannedWrite> writeList, Gate gate) {
    // What takes something back stands first, and does not wait for its turn.
    int urgent = (int) writeList.stream().takeWhile(write -> !write.leavesSomething()).count();
    int granted = pacer.takeUrgent(urgent);
    granted += granted == urgent ? pacer.take(writeList.size() - urgent) : 0;
    Tally tally = new Tally();
    tally.deferred = writeList.size() - granted;
    long begin = pacer.begin();
    int size = 1;
    int to;
    for (int from = 0; from < granted; from = to) {
      if (!gate.isOpen()
          || tally.stop.isPresent()
          || tally.slow
          || pacer.since(begin) > LONGEST_S) {
        tally.deferred += granted - from;
        break;
      }
      to = Math.min(granted, from + size);
      commitChunk(cycle, now, writeList.subList(from, to), tally);
      size = Math.min(LARGEST_CHUNK, 2 * size);
    }
    if (tally.slow && tally.deferred > 0) {
      tally.problems.add(
          "Slurm makes us wait for seconds at each write (rl_enable?); "
              + tally.deferred
              + " writes wait for the next cycle: see writes.per_second and writes.burst");
    }
    return tally.report();
  }

  private void commitChunk(long cycle, long now, List<PlannedWrite> chunk, Tally tally) {
    List<PlannedWrite> checked = new ArrayList<>();
    for (PlannedWrite write : chunk) {
      if (tally.stop.isEmpty() && stillRight(write, tally)) {
        checked.add(write);
      }
    }
    if (checked.isEmpty() || tally.stop.isPresent()) {
      tally.skipped += tally.stop.isPresent() ? checked.size() : 0;
      return;
    }
    List<Long> ids = journal.intend(cycle, now, checked);
    long begin = pacer.begin();
    List<Optional<SlurmError>> results =
        gateway.write(checked.stream().map(PlannedWrite::update).toList(), PATIENCE);
    tally.slow = pacer.answered(checked.size(), begin);
    Map<Long, String> outcomes = new HashMap<>();
    Map<Long, TouchedJob> changed = new HashMap<>();
    for (int i = 0; i < checked.size(); i++) {
      PlannedWrite write = checked.get(i);
      Optional<SlurmError> error = results.get(i);
      outcomes.put(ids.get(i), error.map(SlurmError::toString).orElse("ok"));
      note(write, error, now, tally);
      if (error.isEmpty() || (write.leavesSomething() && mayHaveApplied(error.get()))) {
        // The same job may be written twice in a chunk (a node list and a site factor).
        TouchedJob after = ledger.after(write, now, now + leaseTtlS);
        changed.put(after.jobId(), after);
        ledger.put(List.of(after));
      }
    }
    journal.conclude(outcomes, now, changed.values());
  }

  /**
   * A transport failure leaves it open whether Slurm took a value. The job is then taken to carry
   * what was set, and still to carry what was to be taken back: nothing of ours is ever forgotten.
   */
  private static boolean mayHaveApplied(SlurmError error) {
    return error.kind() == SlurmError.Kind.UNREACHABLE || error.kind() == SlurmError.Kind.MALFORMED;
  }

  /**
   * Node lists are written only to a job that, read just now, is pending, not held, and still has
   * the list that we think it has. On a job that started meanwhile the same field would shrink its
   * allocation.
   */
  private boolean stillRight(PlannedWrite write, Tally tally) {
    boolean sets = write.update() instanceof JobUpdate.NodeList;
    boolean clears = write.update() instanceof JobUpdate.ClearNodeList;
    if (!sets && !clears) {
      return true;
    }
    try {
      Job job = gateway.job(write.jobId());
      List<String> ours = ledger.leases().getOrDefault(write.jobId(), List.of());
      boolean pending = job.state().isPlainPending() || (clears && job.state().isPending());
      boolean right =
          pending
              && (!job.isHeld() || (clears && job.isHeldByItsNodeList()))
              && sameNodes(job.constraints().requiredNodes(), sets ? List.of() : ours);
      if (right && write.update() instanceof JobUpdate.NodeList list) {
        right =
            job.request().hasFixedNodeCount() && job.request().minNodes() == list.nodes().size();
      }
      if (!right) {
        tally.skipped++;
        if (pending && clears) {
          // The list is no longer ours: the user or an admin has set another, or cleared it.
          forgetLease(write.jobId(), job);
        }
        LOG.info(
            "skip job={} {} '{}' -> '{}': job is {} priority={} required_nodes={} on re-reading",
            write.jobId(),
            write.field(),
            write.oldValue(),
            write.newValue(),
            job.state().base(),
            job.priority(),
            job.constraints().requiredNodes());
      }
      return right;
    } catch (SlurmException e) {
      tally.skipped++;
      if (!BENIGN.contains(e.error().kind())) {
        tally.problems.add(e.error().toString());
        if (STOPS.contains(e.error().kind())) {
          tally.stop = Optional.of(e.error());
        }
      }
      return false;
    }
  }

  private static boolean sameNodes(List<String> a, List<String> b) {
    return Set.copyOf(a).equals(Set.copyOf(b));
  }

  private void forgetLease(long jobId, Job job) {
    TouchedJob touched = ledger.of(jobId, 0);
    if (touched.hasLease() && !sameNodes(job.constraints().requiredNodes(), touched.lease())) {
      TouchedJob cleared = touched.withLease(List.of(), 0);
      journal.save(List.of(cleared));
      ledger.put(List.of(cleared));
    }
  }

  private void note(PlannedWrite write, Optional<SlurmError> error, long now, Tally tally) {
    if (error.isEmpty()) {
      tally.done.add(write);
      LOG.info(
          "write job={} {} '{}' -> '{}': {}",
          write.jobId(),
          write.field(),
          write.oldValue(),
          write.newValue(),
          write.why());
      return;
    }
    SlurmError.Kind kind = error.get().kind();
    if (kind == SlurmError.Kind.NOT_SENT) {
      tally.deferred++;
      tally.slow = true;
      return;
    }
    if (BENIGN.contains(kind)) {
      tally.skipped++;
      LOG.info("job={} moved on before {}: {}", write.jobId(), write.field(), error.get());
      return;
    }
    tally.failed++;
    tally.problems.add("job " + write.jobId() + ": " + error.get());
    LOG.warn("write refused job={} {}: {}", write.jobId(), write.field(), error.get());
    if (kind == SlurmError.Kind.REJECTED) {
      coolDowns.add(
          write.jobId(),
          now + rejectedCoolDownS,
          "Slurm refused " + write.field() + ": " + error.get().message());
    }
    if (kind == SlurmError.Kind.RATE_LIMITED) {
      pacer.slowDown();
    }
    if (STOPS.contains(kind)) {
      tally.stop = error;
    }
  }

  /** Counts of one commit. */
  private static final class Tally {
    final List<PlannedWrite> done = new ArrayList<>();
    int failed;
    int skipped;
    int deferred;
    boolean slow;
    Optional<SlurmError> stop = Optional.empty();
    final List<String> problems = new ArrayList<>();

    CommitReport report() {
      return new CommitReport(done, failed, skipped, deferred, stop, problems);
    }
  }
}
