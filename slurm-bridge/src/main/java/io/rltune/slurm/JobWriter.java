package io.rltune.slurm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.model.Job;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.scontrol.Scontrol;
import io.rltune.slurm.version.ApiAdapter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Writes updates: each job is read just before (Slurm itself accepts most updates of running and
 * held jobs), and just after, because neither HTTP 200 nor silence proves that an update took.
 */
final class JobWriter {
  /** Keeps the time between reading a job and writing to it well under a second. */
  private static final int SCONTROL_BATCH = 32;

  /** Failures that the next update will meet too. */
  private static final Set<Kind> GENERAL =
      EnumSet.of(Kind.UNREACHABLE, Kind.AUTH, Kind.RATE_LIMITED, Kind.VERSION);

  private static final int MOST_FAILURES = 2;

  private final RestClient rest;
  private final ApiAdapter adapter;
  private final SlurmReader reader;
  private final Optional<Scontrol> scontrol;
  private final WriteTransport transport;
  private final LongSupplier nanoClock;

  JobWriter(
      RestClient rest,
      ApiAdapter adapter,
      SlurmReader reader,
      Optional<Scontrol> scontrol,
      WriteTransport transport) {
    this(rest, adapter, reader, scontrol, transport, System::nanoTime);
  }

  JobWriter(
      RestClient rest,
      ApiAdapter adapter,
      SlurmReader reader,
      Optional<Scontrol> scontrol,
      WriteTransport transport,
      LongSupplier nanoClock) {
    this.rest = rest;
    this.adapter = adapter;
    this.reader = reader;
    this.scontrol = scontrol;
    this.transport = transport;
    this.nanoClock = nanoClock;
  }

  String describe() {
    if (transport == WriteTransport.SCONTROL) {
      return "writes by scontrol";
    }
    boolean complete = adapter.body(new JobUpdate.SiteFactor(1, 1)).isPresent();
    if (complete) {
      return "writes by REST";
    }
    return scontrol.isPresent()
        ? "writes by REST, with site factors by scontrol"
        : "writes by REST, without site factors";
  }

  AccessReport access() {
    return new AccessProbe(rest, adapter.version(), scontrol).run();
  }

  boolean canWrite(JobUpdate kind) {
    return scontrol.isPresent() || adapter.body(kind).isPresent();
  }

  /**
   * Applies updates in order. One that REST cannot express takes its whole batch to scontrol, so
   * that the order holds.
   *
   * @param patience time after which no further update is begun
   */
  List<Optional<SlurmError>> write(List<JobUpdate> updateList, Duration patience) {
    long begin = nanoClock.getAsLong();
    BooleanSupplier late = () -> nanoClock.getAsLong() - begin > patience.toNanos();
    boolean byScontrol =
        transport == WriteTransport.SCONTROL
            || (scontrol.isPresent()
                && updateList.stream().anyMatch(update -> adapter.body(update).isEmpty()));
    if (!byScontrol) {
      return writeByRest(updateList, late);
    }
    List<Optional<SlurmError>> outcomeList = new ArrayList<>();
    for (int from = 0; from < updateList.size(); from = outcomeList.size()) {
      outcomeList.addAll(
          writeByScontrol(updateList.subList(from, batchEnd(updateList, from)), late));
    }
    return outcomeList;
  }

  private static int batchEnd(List<JobUpdate> updateList, int begin) {
    int end = begin + 1;
    while (end < updateList.size()
        && end - begin < SCONTROL_BATCH
        && !goesAlone(updateList.get(begin))
        && !goesAlone(updateList.get(end))) {
      end++;
    }
    return end;
  }

  /**
   * Whether the update would do harm to a job that started or was held since it was read (shrink
   * it, or release it): then there is nothing between the reading and the writing.
   */
  private static boolean goesAlone(JobUpdate update) {
    return update instanceof JobUpdate.NodeList
        || update instanceof JobUpdate.ClearNodeList
        || update instanceof JobUpdate.ResetPriority;
  }

  /** Against a Slurm that is gone each update would wait for a time-out of its own. */
  private List<Optional<SlurmError>> writeByRest(List<JobUpdate> updateList, BooleanSupplier late) {
    List<Optional<SlurmError>> outcomeList = new ArrayList<>();
    int failedInARow = 0;
    for (JobUpdate update : updateList) {
      if (failedInARow >= MOST_FAILURES) {
        outcomeList.add(UpdateGuard.error(Kind.NOT_SENT, update, "those before it failed"));
        continue;
      }
      if (late.getAsBoolean()) {
        outcomeList.add(tooLate(update));
        continue;
      }
      Optional<SlurmError> outcome = writeByRest(update);
      boolean general = outcome.filter(error -> GENERAL.contains(error.kind())).isPresent();
      failedInARow = general ? failedInARow + 1 : 0;
      outcomeList.add(outcome);
    }
    return outcomeList;
  }

