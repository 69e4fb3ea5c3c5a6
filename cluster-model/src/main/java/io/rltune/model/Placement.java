package io.rltune.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Nodes for one job.
 *
 * @param jobId the job
 * @param gpusByNode GPUs taken on each node, by node name; 0 on the node of a CPU-only job. Never
 *     empty.
 */
public record Placement(long jobId, SortedMap<String, Integer> gpusByNode) {
  public Placement {
    if (gpusByNode.isEmpty()) {
      throw new IllegalArgumentException("placement of job " + jobId + " names no node");
    }
    gpusByNode = Collections.unmodifiableSortedMap(new TreeMap<>(gpusByNode));
  }

  public Placement(long jobId, Map<String, Integer> gpusByNode) {
    this(jobId, new TreeMap<>(gpusByNode));
  }
}
