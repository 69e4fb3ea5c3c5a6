package io.rltune.model;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Builds a {@link Job}; every field has a neutral default, so that a test names only what matters.
 */
public final class JobBuilder {
  private final long id;
  private String name = "job";
  private String user = "user";
  private String account = "";
  private String qos = "normal";
  private List<String> partitions = List.of("gpu");
  private JobState state = JobState.PENDING;
  private String reason = "Priority";
  private GpuDemand gpus = GpuDemand.NONE;
  private int gpusPerNode;
  private int minNodes = 1;
  private int maxNodes = 1;
  private int cpus = 1;
  private long memMb;
  private boolean wholeNodeMemory;
  private boolean exclusive;
  private long timeLimitS = 3600;
  private SortedMap<String, Long> gresPerNode = new TreeMap<>();
  private long submit = 1;
  private long eligible = -1;
  private long start;
  private long end;
  private JobConstraints constraints = JobConstraints.NONE;
  private ArrayFacts array = ArrayFacts.NONE;
  private long hetJobId;
  private long priority = 1000;
  private long nice;
  private List<String> nodes = List.of();
  private String oddity = "";

  JobBuilder(long id) {
    this.id = id;
  }

  public JobBuilder name(String value) {
    name = value;
    return this;
  }

  public JobBuilder user(String value) {
    user = value;
    return this;
  }

  public JobBuilder account(String value) {
    account = value;
    return this;
  }

  public JobBuilder qos(String value) {
    qos = value;
    return this;
  }

  public JobBuilder partitions(String... values) {
    partitions = List.of(values);
    return this;
  }

  public JobBuilder partitions(List<String> values) {
    partitions = values;
    return this;
  }

  public JobBuilder state(JobState value) {
    state = value;
    return this;
  }

  public JobBuilder reason(String value) {
    reason = value;
    return this;
  }

  public JobBuilder gpus(GpuDemand value) {
    gpus = value;
    return this;
  }

  public JobBuilder gpusPerNode(int value) {
    gpusPerNode = value;
    return this;
  }

  public JobBuilder nodeRange(int min, int max) {
    minNodes = min;
    maxNodes = max;
    return this;
  }

  public JobBuilder cpus(int value) {
    cpus = value;
    return this;
  }

  public JobBuilder memMb(long value) {
    memMb = value;
    return this;
  }

  public JobBuilder wholeNodeMemory(boolean value) {
    wholeNodeMemory = value;
    return this;
  }

  public JobBuilder exclusive(boolean value) {
    exclusive = value;
    return this;
  }

  public JobBuilder timeLimitS(long value) {
    timeLimitS = value;
    return this;
  }

  /** Adds a generic resource other than GPUs. */
  public JobBuilder gresPerNode(String kind, long units) {
    gresPerNode.put(kind, units);
    return this;
  }

  /** Sets the submit time, and the eligible time too unless that is set on its own. */
  public JobBuilder submit(long value) {
    submit = value;
    return this;
  }

  public JobBuilder eligible(long value) {
    eligible = value;
    return this;
  }

  public JobBuilder start(long value) {
    start = value;
    return this;
  }

  public JobBuilder end(long value) {
    end = value;
    return this;
  }

  public JobBuilder constraints(JobConstraints value) {
    constraints = value;
    return this;
  }

  public JobBuilder array(ArrayFacts value) {
    array = value;
    return this;
  }

  public JobBuilder hetJobId(long value) {
    hetJobId = value;
    return this;
  }

  public JobBuilder priority(long value) {
    priority = value;
    return this;
  }

  public JobBuilder nice(long value) {
    nice = value;
    return this;
  }

  public JobBuilder nodes(List<String> value) {
    nodes = value;
    return this;
  }

  public JobBuilder oddity(String value) {
    oddity = value;
    return this;
  }

  public Job build() {
    ResourceRequest request =
        new ResourceRequest(
            gpus,
            gpusPerNode,
            minNodes,
            maxNodes,
            cpus,
            memMb,
            wholeNodeMemory,
            exclusive,
            timeLimitS,
            gresPerNode);
    JobTimes times = new JobTimes(submit, eligible < 0 ? submit : eligible, start, end);
    return new Job(
        id,
        name,
        user,
        account,
        qos,
        partitions,
        state,
        reason,
        request,
        times,
        constraints,
        array,
        hetJobId,
        priority,
        nice,
        nodes,
        oddity);
  }
}
