package io.rltune.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The cluster as one cycle sees it: immutable, whole, or not there at all.
 *
 * @param takenAt seconds since the epoch, on the controller's clock where it tells
 * @param slurmVersion release of the controller, e.g. {@code 22.05.8}
 * @param jobs pending and running job records; finished ones are left out
 * @param nodes all nodes
 * @param partitions all partitions
 * @param warnings what was odd in the answers but did not spoil them
 */
@RecordBuilder
public record ClusterSnapshot(
    long takenAt,
    String slurmVersion,
    List<Job> jobs,
    List<Node> nodes,
    List<Partition> partitions,
    List<String> warnings)
    implements ClusterSnapshotBuilder.With {
  public ClusterSnapshot {
    jobs = List.copyOf(jobs);
    nodes = List.copyOf(nodes);
    partitions = List.copyOf(partitions);
    warnings = List.copyOf(warnings);
  }

  public List<Job> pendingJobs() {
    return jobs.stream().filter(job -> job.state().isPending()).toList();
  }

  public List<Job> activeJobs() {
    return jobs.stream().filter(job -> job.state().holdsNodes()).toList();
  }

  public Map<String, Node> nodesByName() {
    return nodes.stream().collect(Collectors.toMap(Node::name, Function.identity(), (a, b) -> a));
  }

  public Map<String, Partition> partitionsByName() {
    return partitions.stream()
        .collect(Collectors.toMap(Partition::name, Function.identity(), (a, b) -> a));
  }
}
