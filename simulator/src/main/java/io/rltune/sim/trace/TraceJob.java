package io.rltune.sim.trace;

import java.util.List;
import java.util.Objects;

/**
 * One job as its trace describes it, before it is fitted to a cluster.
 *
 * @param id name of the job in the trace
 * @param submitS submit time in seconds, of any origin
 * @param name what its user called it; empty where the trace does not say
 * @param user submitting user; empty where the trace has none
 * @param account account, tenant or virtual cluster; empty where the trace has none
 * @param partition partition, queue or virtual cluster; empty where the trace has none
 * @param qos quality of service; empty where the trace has none
 * @param gpus GPUs in total, at least 0; fractions where the trace shares GPUs
 * @param gpuTypes GPU types the job may use, any of them; empty for any type
 * @param nodes nodes the job had; 0 where the trace does not say
 * @param cpus CPUs in total; 0 where the trace does not say
 * @param memMb memory in MiB in total; 0 where the trace does not say
 * @param runtimeS true runtime in seconds, at least 0
 * @param requestedS requested walltime in seconds; 0 where the trace has none
 */
record TraceJob(
    String id,
    double submitS,
    String name,
    String user,
    String account,
    String partition,
    String qos,
    double gpus,
    List<String> gpuTypes,
    int nodes,
    int cpus,
    long memMb,
    double runtimeS,
    long requestedS) {

  TraceJob {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(partition, "partition");
    Objects.requireNonNull(qos, "qos");
    gpuTypes = List.copyOf(gpuTypes);
  }

  /** What reports call it. Users find a job by its id; runs of one sweep share the rest. */
  String label() {
    return name.isEmpty() ? id : name + " (" + id + ")";
  }

  /** A job of which the trace tells size and times; what it does not tell stays open. */
  static Builder builder(String id, double submitS, double gpus, double runtimeS) {
    return new Builder(id, submitS, gpus, runtimeS);
  }

  /** Collects what a trace says beyond size and times. */
  static final class Builder {
    private final String id;
    private final double submitS;
    private final double gpus;
    private final double runtimeS;
    private String name = "";
    private String user = "";
    private String account = "";
    private String partition = "";
    private String qos = "";
    private List<String> gpuTypes = List.of();
    private int nodes;
    private int cpus;
    private long memMb;
    private long requestedS;

    private Builder(String id, double submitS, double gpus, double runtimeS) {
      this.id = id;
      this.submitS = submitS;
      this.gpus = gpus;
      this.runtimeS = runtimeS;
    }

    Builder name(String text) {
      name = text;
      return this;
    }

    Builder user(String text) {
      user = text;
      return this;
    }

    Builder account(String name) {
      account = name;
      return this;
    }

    Builder partition(String name) {
      partition = name;
      return this;
    }

    Builder qos(String name) {
      qos = name;
      return this;
    }

    Builder gpuTypes(List<String> types) {
      gpuTypes = types;
      return this;
    }

    Builder nodes(int count) {
      nodes = count;
      return this;
    }

    Builder cpus(int count) {
      cpus = count;
      return this;
    }

    Builder memMb(long mebibytes) {
      memMb = mebibytes;
      return this;
    }

    Builder requestedS(long seconds) {
      requestedS = seconds;
      return this;
    }

    TraceJob build() {
      return new TraceJob(
          id,
          submitS,
          name,
          user,
          account,
          partition,
          qos,
          gpus,
          gpuTypes,
          nodes,
          cpus,
          memMb,
          runtimeS,
          requestedS);
    }
  }
}
