package io.rltune.sim.testing;

import io.rltune.sim.workload.WorkloadJob;

/** A job for a test: one GPU of any type for 100 s with a limit of 120 s, unless said otherwise. */
public final class JobSpec {
  private double submitS;
  private String account = "acc";
  private String partition = "";
  private int gpus = 1;
  private String gpuType = "";
  private int nodes = 1;
  private int cpus = 1;
  private double runtimeS = 100;
  private long timeLimitS = 120;

  private JobSpec() {}

  public static JobSpec job() {
    return new JobSpec();
  }

  public JobSpec at(double seconds) {
    submitS = seconds;
    return this;
  }

  public JobSpec account(String name) {
    account = name;
    return this;
  }

  public JobSpec partition(String name) {
    partition = name;
    return this;
  }

  public JobSpec gpus(int count) {
    gpus = count;
    return this;
  }

  public JobSpec type(String name) {
    gpuType = name;
    return this;
  }

  public JobSpec nodes(int count) {
    nodes = count;
    cpus = Math.max(cpus, count);
    return this;
  }

  public JobSpec cpus(int count) {
    cpus = count;
    return this;
  }

  public JobSpec runs(double seconds, long limitSeconds) {
    runtimeS = seconds;
    timeLimitS = limitSeconds;
    return this;
  }

  public WorkloadJob build() {
    return new WorkloadJob(
        0,
        submitS,
        "user",
        account,
        partition,
        gpus,
        gpuType,
        nodes,
        cpus,
        1000,
        runtimeS,
        timeLimitS,
        "test");
  }
}
