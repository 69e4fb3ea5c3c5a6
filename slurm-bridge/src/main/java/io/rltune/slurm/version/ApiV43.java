package io.rltune.slurm.version;

/** v0.0.43 of Slurm 25.05 to 26.05: no field that is read here differs from v0.0.42. */
final class ApiV43 extends NestedApi {
  ApiV43() {
    super("v0.0.43");
  }
}
