package io.rltune.sim.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.sim.cluster.NodeNames;
import io.rltune.sim.engine.JobPhase;
import io.rltune.sim.engine.JobView;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job record of {@code GET /jobs}. Cores are not simulated: {@code job_resources} names nodes,
 * CPUs and memory, but its sockets are empty.
 */
final class JobJson {
  private static final int FIRST_USER_ID = 1000;

  private final ObjectNode template = Json.template("job.json");
  private final String cluster;
  private final long epochS;
  private final Map<String, Integer> userIds = new TreeMap<>();

  JobJson(String cluster, long epochS) {
    this.cluster = cluster;
    this.epochS = epochS;
  }

  ObjectNode of(JobView job) {
    ObjectNode json = template.deepCopy();
    putIdentity(json, job);
    putState(json, job);
    putTimes(json, job);
    putRequest(json, job);
    if (!job.allocation().isEmpty()) {
      putAllocation(json, job);
    }
    return json;
  }

  private void putIdentity(ObjectNode json, JobView job) {
    WorkloadJob request = job.request();
    int userId;
    synchronized (userIds) {
      userId = userIds.computeIfAbsent(request.user(), user -> FIRST_USER_ID + userIds.size());
    }
    json.put("account", request.account())
        .put("cluster", cluster)
        .put("job_id", job.id())
        .put("name", request.name())
        .put("partition", job.partition())
        .put("user_name", request.user())
        .put("user_id", userId)
        .put("group_name", request.user())
        .put("group_id", userId)
        .put("mail_user", request.user());
  }

  private void putState(ObjectNode json, JobView job) {
    Json.putTexts(json, "job_state", List.of(job.phase().name()));
    json.put("state_reason", reason(job))
        .put("hold", job.held())
        .put("nice", job.nice())
        .put("restart_cnt", job.restarts());
    json.set("priority", Json.number(job.priority()));
    List<String> flags = new ArrayList<>();
    if (job.phase() != JobPhase.PENDING) {
      flags.add("ACCRUE_COUNT_CLEARED");
      flags.add("JOB_WAS_RUNNING");
    }
    flags.addAll(List.of("EXACT_MEMORY_REQUESTED", "USING_DEFAULT_QOS", "USING_DEFAULT_WCKEY"));
    if (job.phase() == JobPhase.PENDING && !Double.isNaN(job.lastEvaluationS())) {
      flags.add("SCHEDULING_ATTEMPTED");
    }
    Json.putTexts(json, "flags", flags);
    if (job.phase() == JobPhase.TIMEOUT || job.phase() == JobPhase.FAILED) {
      putExitCode(json.putObject("exit_code"), job.phase());
    }
  }

  private static String reason(JobView job) {
    return switch (job.phase()) {
      case TIMEOUT -> "TimeLimit";
      case FAILED -> "NonZeroExitCode";
      default -> job.reason().label();
    };
  }

  private static void putExitCode(ObjectNode exit, JobPhase phase) {
    boolean signaled = phase == JobPhase.TIMEOUT;
    Json.putTexts(exit, "status", List.of(signaled ? "SIGNALED" : "ERROR"));
    exit.putObject("return_code")
        .put("set", !signaled)
        .put("infinite", false)
        .put("number", signaled ? 0 : 1);
    ObjectNode signal = exit.putObject("signal");
    signal
        .putObject("id")
        .put("set", signaled)
        .put("infinite", false)
        .put("number", signaled ? 15 : 0);
    signal.put("name", signaled ? "TERM" : "");
  }

  /** A pending job has the times that backfill planned, or 0. */
  private void putTimes(ObjectNode json, JobView job) {
    boolean pending = job.phase() == JobPhase.PENDING;
    double startS = pending ? job.plannedStartS() : job.startS();
    double endS = pending ? startS + job.request().timeLimitS() : job.endS();
    json.set("submit_time", time(job.submitS()));
    json.set("eligible_time", time(job.held() ? Double.NaN : job.submitS()));
    json.set("accrue_time", time(job.held() ? Double.NaN : job.submitS()));
    json.set("last_sched_evaluation", time(job.lastEvaluationS()));
    json.set("start_time", time(startS));
    json.set("end_time", time(endS));
    json.set("time_limit", Json.number((job.request().timeLimitS() + 59) / 60));
    json.put("scheduled_nodes", NodeNames.compress(job.plannedNodes()));
  }

  private ObjectNode time(double simS) {
    return Json.number(Double.isNaN(simS) ? 0 : epochS + (long) simS);
  }

  private static void putRequest(ObjectNode json, JobView job) {
    WorkloadJob request = job.request();
    int nodes = request.nodes();
    int cpusPerNode = (request.cpus() + nodes - 1) / nodes;
    long memMbPerNode = (request.memMb() + nodes - 1) / nodes;
    Map<String, Integer> gpus =
        request.gpus() > 0 ? Map.of(request.gpuType(), request.gpus()) : Map.of();
    json.set("node_count", Json.number(nodes));
    json.set("max_nodes", Json.number(nodes));
    json.set("tasks", Json.number(nodes));
    json.set("cpus_per_task", Json.number(cpusPerNode));
    json.set("minimum_cpus_per_node", Json.number(cpusPerNode));
    json.set("cpus", Json.number((long) cpusPerNode * nodes));
    json.set("memory_per_node", Json.number(memMbPerNode));
    json.put("required_nodes", NodeNames.compress(job.requiredNodes()))
        .put("tres_per_task", "cpu=" + cpusPerNode)
        .put(
            "tres_per_node",
            gpus.isEmpty() ? "" : "gres/" + TresText.gres(request.gpuType(), request.gpusPerNode()))
        .put(
            "tres_req_str", TresText.ofJob(cpusPerNode * nodes, memMbPerNode * nodes, nodes, gpus));
  }

  private static void putAllocation(ObjectNode json, JobView job) {
    Map<String, Integer> gpus = new TreeMap<>();
    int cpus = 0;
    long memMb = 0;
    ArrayNode gresDetail = json.putArray("gres_detail");
    ObjectNode resources = json.putObject("job_resources");
    Json.putTexts(resources, "select_type", List.of("CORE"));
    ObjectNode nodes = resources.putObject("nodes").put("count", job.allocation().size());
    Json.putTexts(nodes, "select_type", List.of("ONE_ROW"));
    nodes.put("list", NodeNames.compress(job.nodes())).put("whole", false);
    ArrayNode allocation = nodes.putArray("allocation");
    for (JobView.NodeShare share : job.allocation()) {
      ObjectNode entry = allocation.addObject();
      entry.put("index", allocation.size() - 1).put("name", share.node());
      entry.putObject("cpus").put("count", share.cpus()).put("used", 0);
      entry.putObject("memory").put("used", 0).put("allocated", share.memMb());
      entry.putArray("sockets");
      cpus += share.cpus();
      memMb += share.memMb();
      if (!share.gpuIndexes().isEmpty()) {
        gpus.merge(share.gpuType(), share.gpuIndexes().size(), Integer::sum);
        if (job.phase() == JobPhase.RUNNING) {
          gresDetail.add(TresText.gresWithIndexes(share.gpuType(), share.gpuIndexes()));
        }
      }
    }
    resources.put("cpus", cpus).set("threads_per_core", Json.number(0).put("set", false));
    json.put("nodes", NodeNames.compress(job.nodes()))
        .put("batch_host", job.nodes().get(0))
        .put("tres_alloc_str", TresText.ofJob(cpus, memMb, job.allocation().size(), gpus));
    json.putObject("billable_tres")
        .put("set", true)
        .put("infinite", false)
        .put("number", (double) cpus);
  }
}
