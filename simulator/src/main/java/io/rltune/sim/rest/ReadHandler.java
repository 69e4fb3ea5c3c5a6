package io.rltune.sim.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.JobPhase;
import io.rltune.sim.engine.JobView;
import io.rltune.sim.rest.Envelope.ErrorEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The GET requests. {@code update_time} is ignored: the full answer is always a valid one. */
final class ReadHandler {
  /** The list each endpoint answers with. */
  private static final Map<String, String> RECORDS_KEY =
      Map.of(
          "ping", "pings",
          "jobs", "jobs",
          "jobs/state", "jobs",
          "nodes", "nodes",
          "partitions", "partitions",
          "reservations", "reservations");

  private final ClusterSim sim;
  private final long epochS;
  private final Envelope envelope;
  private final JobJson jobJson;
  private final NodeJson nodeJson;
  private final PartitionJson partitionJson;

  ReadHandler(ClusterSim sim, long epochS, Envelope envelope) {
    this.sim = sim;
    this.epochS = epochS;
    this.envelope = envelope;
    this.jobJson = new JobJson(sim.cluster().name(), epochS);
    this.nodeJson = new NodeJson(epochS);
    this.partitionJson = new PartitionJson(sim.cluster());
  }

  Answer handle(String resource) {
    ArrayNode records = JsonNodeFactory.instance.arrayNode();
    switch (resource) {
      case "ping" -> records.add(ping());
      case "jobs" -> sim.listedJobs().forEach(job -> records.add(jobJson.of(job)));
      case "jobs/state" -> {
        return jobStates(records);
      }
      case "nodes" -> sim.nodes().forEach(node -> records.add(nodeJson.of(node)));
      case "partitions" ->
          sim.cluster().partitions().forEach(spec -> records.add(partitionJson.of(spec)));
      case "reservations" -> {
        // None are simulated.
      }
      case "diag" -> {
        return diag();
      }
      default -> {
        return resource.startsWith("job/") ? job(resource.substring(4)) : Answer.notFound();
      }
    }
    return Answer.json(200, envelope.records(RECORDS_KEY.get(resource), records, now(), List.of()));
  }

  /** The answer to a request that failed as a whole: an empty list beside the error. */
  Answer failed(int status, String resource, ErrorEntry error) {
    ArrayNode none = JsonNodeFactory.instance.arrayNode();
    String key = RECORDS_KEY.getOrDefault(resource, "jobs");
    return Answer.json(status, envelope.records(key, none, 0, List.of(error)));
  }

  private Answer job(String id) {
    Optional<JobView> job =
        id.matches("\\d{1,18}") ? sim.job(Long.parseLong(id)) : Optional.empty();
    if (job.isEmpty()) {
      return failed(
          404,
          "jobs",
          new ErrorEntry(
              "Unable to query JobId=" + id, 2017, "Invalid job id specified", "_handle_job_get"));
    }
    ArrayNode records = JsonNodeFactory.instance.arrayNode();
    records.add(jobJson.of(job.get()));
    return Answer.json(200, envelope.records("jobs", records, now(), List.of()));
  }

  private Answer jobStates(ArrayNode records) {
    for (JobView job : sim.listedJobs()) {
      ObjectNode entry = records.addObject().put("job_id", Long.toString(job.id()));
      Json.putTexts(entry, "state", List.of(job.phase().name()));
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.set("jobs", records);
    return Answer.json(200, envelope.close(body, List.of(), List.of()));
  }

  private Answer diag() {
    List<JobView> jobs = sim.jobs();
    ObjectNode statistics = Json.template("diag.json");
    statistics.set("req_time", Json.number(now()));
    statistics.set("req_time_start", Json.number(epochS));
    statistics
        .put("jobs_submitted", jobs.size())
        .put("jobs_started", sim.decisions())
        .put("jobs_completed", count(jobs, JobPhase.COMPLETED))
        .put("jobs_failed", count(jobs, JobPhase.FAILED))
        .put("jobs_pending", count(jobs, JobPhase.PENDING))
        .put("jobs_running", count(jobs, JobPhase.RUNNING));
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.set("statistics", statistics);
    return Answer.json(200, envelope.close(body, List.of(), List.of()));
  }

  private ObjectNode ping() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("hostname", "controller")
        .put("pinged", "UP")
        .put("responding", true)
        .put("latency", 1000)
        .put("mode", "primary")
        .put("primary", true);
  }

  private static long count(List<JobView> jobs, JobPhase phase) {
    return jobs.stream().filter(job -> job.phase() == phase).count();
  }

  private long now() {
    return epochS + (long) sim.nowS();
  }
}
