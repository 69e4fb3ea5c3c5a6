package io.rltune.slurm;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.version.ApiVersions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads by slurmrestd, writes by slurmrestd or scontrol. */
final class RestSlurmGateway implements SlurmGateway {
  private final RestClient rest;
  private final ApiVersions.Agreed agreed;
  private final SlurmReader reader;
  private final JobWriter writer;

  RestSlurmGateway(
      RestClient rest, ApiVersions.Agreed agreed, SlurmReader reader, JobWriter writer) {
    this.rest = rest;
    this.agreed = agreed;
    this.reader = reader;
    this.writer = writer;
  }

  @Override
  public ClusterSnapshot snapshot() throws SlurmException {
    return reader.snapshot();
  }

  @Override
  public Job job(long jobId) throws SlurmException {
    return reader.job(jobId);
  }

  @Override
  public List<Optional<SlurmError>> write(List<JobUpdate> updateList) {
    return writer.write(updateList);
  }

  @Override
  public Optional<Instant> tokenExpiry() {
    return rest.tokenExpiry();
  }

  @Override
  public String describe() {
    return "slurm "
        + agreed.release()
        + ", api "
        + agreed.adapter().version()
        + ", "
        + rest.transportName()
        + ", "
        + writer.describe();
  }

  @Override
  public void close() {
    rest.close();
  }
}
