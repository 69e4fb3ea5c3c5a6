package io.rltune.plan;

import io.rltune.model.GresCount;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is free on one node while jobs are put on it, and taken off, one after the other. */
final class NodeRoom {
  private static final double ROUNDING = 1e-6;

  final Node node;
  final String gpuType;
  int gpus;
  double cpus;
  double memMb;

  /** Free GPUs by type; null on a node of one type. */
  private SortedMap<String, Integer> gpusByType;

  /** Free units of other generic resources, as {@link GresNeeds} counts them. */
  private SortedMap<String, Long> otherGres;

  NodeRoom(Node node) {
    this.node = node;
    gpuType = GpuTypes.label(node);
    gpus = node.gpusFree();
    cpus = node.cpusFree();
    memMb = node.memMbFree();
    otherGres = GresNeeds.units(node, GresCount::free);
    if (GpuTypes.mixes(node)) {
      gpusByType = new TreeMap<>();
      node.gpus().forEach((type, count) -> gpusByType.put(type, count.free()));
    }
  }

  NodeRoom(NodeRoom other) {
    node = other.node;
    gpuType = other.gpuType;
    gpus = other.gpus;
    cpus = other.cpus;
    memMb = other.memMb;
    gpusByType = other.gpusByType == null ? null : new TreeMap<>(other.gpusByType);
    otherGres = other.otherGres.isEmpty() ? other.otherGres : new TreeMap<>(other.otherGres);
  }

  /** Whether nothing runs here; every job has a CPU at least. */
  boolean isIdle() {
    return gpus >= node.gpusTotal()
        && cpus + ROUNDING >= node.cpusTotal()
        && memMb + ROUNDING >= node.memMbTotal();
  }

  void fill() {
    gpus = 0;
    cpus = 0;
    memMb = 0;
    if (gpusByType != null) {
      gpusByType.replaceAll((type, free) -> 0);
    }
    if (!otherGres.isEmpty()) {
      otherGres.replaceAll((kind, free) -> 0L);
    }
  }

  void empty() {
    gpus = node.gpusTotal();
    cpus = node.cpusTotal();
    memMb = node.memMbTotal();
    if (gpusByType != null) {
      node.gpus().forEach((type, count) -> gpusByType.put(type, count.total()));
    }
    otherGres = GresNeeds.units(node, GresCount::total);
  }

  /** Most GPUs that the job can count on here. */
  int gpusFor(ResourceRequest request) {
    boolean simple = gpusByType == null && !request.mixesGpuTypes();
    return simple || request.gpus().isNone()
        ? gpus
        : gpusByType == null ? 0 : Math.min(gpus, GpuTypes.most(request, gpusByType));
  }

  boolean holdsOtherGres(ResourceRequest request) {
    for (Map.Entry<String, Long> need : GresNeeds.kinds(request).entrySet()) {
      if (otherGres.getOrDefault(need.getKey(), 0L) < need.getValue()) {
        return false;
      }
    }
    return true;
  }

  /** Takes, or gives back, what is counted by type; never more than there is. */
  void takeTyped(ResourceRequest request, int count, int sign) {
    if (gpusByType != null) {
      GpuTypes.take(request, count, gpusByType);
      gpusByType.replaceAll((type, free) -> Math.min(free, node.gpus().get(type).total()));
    }
    if (!request.gresPerNode().isEmpty() && !otherGres.isEmpty()) {
      SortedMap<String, Long> totals = GresNeeds.units(node, GresCount::total);
      GresNeeds.kinds(request)
          .forEach(
              (kind, units) ->
                  otherGres.computeIfPresent(
                      kind, (k, free) -> Math.min(free - sign * units, totals.get(k))));
    }
  }

  /** Free GPUs by type where the node has several; else empty. */
  SortedMap<String, Integer> gpusByType() {
    return gpusByType == null ? Collections.emptySortedMap() : gpusByType;
  }

  /** Free units of other generic resources, as {@link GresNeeds} counts them. */
  SortedMap<String, Long> otherGres() {
    return otherGres;
  }
}
