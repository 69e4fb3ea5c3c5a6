package io.rltune.slurm;

import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import java.util.List;
import java.util.Set;

/** What a job's own record leaves out, and its partitions and their nodes tell. */
final class ClusterContext {
  static final ClusterContext NONE = new ClusterContext(List.of(), List.of(), Set.of());

  private final NodeNeeds nodeNeeds;
  private final Set<String> wholeNodePartitions;

  /**
   * A context of one snapshot.
   *
   * @param wholeNodePartitions partitions with {@code OverSubscribe=EXCLUSIVE}
   */
  ClusterContext(
      List<Node> nodeList, List<Partition> partitionList, Set<String> wholeNodePartitions) {
    this.nodeNeeds = new NodeNeeds(nodeList, partitionList);
    this.wholeNodePartitions = Set.copyOf(wholeNodePartitions);
  }

  /** The job with the node count that its GPUs need, exclusive where its partition makes it so. */
  Job complete(Job job) {
    Job raised = nodeNeeds.raise(job);
    boolean whole =
        !wholeNodePartitions.isEmpty()
            && !job.request().exclusive()
            && job.partitions().stream().anyMatch(wholeNodePartitions::contains);
    return whole ? raised.withRequest(raised.request().withExclusive(true)) : raised;
  }
}
