package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import java.util.Map;

/** What a job is worth and needs, by the definitions of {@link PlacementInstance}. */
final class JobRules {
  /** CPUs that a node may be over by: rounding of fractional requests. */
  static final double CPU_TOLERANCE = 1e-6;

  /** MiB that a node may be over by: rounding of fractional requests. */
  static final double MEM_TOLERANCE = 1e-3;

  private JobRules() {}

  /** Speed on a type; 0 where the type is forbidden. */
  static double speedOn(PlaceableJob job, String gpuType) {
    Map<String, Double> speeds = job.speedByType();
    if (job.gpus() > 0) {
      return speeds.getOrDefault(gpuType, 0.0);
    }
    if (speeds.isEmpty()) {
      return 1.0;
    }
    return speeds.getOrDefault(gpuType, speeds.getOrDefault("", 0.0));
  }

  static double worthOn(PlaceableJob job, String gpuType) {
    return job.priority() * Math.max(job.gpus(), 1) * speedOn(job, gpuType);
  }

  /** CPUs that a job takes on a node that gives it some GPUs, of several nodes. */
  static double cpusOn(PlaceableJob job, int gpusOnNode, int nodeCount) {
    return job.gpus() > 0 ? job.cpusPerGpu() * gpusOnNode : job.cpusPerGpu() / nodeCount;
  }

  /** MiB that a job takes on a node that gives it some GPUs, of several nodes. */
  static double memOn(PlaceableJob job, int gpusOnNode, int nodeCount) {
    return job.gpus() > 0 ? job.memMbPerGpu() * gpusOnNode : job.memMbPerGpu() / nodeCount;
  }
}
