package io.rltune.slurm.version;

/**
 * v0.0.41 of Slurm 24.05 to 25.11: no field that is read here differs from v0.0.40; {@code
 * update_time} is still refused (HTTP 422).
 */
final class ApiV41 extends NestedApi {
  ApiV41() {
    super("v0.0.41");
  }

  @Override
  public boolean tellsUnchangedJobs() {
    return false;
  }
}
