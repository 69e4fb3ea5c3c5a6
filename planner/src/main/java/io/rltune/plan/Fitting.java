package io.rltune.plan;

import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * Where jobs fit: on nodes of one GPU type, as the MILP places them. A job of any type for which no
 * type has nodes enough, however idle, fits on nodes of several too: Slurm knows no such rule and
 * starts it so.
 */
final class Fitting {
  private final Eligibility eligibility;
  private final FreeResources unused;
  private final Predicate<Job> mayMix;

  /** By list of eligible nodes; jobs that ask alike share one answer. */
  private final Map<List<Node>, Map<ResourceRequest, Boolean>> spanning = new IdentityHashMap<>();

  /** The same by job, for the one that is asked about again and again. */
  private final Map<Long, Boolean> spanningJobs = new HashMap<>();

  /**
   * For one snapshot.
   *
   * @param nodes all its nodes
   * @param mayMix jobs that get nodes of several types where no single one can ever hold them
   */
  Fitting(Eligibility eligibility, List<Node> nodes, Predicate<Job> mayMix) {
    this.eligibility = eligibility;
    this.unused = FreeResources.unused(nodes);
    this.mayMix = mayMix;
  }

  /**
   * Finds nodes among all that the job may run on.
   *
   * @return GPUs by node, or an empty map where it does not fit
   */
  SortedMap<String, Integer> fit(Job job, FreeResources free) {
    return fit(job, free, names(job));
  }

  /** The same among some of them. */
  SortedMap<String, Integer> fit(Job job, FreeResources free, List<String> nodes) {
    SortedMap<String, Integer> found = free.fit(job, nodes);
    return found.isEmpty() && spansTypes(job) ? free.fitAcrossTypes(job, nodes) : found;
  }

  /** Whether the job fits on nodes of several GPU types or nowhere. */
  boolean spansTypes(Job job) {
    GpuDemand gpus = job.request().gpus();
    return job.request().maxNodes() > 1
        && (gpus.isNone() || gpus.isUntyped())
        && mayMix.test(job)
        && spanningJobs.computeIfAbsent(
            job.id(),
            id ->
                spanning
                    .computeIfAbsent(eligibility.nodesFor(job), nodes -> new HashMap<>())
                    .computeIfAbsent(job.request(), request -> needsSeveralTypes(job)));
  }

  private boolean needsSeveralTypes(Job job) {
    List<String> nodes = names(job);
    return unused.fit(job, nodes).isEmpty() && !unused.fitAcrossTypes(job, nodes).isEmpty();
  }

  /** All nodes that the job may run on. */
  List<String> names(Job job) {
    return eligibility.nodesFor(job).stream().map(Node::name).toList();
  }
}
