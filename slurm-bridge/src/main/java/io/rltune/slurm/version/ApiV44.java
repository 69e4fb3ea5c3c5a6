package io.rltune.slurm.version;

/**
 * v0.0.44 of Slurm 25.11 and later. Its differences from v0.0.43: nodes may be {@code EXTERNAL} or
 * {@code BLOCKED}, jobs {@code EXPEDITING}.
 */
final class ApiV44 extends NestedApi {
  ApiV44() {
    super("v0.0.44");
  }
}
