package io.rltune.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.ResourceRequest;
import java.util.Collection;
import java.util.function.Function;

/** Captured answers of slurmrestd as {@code rltune inspect} prints them. */
public final class Inspect {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private Inspect() {}

  /**
   * Reads captured answers; the API version is taken from them.
   *
   * @param jobs answer to {@code GET .../jobs}
   * @param nodes answer to {@code GET .../nodes}
   * @param partitions answer to {@code GET .../partitions}, or null
   * @return jobs of any state and nodes, with {@code veto} null everywhere
   * @throws SlurmException of the kind that the daemon would have met: an answer with errors is
   *     never an empty queue
   */
  public static JsonNode inspect(JsonNode jobs, JsonNode nodes, JsonNode partitions)
      throws SlurmException {
    return toJson(CapturedAnswers.snapshot(jobs, nodes, partitions), job -> null);
  }

  /**
   * Writes a snapshot, with what was odd in the answers under {@code warnings}.
   *
   * @param veto reason why a job is not managed, or null
   */
  public static JsonNode toJson(ClusterSnapshot snapshot, Function<Job, String> veto) {
    ObjectNode root = JSON.objectNode();
    ArrayNode jobs = root.putArray("jobs");
    snapshot.jobs().forEach(job -> jobs.add(job(job, veto.apply(job))));
    ArrayNode nodes = root.putArray("nodes");
    snapshot.nodes().forEach(node -> nodes.add(node(node)));
    texts(root.putArray("warnings"), snapshot.warnings());
    return root;
  }

  private static ObjectNode job(Job job, String veto) {
    ResourceRequest request = job.request();
    ObjectNode json = JSON.objectNode().put("id", job.id());
    json.put("state", job.state().base());
    json.put("gpus", request.gpus().total());
    ObjectNode types = json.putObject("gpu_types");
    request.gpus().byType().forEach(types::put);
    json.put("min_nodes", request.minNodes());
    json.put(
        "max_nodes",
        request.maxNodes() == ResourceRequest.UNBOUNDED
            ? null
            : Integer.valueOf(request.maxNodes()));
    json.put("cpus", request.cpus());
    json.put("mem_mb", request.memMb());
    json.put(
        "time_limit_s",
        request.timeLimitS() == ResourceRequest.UNLIMITED
            ? null
            : Long.valueOf(request.timeLimitS()));
    json.put("account", job.account());
    json.put("qos", job.qos());
    texts(json.putArray("partitions"), job.partitions());
    json.put("reason", job.reason());
    return json.put("veto", veto);
  }

  private static ObjectNode node(Node node) {
    ObjectNode json = JSON.objectNode().put("name", node.name());
    json.put("state", node.state().base());
    texts(json.putArray("flags"), node.state().flags());
    json.put("usable", node.isUsable());
    ObjectNode gpus = json.putObject("gpus");
    node.gpus()
        .forEach(
            (type, count) ->
                gpus.putObject(type).put("total", count.total()).put("used", count.used()));
    json.put("cpus_total", node.cpusTotal());
    json.put("cpus_used", node.cpusUsed());
    json.put("mem_mb_total", node.memMbTotal());
    json.put("mem_mb_used", node.memMbUsed());
    texts(json.putArray("features"), node.features());
    return json;
  }

  private static void texts(ArrayNode array, Collection<String> textList) {
    textList.forEach(array::add);
  }
}
