package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.model.ArrayFacts;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobConstraints;
import io.rltune.model.JobState;
import io.rltune.model.JobTimes;
import io.rltune.model.ResourceRequest;
import io.rltune.slurm.grammar.Absent;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.StateText;
import io.rltune.slurm.grammar.TaskRange;
import io.rltune.slurm.grammar.Tres;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;

/**
 * Reads one job record. Its field names are the same from v0.0.38 to v0.0.45; {@link Fields}
 * bridges the encodings. A field that cannot be read makes the job odd, and never fails the others.
 */
final class JobReader {
  private static final Set<String> NOT_SHARED = Set.of("none", "user", "mcs", "topo", "true");

  /** Slurm's "not set" for a field of 16 bits; 65535 is its "infinite". */
  private static final int NO_VAL_16 = 65_534;

  private final Fields job;
  private final StringJoiner oddities = new StringJoiner("; ");

  private JobReader(JsonNode record) {
    job = new Fields(record);
  }

  /** Reads a record; empty where it has no job id, so that nothing can be said about it. */
  static Optional<Job> read(JsonNode record) {
    return new JobReader(record).read();
  }

  /** Something that may meet a malformed string. */
  private interface Reading<T> {
    T get() throws GrammarException;
  }

  private Optional<Job> read() {
    long id = job.num("job_id").or(0);
    if (id <= 0) {
      return Optional.empty();
    }
    JobState state = state();
    List<String> partitions = job.texts("partition");
    if (partitions.isEmpty()) {
      oddities.add("partition: empty");
      partitions = List.of("");
    }
    int minNodes = Math.max(1, job.num("node_count").count(1));
    int tasks = job.num("tasks").count(0);
    Tres requested = attempt("tres_req_str", () -> Tres.parse(job.text("tres_req_str")), Tres.NONE);
    GpuRequest gpus =
        attempt(
            "tres_per_*",
            () -> GpuRequest.of(job, requested, minNodes, tasks),
            new GpuRequest(GpuDemand.NONE, 0, true, List.of()));
    ResourceRequest request = request(minNodes, tasks, requested, gpus);
    JobConstraints constraints = constraints(gpus.otherGres());
    ArrayFacts array = attempt("array_task_string", this::array, ArrayFacts.NONE);
    List<String> nodes = attempt("nodes", () -> job.hosts("nodes"), List.of());
    return Optional.of(
        new Job(
            id,
            job.text("name"),
            user(),
            job.text("account"),
            job.text("qos"),
            partitions,
            state,
            reason(),
            request,
            times(),
            constraints,
            array,
            job.num("het_job_id").or(0),
            priority(),
            nice(),
            state.isPending() ? List.of() : nodes,
            oddities.toString()));
  }

  private <T> T attempt(String field, Reading<T> reading, T otherwise) {
    try {
      return reading.get();
    } catch (GrammarException e) {
      oddities.add(field + ": " + e.getMessage());
      return otherwise;
    }
  }

  private JobState state() {
    StateText text =
        attempt(
            "job_state",
            () -> StateText.parseJob(job.texts("job_state")),
            new StateText("UNKNOWN", new TreeSet<>()));
    return new JobState(text.base(), text.flags());
  }

  private String user() {
    String name = job.text("user_name");
    return name.isEmpty() ? job.text("user_id") : name;
  }

  private String reason() {
    String text = job.text("state_reason").strip();
    String first = (text.startsWith("(") ? text.substring(1) : text).split("[\\s,()]", 2)[0];
    return Absent.is(first) ? "None" : first;
  }

  /** A priority that cannot be read counts as 0, a hold: such a job is never written to. */
  private long priority() {
    Num priority = job.num("priority");
    if (job.node("hold").asBoolean(false)) {
      return 0;
    }
    if (!priority.isSet() && job.has("priority") && !job.node("priority").isObject()) {
      oddities.add("priority: " + job.text("priority"));
    }
    return Math.max(0, priority.or(0));
  }

