package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.model.ArrayFacts;
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
import java.util.TreeSet;

/**
 * Reads one job record. Its field names are the same from v0.0.38 to v0.0.45; {@link Fields}
 * bridges the encodings. A field that cannot be read makes the job odd, and never fails the others.
 */
final class JobReader {
  /** The fields that are read, in any version. */
  static final Set<String> FIELDS =
      Set.of(
          """
          account array_job_id array_max_tasks array_task_string cpus cpus_per_task cpus_per_tres
          dependency distribution eligible_time end_time excluded_nodes exclusive features het_job_id
          hold job_id job_state licenses max_nodes memory_per_cpu memory_per_node memory_per_tres name
          nice node_count nodes partition priority qos required_nodes resv_name shared sockets_per_node
          start_time state_reason submit_time tasks tasks_per_node time_limit tres_per_job tres_per_node
          tres_per_socket tres_per_task tres_req_str user_id user_name"""
              .split("\\s+"));

  private static final Set<String> NOT_SHARED = Set.of("none", "user", "mcs", "topo", "true");

  private final Fields job;

  private JobReader(JsonNode record, ParsedTexts texts) {
    job = new Fields(record, texts);
  }

  /** Reads a record; empty where it has no job id, so that nothing can be said about it. */
  static Optional<Job> read(JsonNode record, ParsedTexts texts) {
    JobReader reader = new JobReader(record, texts);
    long id = reader.job.num("job_id").or(0);
    if (id <= 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(reader.read(id));
    } catch (IllegalArgumentException e) {
      return Optional.of(reader.onlyItsName(id, String.valueOf(e.getMessage())));
    }
  }

  /** A job whose values contradict each other: it is there, and left alone. */
  private Job onlyItsName(long id, String why) {
    job.odd("record", why);
    return Job.builder(id)
        .name(job.text("name"))
        .user(user())
        .state(state())
        .reason(reason())
        .oddity(job.oddity())
        .build();
  }

  private Job read(long id) {
    JobState state = state();
    List<String> partitions = job.texts("partition");
    if (partitions.isEmpty()) {
      job.odd("partition", "empty");
      partitions = List.of("");
    }
    Tres requested = job.attempt("tres_req_str", () -> job.tres("tres_req_str"), Tres.NONE);
    int tasks = job.count("tasks", 0);
    int fewest = NodeRange.fewest(job, requested, tasks);
    Optional<GresOptions> gres =
        job.attempt("tres_per_*", () -> Optional.of(GresOptions.of(job)), Optional.empty());
    GpuRequest gpus =
        gres.map(options -> GpuRequest.of(job, options, requested, fewest, tasks))
            .orElse(GpuRequest.NONE);
    NodeRange range = NodeRange.of(job, fewest, tasks, gpus);
    OtherGresRequest other =
        gres.map(options -> OtherGresRequest.of(options, requested, range, tasks))
            .orElse(OtherGresRequest.NONE);
    ResourceRequest request = request(range, tasks, requested, gpus, other);
    JobConstraints constraints = constraints(other.unclear());
    ArrayFacts array = job.attempt("array_task_string", this::array, ArrayFacts.NONE);
    List<String> nodes = job.attempt("nodes", () -> job.hosts("nodes"), List.of());
    return new Job(
        id,
        job.text("name"),
        user(),
        optional("account"),
        optional("qos"),
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
        job.oddity());
  }

  private JobState state() {
    StateText text =
        job.attempt(
            "job_state",
            () -> StateText.parseJob(job.texts("job_state")),
            new StateText("UNKNOWN", new TreeSet<>()));
    return new JobState(text.base(), text.flags());
  }

  private String optional(String field) {
    String text = job.text(field);
    return Absent.is(text) ? "" : text;
  }

  private String user() {
    String name = job.text("user_name");
    return name.isEmpty() ? job.text("user_id") : name;
  }

  /** The first word: a payload such as {@code , UnavailableNodes:d[001-032]} may follow. */
  private String reason() {
    String text = job.text("state_reason").strip();
    int begin = text.startsWith("(") ? 1 : 0;
    int end = begin;
    while (end < text.length() && " ,()\t".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    String first = text.substring(begin, end);
    return Absent.is(first) ? "None" : first;
  }

  /** A priority that cannot be read counts as 0, a hold: such a job is never written to. */
  private long priority() {
    Num priority = job.num("priority");
    return job.node("hold").asBoolean(false) ? 0 : Math.max(0, priority.or(0));
  }

  /** v0.0.38 shows a negative nice value as an unsigned number of 32 bits, -2 as NO_VAL. */
  private long nice() {
    long nice = job.rawNum("nice").or(0);
    return nice > Integer.MAX_VALUE ? nice - (1L << 32) : nice;
  }

  private JobTimes times() {
    return new JobTimes(
        time("submit_time"), time("eligible_time"), time("start_time"), time("end_time"));
  }

  private long time(String field) {
    return Math.max(JobTimes.UNSET, job.num(field).or(JobTimes.UNSET));
  }

  private ResourceRequest request(
      NodeRange nodes, int tasks, Tres requested, GpuRequest gpus, OtherGresRequest other) {
    int cpus = job.attempt("cpus_per_tres", () -> cpus(tasks, gpus.gpus().total()), 1);
    MemoryRequest memory =
        job.attempt(
            "memory_per_tres",
            () -> MemoryRequest.of(job, requested, nodes.min(), cpus, gpus.gpus().total()),
            new MemoryRequest(0, false));
    return new ResourceRequest(
        gpus.gpus(),
        gpus.perNode(),
        nodes.min(),
        nodes.max(),
        cpus,
        memory.mb(),
        memory.wholeNode(),
        isExclusive(),
        timeLimitS(),
        other.perNode());
  }

  /** v0.0.38 leaves the CPUs that come with GPUs ({@code --cpus-per-gpu}) out of its CPU count. */
  private int cpus(int tasks, int gpus) throws GrammarException {
    long cpus = job.count("cpus", 1);
    cpus = Math.max(cpus, tasks * (long) job.num16("cpus_per_task").count(1));
    long perGpu = Math.min(Integer.MAX_VALUE, MemoryRequest.perGpu(job, "cpus_per_tres"));
    cpus = Math.max(cpus, perGpu * gpus);
    return (int) Math.min(Integer.MAX_VALUE, cpus);
  }

  private boolean isExclusive() {
    return job.texts("shared").stream().anyMatch(NOT_SHARED::contains)
        || job.texts("exclusive").stream().anyMatch(NOT_SHARED::contains);
  }

  /** Without a limit of its own a job gets its partition's, so an unset one is unlimited to us. */
  private long timeLimitS() {
    Num minutes = job.num("time_limit");
    if (minutes.or(0) < 0) {
      job.odd("time_limit", "negative: " + minutes.value());
      return ResourceRequest.UNLIMITED;
    }
    return minutes.isSet() ? Math.min(minutes.or(0), 1L << 40) * 60 : ResourceRequest.UNLIMITED;
  }

  private JobConstraints constraints(List<String> otherGres) {
    return new JobConstraints(
        job.attempt("required_nodes", () -> job.hosts("required_nodes"), List.of()),
        job.attempt("excluded_nodes", () -> job.hosts("excluded_nodes"), List.of()),
        optional("features"),
        optional("resv_name"),
        optional("dependency"),
        distribution(),
        optional("licenses"),
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
