package io.rltune.slurm;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The one door to a Slurm cluster. Safe for use by one thread at a time. */
public interface SlurmGateway extends AutoCloseable {
  /** Patience that no batch outlasts. */
  Duration FOR_EVER = Duration.ofDays(1);

  /**
   * Reads jobs, nodes and (when due) partitions.
   *
   * @throws SlurmException when any part is missing or in doubt: no snapshot, no writes
   */
  ClusterSnapshot snapshot() throws SlurmException;

  /** Reads one job afresh, as just before a write. */
  Job job(long jobId) throws SlurmException;

  /**
   * Applies updates in order, as one batch where the transport can, as long as Slurm takes them
   * quickly: a controller that makes its clients wait takes many seconds for each, and what is
   * written then was decided long ago. A failure of one does not stop the others.
   *
   * @param patience updates that have not begun by then come back as {@link
   *     SlurmError.Kind#NOT_SENT}
   * @return one entry per update, in order: empty when Slurm confirmed it, else the error
   */
  List<Optional<SlurmError>> write(List<JobUpdate> updateList, Duration patience);

  /** Applies updates however long it takes, as where something must be taken back. */
  default List<Optional<SlurmError>> write(List<JobUpdate> updateList) {
    return write(updateList, FOR_EVER);
  }

  /** How busy slurmctld says it is; empty where it cannot be asked. One small request. */
  default Optional<ControllerLoad> load() throws SlurmException {
    return Optional.empty();
  }

  /**
   * A request that costs slurmctld next to nothing, to see whether it answers again.
   *
   * @throws SlurmException when it does not
   */
  default void probe() throws SlurmException {}

  /** How often a snapshot needed no list of jobs, because none had changed. */
  default long unchangedReads() {
    return 0;
  }

  /** What we may do here, found out without touching a job; takes a few requests. */
  default Optional<AccessReport> access() {
    return Optional.empty();
  }

  /** Whether an update of this kind can be written at all: what one API cannot, scontrol may. */
  default boolean canWrite(JobUpdate kind) {
    return true;
  }

  /**
   * What was negotiated and how, one line, e.g. {@code slurm 22.05.8, api v0.0.38, http, writes by
   * scontrol}.
   */
  String describe();

  /** When the token in use expires; empty without a token or where it does not tell. */
  default Optional<Instant> tokenExpiry() {
    return Optional.empty();
  }

  @Override
  void close();
}
