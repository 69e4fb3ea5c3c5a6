package io.rltune.solver;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads the JSON of {@code rltune solve}.
 *
 * <p>Optional fields: of a node {@code gpu_type} (""), {@code features}; of a job {@code
 * gpus_per_node} (0), {@code min_nodes} (1), {@code max_nodes} ({@code min_nodes}, or {@code gpus}
 * where neither is given), {@code cpus_per_gpu} and {@code mem_mb_per_gpu} (0), {@code gpu_types}
 * of a CPU-only job (all), {@code account}, {@code features}, {@code allowed_nodes}; {@code
 * account_caps}; {@code weights} (0 each). What few instances have is in {@link ExtrasReader}.
 */
public final class InstanceReader {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          // So that whoever checks the number can say where it stands.
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Far more than 200,000 jobs take. */
  private static final long MOST_BYTES = 256L << 20;

  private static final Set<String> NODE_FIELDS =
      ExtrasReader.and(
          ExtrasReader.NODE,
          "name",
          "gpu_type",
          "gpus_free",
          "gpus_total",
          "cpus_free",
          "mem_mb_free",
          "features");

  private static final Set<String> JOB_FIELDS =
      ExtrasReader.and(
          ExtrasReader.JOB,
          "id",
          "gpus",
          "gpus_per_node",
          "min_nodes",
          "max_nodes",
          "cpus_per_gpu",
          "mem_mb_per_gpu",
          "gpu_types",
          "priority",
          "account",
          "features",
          "allowed_nodes");

  private InstanceReader() {}

  /**
   * Reads and validates an instance.
   *
   * @throws IllegalArgumentException for malformed JSON or a bad instance, naming the place and the
   *     value
   */
  public static PlacementInstance read(String json) {
    JsonNode root;
    try {
      root = MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation();
      throw new IllegalArgumentException(
          "instance is not JSON: line %d, column %d: %s"
              .formatted(place.getLineNr(), place.getColumnNr(), e.getOriginalMessage()),
          e);
    }
    JsonFields fields = new JsonFields("", root);
    fields.allow(Set.of("nodes", "jobs", "account_caps", "weights", "upcoming", "reservations"));
    List<PlaceableNode> nodes = new ArrayList<>();
    for (JsonFields node : fields.objects("nodes")) {
      nodes.add(node(node));
    }
    List<PlaceableJob> jobs = new ArrayList<>();
    for (JsonFields job : fields.objects("jobs")) {
      jobs.add(job(job));
    }
    JsonFields weights = fields.object("weights");
    weights.allow(ExtrasReader.WEIGHTS);
    PlacementInstance instance =
        new PlacementInstance(
            nodes,
            jobs,
            fields.object("account_caps").integers(),
            weights.number("fragmentation", 0.0),
            weights.number("spread", 0.0),
            ExtrasReader.terms(weights, fields),
            ExtrasReader.reservations(fields));
    InstanceValidator.validate(instance);
    return instance;
  }

  /**
   * Reads and validates the instance in a file.
   *
   * @throws IllegalArgumentException as {@link #read(String)}, and for a file that is too large
   * @throws IOException where the file cannot be read
   */
  public static PlacementInstance read(Path file) throws IOException {
    long bytes = Files.size(file);
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "instance: "
              + file
              + " has "
              + bytes
              + " bytes, above "
              + MOST_BYTES
              + "; a cycle plans the head of the queue, some thousand jobs");
    }
    return read(Files.readString(file));
  }

  private static PlaceableNode node(JsonFields node) {
    node.allow(NODE_FIELDS);
    return new PlaceableNode(
        node.text("name", null),
        node.text("gpu_type", ""),
        node.integer("gpus_free", null),
        node.integer("gpus_total", null),
        node.integer("cpus_free", null),
        node.longInteger("mem_mb_free", null),
        node.texts("features"),
        ExtrasReader.ofNode(node));
  }

  private static PlaceableJob job(JsonFields job) {
    job.allow(JOB_FIELDS);
    int gpus = job.integer("gpus", null);
    int minNodes = job.integer("min_nodes", 1);
    int mostNodes = job.has("min_nodes") ? minNodes : Math.max(1, gpus);
    if (gpus > 0 && !job.has("gpu_types")) {
      throw job.missing("gpu_types");
    }
    return new PlaceableJob(
        job.longInteger("id", null),
        gpus,
        job.integer("gpus_per_node", 0),
        minNodes,
        job.integer("max_nodes", mostNodes),
        job.number("cpus_per_gpu", 0.0),
        job.number("mem_mb_per_gpu", 0.0),
        job.object("gpu_types").numbers(),
        job.number("priority", null),
        job.text("account", ""),
        job.texts("features"),
        job.texts("allowed_nodes"),
        ExtrasReader.ofJob(job));
  }
}
