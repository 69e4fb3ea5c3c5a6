package io.rltune.slurm.version;

/**
 * v0.0.39 of Slurm 23.02 to 24.05. Its differences from v0.0.40:
 *
 * <ul>
 *   <li>a job's state is one word, its times are plain numbers;
 *   <li>partitions show neither state nor flags: every one counts as up (a pending reason of
 *       PartitionDown still keeps its jobs from being placed), none is the default;
 *   <li>whether it takes {@code flags} and {@code update_time} was never seen: neither is sent;
 *   <li>the release is in {@code meta.Slurm}, with a capital S.
 * </ul>
 *
 * Source: the OpenAPI specification of 24.05; there is no captured answer, so v0.0.38 goes before.
 */
final class ApiV39 extends NestedApi {
  ApiV39() {
    super("v0.0.39");
  }

  @Override
  public String jobsQuery() {
    return "";
  }

  @Override
  public boolean tellsUnchangedJobs() {
    return false;
  }

  @Override
  boolean isUp(Fields partition) {
    return !partition.has("partition", "state") || super.isUp(partition);
  }
}