  /** v0.0.38 shows a negative nice value as an unsigned number of 32 bits. */
  private long nice() {
    long nice = job.num("nice").or(0);
    return nice > Integer.MAX_VALUE ? nice - (1L << 32) : nice;
  }

  private JobTimes times() {
    return new JobTimes(
        time("submit_time"), time("eligible_time"), time("start_time"), time("end_time"));
  }

  private long time(String field) {
    return Math.max(JobTimes.UNSET, job.num(field).or(JobTimes.UNSET));
  }

  private ResourceRequest request(int minNodes, int tasks, Tres requested, GpuRequest gpus) {
    int cpus = attempt("cpus_per_tres", () -> cpus(tasks, gpus.gpus().total()), 1);
    MemoryRequest memory =
        attempt(
            "memory_per_tres",
            () -> MemoryRequest.of(job, requested, minNodes, cpus, gpus.gpus().total()),
            new MemoryRequest(0, false));
    return new ResourceRequest(
        gpus.gpus(),
        gpus.perNode(),
        minNodes,
        maxNodes(minNodes, tasks, gpus.perJob()),
        cpus,
        memory.mb(),
        memory.wholeNode(),
        isExclusive(),
        timeLimitS());
  }

  /** v0.0.38 leaves the CPUs that come with GPUs ({@code --cpus-per-gpu}) out of its CPU count. */
  private int cpus(int tasks, int gpus) throws GrammarException {
    long cpus = job.num("cpus").count(1);
    long perTask = job.num("cpus_per_task").count(1);
    cpus = Math.max(cpus, tasks * (perTask >= NO_VAL_16 ? 1 : perTask));
    cpus = Math.max(cpus, MemoryRequest.perGpu(job, "cpus_per_tres") * gpus);
    return (int) Math.min(Integer.MAX_VALUE, cpus);
  }

  /**
   * Without a limit, a job has at most as many nodes as tasks, because a task cannot span nodes;
   * except that GPUs asked for the job as a whole may come from nodes beyond.
   */
  private int maxNodes(int minNodes, int tasks, boolean gpusPerJob) {
    int maxNodes = job.num("max_nodes").count(0);
    if (maxNodes == 0) {
      maxNodes = gpusPerJob || tasks == 0 ? ResourceRequest.UNBOUNDED : tasks;
    }
    return Math.max(minNodes, maxNodes);
  }

  private boolean isExclusive() {
    return job.texts("shared").stream().anyMatch(NOT_SHARED::contains)
        || job.texts("exclusive").stream().anyMatch(NOT_SHARED::contains);
  }

  /** Without a limit of its own a job gets its partition's, so an unset one is unlimited to us. */
  private long timeLimitS() {
    Num minutes = job.num("time_limit");
    return minutes.isSet() ? Math.min(minutes.or(0), 1L << 40) * 60 : ResourceRequest.UNLIMITED;
  }

  private JobConstraints constraints(List<String> otherGres) {
    return new JobConstraints(
        attempt("required_nodes", () -> job.hosts("required_nodes"), List.of()),
        attempt("excluded_nodes", () -> job.hosts("excluded_nodes"), List.of()),
        job.text("features"),
        job.text("resv_name"),
        job.text("dependency"),
        distribution(),
        job.text("licenses"),
        otherGres);
  }

  /** No API version shows it yet; an arbitrary distribution needs a node list, which all show. */
  private String distribution() {
    return job.text("distribution").contains("arbitrary") ? "arbitrary" : "";
  }

  private ArrayFacts array() throws GrammarException {
    long arrayJobId = job.num("array_job_id").or(0);
    String tasks = job.text("array_task_string");
    if (arrayJobId <= 0) {
      return ArrayFacts.NONE;
    }
    int throttle = job.num("array_max_tasks").count(0);
    if (tasks.isBlank()) {
      return new ArrayFacts(arrayJobId, 1, throttle, "");
    }
    TaskRange range = TaskRange.parse(tasks);
    return new ArrayFacts(arrayJobId, range.tasks(), Math.max(throttle, range.throttle()), tasks);
  }
}
