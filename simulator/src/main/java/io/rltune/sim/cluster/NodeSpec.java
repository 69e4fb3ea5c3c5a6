package io.rltune.sim.cluster;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One simulated node.
 *
 * @param name node name
 * @param gpuType type of all its GPUs; empty where there are none or they are untyped
 * @param gpus number of GPUs
 * @param cpus number of CPUs that jobs can get
 * @param memoryMb memory in MiB that jobs can get
 * @param features active features
 * @param weight Slurm fills nodes of low weight first
 * @param speed how fast jobs run here relative to the runtimes of the workload, 1 = as given
 */
public record NodeSpec(
    String name,
    String gpuType,
    int gpus,
    int cpus,
    long memoryMb,
    SortedSet<String> features,
    long weight,
    double speed) {

  public NodeSpec {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(gpuType, "gpuType");
    features = Collections.unmodifiableSortedSet(new TreeSet<>(features));
    if (gpus < 0 || cpus < 1 || memoryMb < 0 || !(speed > 0)) {
      throw new IllegalArgumentException(
          "node %s: needs gpus >= 0, cpus >= 1, memory >= 0 and speed > 0, found %d, %d, %d, %s"
              .formatted(name, gpus, cpus, memoryMb, speed));
    }
  }
}
