package io.rltune.daemon.slurm;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A real Slurm, emptied before and after each test; without one the test skips aloud. */
@Tag("slurm")
abstract class OnSlurm {
  @TempDir Path home;
  SlurmLab lab;

  @BeforeEach
  final void requireLab() throws Exception {
    lab = findLab();
    lab.clean();
  }

  /** The lab to test on. */
  SlurmLab findLab() throws Exception {
    return SlurmLab.require();
  }

  @AfterEach
  final void tidyLab() throws Exception {
    if (lab != null) {
      restore();
      lab.clean();
    }
  }

  /** Undoes what a test did to the cluster itself. */
  void restore() throws Exception {}
}
