package io.rltune.slurm.version;

/**
 * v0.0.42 of Slurm 24.11 to 26.05. Its difference from v0.0.41: {@code exclusive} is gone, an
 * exclusive job shows as {@code shared: ["none"]}, one per user as {@code ["user"]}; {@code
 * update_time} works for jobs. For nodes it does not (24.11 answers HTTP 500), in no version.
 */
final class ApiV42 extends NestedApi {
  ApiV42() {
    super("v0.0.42");
  }
}
