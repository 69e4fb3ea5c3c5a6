package io.rltune.slurm.version;

/**
 * v0.0.40 of Slurm 23.11 to 25.05. Its differences from v0.0.39:
 *
 * <ul>
 *   <li>a job's state is an array of its base state and its flags; its times are {@code {set,
 *       infinite, number}};
 *   <li>partitions show their {@code partition.state}, an array;
 *   <li>the release is in {@code meta.slurm};
 *   <li>an exclusive job shows as {@code exclusive} or as {@code shared: ["none"]};
 *   <li>{@code update_time} is refused.
 * </ul>
 */
final class ApiV40 extends NestedApi {
  ApiV40() {
    super("v0.0.40");
  }

  @Override
  public boolean tellsUnchangedJobs() {
    return false;
  }
}
