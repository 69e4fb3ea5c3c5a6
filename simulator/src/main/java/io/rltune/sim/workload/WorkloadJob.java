package io.rltune.sim.workload;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Objects;

/**
 * One job of a workload, as a user would submit it, with the runtime that only the simulator knows.
 *
 * @param index place in the workload, from 0
 * @param submitS submit time in seconds after the workload's start
 * @param user submitting user
 * @param account Slurm account
 * @param partition partition asked for; empty means the cluster's default partition
 * @param gpus GPUs in total over all nodes; 0 for a CPU job
 * @param gpuType GPU type asked for; empty means any type
 * @param nodes number of nodes; the GPUs, CPUs and memory are spread evenly over them
 * @param cpus CPUs in total over all nodes
 * @param memMb memory in MB in total over all nodes
 * @param runtimeS true runtime in seconds, unknown to any scheduler
 * @param timeLimitS requested time limit in seconds
 * @param name job name
 * @param qos quality of service; empty means the cluster's default
 */
@RecordBuilder
public record WorkloadJob(
    int index,
    double submitS,
    String user,
    String account,
    String partition,
    int gpus,
    String gpuType,
    int nodes,
    int cpus,
    long memMb,
    double runtimeS,
    long timeLimitS,
    String name,
    String qos)
    implements WorkloadJobBuilder.With {

  public WorkloadJob {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(partition, "partition");
    Objects.requireNonNull(gpuType, "gpuType");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(qos, "qos");
    check(submitS >= 0, index, "submitS", submitS, "must not be negative");
    check(gpus >= 0, index, "gpus", gpus, "must not be negative");
    check(nodes >= 1, index, "nodes", nodes, "must be at least 1");
    check(gpus % nodes == 0, index, "gpus", gpus, "must divide evenly over " + nodes + " nodes");
    check(cpus >= nodes, index, "cpus", cpus, "must be at least one for each node");
    check(memMb >= 0, index, "memMb", memMb, "must not be negative");
    check(runtimeS > 0, index, "runtimeS", runtimeS, "must be positive");
    check(timeLimitS > 0, index, "timeLimitS", timeLimitS, "must be positive");
  }

  /** A job of the default quality of service. */
  public WorkloadJob(
      int index,
      double submitS,
      String user,
      String account,
      String partition,
      int gpus,
      String gpuType,
      int nodes,
      int cpus,
      long memMb,
      double runtimeS,
      long timeLimitS,
      String name) {
    this(
        index,
        submitS,
        user,
        account,
        partition,
        gpus,
        gpuType,
        nodes,
        cpus,
        memMb,
        runtimeS,
        timeLimitS,
        name,
        "");
  }

  /** The same job at another place and time of a workload. */
  public WorkloadJob at(int newIndex, double newSubmitS) {
    return with().index(newIndex).submitS(newSubmitS).build();
  }

  /** GPUs on each of the job's nodes. */
  public int gpusPerNode() {
    return gpus / nodes;
  }

  private static void check(boolean ok, int index, String field, Number value, String rule) {
    if (!ok) {
      throw new IllegalArgumentException(
          "workload job " + index + ": " + field + "=" + value + " " + rule);
    }
  }
}
