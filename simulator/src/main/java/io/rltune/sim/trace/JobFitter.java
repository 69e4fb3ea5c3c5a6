package io.rltune.sim.trace;

import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;
import io.rltune.sim.walltime.ModalWalltimes;
import io.rltune.sim.walltime.WalltimeModel;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;
import java.util.Optional;

/**
 * Turns a job of a trace into a job for the cluster: how many nodes, which partition and GPU type,
 * which walltime. A job that could never run there is left out, and counted.
 */
final class JobFitter {
  /** What Slurm's backfill assumes for a job without a limit (YEAR_SECONDS). */
  static final long UNLIMITED_S = 365 * 86_400L;

  /** Longest popular walltime where the partition has no limit. */
  private static final long USUAL_MAX_S = 7 * 86_400L;

  private final TraceOptions options;
  private final TraceSink sink;
  private final PartitionShapes shapes;
  private final ModalWalltimes modal;

  JobFitter(TraceOptions options, TraceSink sink) {
    this.options = options;
    this.sink = sink;
    this.shapes = new PartitionShapes(options.cluster());
    this.modal = new ModalWalltimes(options.seed());
  }

  /** The job, or empty where the cluster can never run it. */
  Optional<WorkloadJob> fit(TraceJob job, int index, double submitS) {
    PartitionSpec partition = shapes.partition(job.partition());
    if (!job.partition().isEmpty() && !partition.name().equals(job.partition())) {
      sink.note("partition not in the cluster, default one taken");
    }
    Optional<String> type = type(job, partition);
    if (type.isEmpty()) {
      sink.leftOut(
          "GPU type %s not in partition %s"
              .formatted(String.join("|", job.gpuTypes()), partition.name()));
      return Optional.empty();
    }
    Optional<Shape> shape = shape(job, partition, type.get());
    if (shape.isEmpty()) {
      sink.leftOut("larger than partition " + partition.name() + " can ever run");
      return Optional.empty();
    }
    double runtimeS = job.runtimeS();
    if (runtimeS < 1) {
      sink.note("runtime below 1 s taken as 1 s");
      runtimeS = 1;
    }
    return Optional.of(
        new WorkloadJob(
            index,
            submitS,
            job.user().isEmpty() ? "unknown" : job.user(),
            job.account().isEmpty() ? "none" : job.account(),
            partition.name().equals(job.partition()) ? partition.name() : "",
            shape.get().gpus,
            type.get(),
            shape.get().nodes,
            shape.get().cpus,
            job.memMb(),
            runtimeS,
            limit(job, runtimeS, partition),
            job.label(),
            job.qos()));
  }

  /** The cluster's spelling of the job's GPU type; "" for any type; empty where it has none. */
  private Optional<String> type(TraceJob job, PartitionSpec partition) {
    if (job.gpuTypes().isEmpty() || job.gpus() == 0) {
      return Optional.of("");
    }
    List<String> known = shapes.types(partition, job.gpuTypes());
    if (known.size() > 1) {
      sink.note("one of several permitted GPU types taken, the most frequent one");
    }
    return known.stream().findFirst();
  }

  private record Shape(int gpus, int nodes, int cpus) {}

  private Optional<Shape> shape(TraceJob job, PartitionSpec partition, String type) {
    int gpus = (int) Math.ceil(job.gpus() * options.shardsPerGpu() - 1e-9);
    if (gpus > job.gpus() * options.shardsPerGpu() + 1e-9) {
      sink.note(
          options.shardsPerGpu() == 1
              ? "fraction of a GPU rounded up to a whole one"
              : "fraction of a GPU rounded up to a whole shard");
    }
    List<NodeSpec> nodes = shapes.nodes(partition, type);
    int largest = nodes.stream().mapToInt(NodeSpec::gpus).max().orElse(0);
    if (gpus > 0 && largest == 0) {
      return Optional.empty();
    }
    int nodeCount = gpus == 0 ? cpuNodes(job, nodes) : gpuNodes(job, gpus, largest);
    if (gpus % nodeCount != 0) {
      sink.note("GPUs rounded up to an even share of each node");
      gpus = (gpus + nodeCount - 1) / nodeCount * nodeCount;
    }
    int cpus = Math.max(nodeCount, job.cpus() > 0 ? job.cpus() : usualCpus(job, nodes));
    Shape shape = new Shape(gpus, nodeCount, cpus);
    long able = nodes.stream().filter(node -> holds(node, shape, job.memMb())).count();
    return able >= nodeCount ? Optional.of(shape) : Optional.empty();
  }

  /**
   * The trace's own node count where the cluster's nodes are large enough for it, else as few nodes
   * as hold the GPUs; up to half as many more where that makes the shares even.
   */
  private static int gpuNodes(TraceJob job, int gpus, int largest) {
    int own = job.nodes();
    if (own > 0 && gpus % own == 0 && gpus / own <= largest) {
      return own;
    }
    int fewest = (gpus + largest - 1) / largest;
    for (int nodes = fewest; 2 * nodes <= 3 * fewest; nodes++) {
      if (gpus % nodes == 0) {
        return nodes;
      }
    }
    return fewest;
  }

  private static int cpuNodes(TraceJob job, List<NodeSpec> nodes) {
    if (job.nodes() > 0) {
      return job.nodes();
    }
    int largest = nodes.stream().mapToInt(NodeSpec::cpus).max().orElse(1);
    return Math.max(1, (job.cpus() + largest - 1) / largest);
  }

  /** One CPU a GPU where nodes have that many, else one a node: CPUs shall not bind unasked. */
  private int usualCpus(TraceJob job, List<NodeSpec> nodes) {
    boolean plenty =
        nodes.stream().allMatch(node -> node.cpus() >= node.gpus() / options.shardsPerGpu());
    return plenty ? (int) Math.ceil(job.gpus()) : 1;
  }

  private static boolean holds(NodeSpec node, Shape shape, long memMb) {
    return node.gpus() >= shape.gpus / shape.nodes
        && node.cpus() >= (shape.cpus + shape.nodes - 1) / shape.nodes
        && node.memoryMb() >= (memMb + shape.nodes - 1) / shape.nodes;
  }

  private long limit(TraceJob job, double runtimeS, PartitionSpec partition) {
    boolean limited = partition.maxTimeS() != Long.MAX_VALUE;
    long maxS = limited ? partition.maxTimeS() : UNLIMITED_S;
    // Drawn for each job, so that a trace with some requests gives the others the same walltimes.
    long modalS = modal.next(job.user(), runtimeS, limited ? maxS : USUAL_MAX_S);
    WalltimeModel model = options.walltime().orElse(WalltimeModel.MODAL);
    long askedS;
    if (model == WalltimeModel.ORACLE) {
      askedS = (long) Math.ceil(runtimeS);
    } else if (job.requestedS() > 0) {
      askedS = job.requestedS();
    } else {
      askedS = model == WalltimeModel.NONE ? maxS : modalS;
    }
    if (askedS > maxS) {
      sink.note("walltime cut to the limit of partition " + partition.name());
    }
    long limitS = Math.min(askedS, maxS);
    if (runtimeS > limitS) {
      sink.note("runs longer than its walltime, ends as a timeout");
    }
    return limitS;
  }
}
