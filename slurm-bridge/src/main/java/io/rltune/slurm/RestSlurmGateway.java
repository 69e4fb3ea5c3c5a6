package io.rltune.slurm;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.version.ApiVersions;
import io.rltune.slurm.version.ApiVersions.Agreed;
import io.rltune.slurm.version.VersionRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads by slurmrestd, writes by slurmrestd or scontrol, in the API version that both sides speak.
 * When Slurm is upgraded underneath, the version is negotiated again: at once when the old one is
 * gone, else at the next snapshot.
 */
final class RestSlurmGateway implements SlurmGateway {
  /**
   * How to talk to slurmrestd in one API version.
   *
   * @param agreed the version
   */
  record Session(Agreed agreed, SlurmReader reader, JobWriter writer) {}

  private final RestClient rest;
  private final VersionRange range;
  private final Function<Agreed, Session> sessions;
  private Session session;
  private boolean stale;
  private long unchangedBefore;

  /** Agrees on a version first. */
  RestSlurmGateway(RestClient rest, VersionRange range, Function<Agreed, Session> sessions)
      throws SlurmException {
    this.rest = rest;
    this.range = range;
    this.sessions = sessions;
    this.session = sessions.apply(ApiVersions.negotiate(rest, range));
  }

  @Override
  public ClusterSnapshot snapshot() throws SlurmException {
    if (stale) {
      negotiate();
    }
    ClusterSnapshot snapshot;
    try {
      snapshot = session.reader().snapshot();
    } catch (SlurmException e) {
      if (!isGone(e)) {
        throw e;
      }
      negotiate();
      snapshot = session.reader().snapshot();
    }
    // An upgraded Slurm may serve a better version than the one that still works.
    String release = session.agreed().release();
    stale = !release.isEmpty() && !release.equals(snapshot.slurmVersion());
    return snapshot;
  }

  private void negotiate() throws SlurmException {
    unchangedBefore = unchangedReads();
    session = sessions.apply(ApiVersions.negotiate(rest, range));
    stale = false;
  }

  private static boolean isGone(SlurmException e) {
    return e.error().kind() == Kind.VERSION;
  }

  @Override
  public Job job(long jobId) throws SlurmException {
    return session.reader().job(jobId);
  }

  @Override
  public Optional<ControllerLoad> load() throws SlurmException {
    return Optional.of(session.reader().load());
  }

  @Override
  public void probe() throws SlurmException {
    try {
      session.reader().probe();
    } catch (SlurmException e) {
      if (!isGone(e)) {
        throw e;
      }
      negotiate();
    }
  }

  @Override
  public long unchangedReads() {
    return unchangedBefore + session.reader().unchangedReads();
  }

  @Override
  public List<Optional<SlurmError>> write(List<JobUpdate> updateList, Duration patience) {
    return session.writer().write(updateList, patience);
  }

  @Override
  public Optional<AccessReport> access() {
    return Optional.of(session.writer().access());
  }

  @Override
  public boolean canWrite(JobUpdate kind) {
    return session.writer().canWrite(kind);
  }

  @Override
  public Optional<Instant> tokenExpiry() {
    return rest.tokenExpiry();
  }

  @Override
  public String describe() {
    return "slurm "
        + session.agreed().release()
        + ", api "
        + session.agreed().adapter().version()
        + ", "
        + rest.transportName()
        + ", "
        + session.writer().describe();
  }

  @Override
  public void close() {
    rest.close();
  }
}