  private Optional<SlurmError> writeByRest(JobUpdate update) {
    if (adapter.body(update).isEmpty()) {
      return UpdateGuard.error(
          Kind.REJECTED,
          update,
          adapter.version() + " cannot express it, and scontrol is not configured");
    }
    Checked checked = check(update);
    if (checked.refusal().isPresent()) {
      return checked.refusal();
    }
    try {
      rest.post("/slurm/" + adapter.version() + "/job/" + update.jobId(), body(checked.sent()));
      return verify(update);
    } catch (SlurmException e) {
      // 22.05 says this of every update of a job array, and carries it out all the same.
      // A lost answer says nothing of the update either: what can be seen, is looked for.
      boolean unclear =
          e.error().message().contains("job array update")
              || e.error().kind() == Kind.UNREACHABLE
              || e.error().kind() == Kind.MALFORMED;
      boolean inDoubt = unclear && UpdateGuard.isVisible(update);
      return inDoubt && verify(update).isEmpty() ? Optional.empty() : Optional.of(e.error());
    }
  }

  private static Optional<SlurmError> tooLate(JobUpdate update) {
    return UpdateGuard.error(Kind.NOT_SENT, update, "Slurm takes too long for each");
  }

  private List<Optional<SlurmError>> writeByScontrol(
      List<JobUpdate> updateList, BooleanSupplier late) {
    if (late.getAsBoolean()) {
      return updateList.stream().map(JobWriter::tooLate).toList();
    }
    List<Optional<SlurmError>> outcomeList = new ArrayList<>();
    List<SentUpdate> allowedList = new ArrayList<>();
    for (JobUpdate update : updateList) {
      Checked checked = scontrol.isEmpty() ? Checked.refused(noScontrol(update)) : check(update);
      outcomeList.add(checked.refusal());
      if (checked.refusal().isEmpty()) {
        allowedList.add(checked.sent());
      }
    }
    if (allowedList.isEmpty()) {
      return outcomeList;
    }
    if (late.getAsBoolean() && updateList.size() > 1) {
      // Reading took so long that what was read first says nothing any more.
      return updateList.stream().map(JobWriter::tooLate).toList();
    }
    List<Optional<SlurmError>> writtenList = scontrol.orElseThrow().write(allowedList);
    int next = 0;
    for (int i = 0; i < outcomeList.size(); i++) {
      if (outcomeList.get(i).isEmpty()) {
        Optional<SlurmError> written = writtenList.get(next++);
        outcomeList.set(i, written.isPresent() ? written : verifyLast(updateList, i));
      }
    }
    return outcomeList;
  }

  private static Optional<SlurmError> noScontrol(JobUpdate update) {
    return UpdateGuard.error(Kind.REJECTED, update, "scontrol is not configured");
  }

  /** A later update of the same kind in the batch hides what an earlier one did. */
  private Optional<SlurmError> verifyLast(List<JobUpdate> updateList, int i) {
    JobUpdate update = updateList.get(i);
    boolean overtaken =
        updateList.subList(i + 1, updateList.size()).stream()
            .anyMatch(later -> later.jobId() == update.jobId());
    return overtaken ? Optional.empty() : verify(update);
  }

  private String body(SentUpdate sent) {
    ObjectNode body = adapter.body(sent.update()).orElseThrow();
    if (sent.isConditional()) {
      body.put("account", sent.account());
    }
    return body.toString();
  }

  /**
   * What a look at the job says.
   *
   * @param refusal why nothing may be written; empty where it may
   * @param sent what to send; null where nothing may be written
   */
  private record Checked(Optional<SlurmError> refusal, SentUpdate sent) {
    static Checked refused(Optional<SlurmError> why) {
      return new Checked(why, null);
    }
  }

  private Checked check(JobUpdate update) {
    Optional<SlurmError> malformed = UpdateGuard.form(update);
    if (malformed.isPresent()) {
      return Checked.refused(malformed);
    }
    try {
      Job job = reader.job(update.jobId());
      return new Checked(UpdateGuard.state(update, job), UpdateGuard.sent(update, job));
    } catch (SlurmException e) {
      return Checked.refused(Optional.of(e.error()));
    }
  }

  private Optional<SlurmError> verify(JobUpdate update) {
    if (!UpdateGuard.isVisible(update)) {
      return Optional.empty();
    }
    try {
      return UpdateGuard.effect(update, reader.job(update.jobId()));
    } catch (SlurmException e) {
      return Optional.of(e.error());
    }
  }
}
