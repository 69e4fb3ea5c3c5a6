package io.rltune.sim.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a cluster file:
 *
 * <pre>
 * name: philly-192
 * nodes:
 *   - {names: "p2-[01-16]", gpu_type: p100, gpus: 2, cpus: 16, mem_mb: 128000,
 *      features: [rack1], weight: 1, speed: 1.0}
 * partitions:
 *   - {name: gpu, nodes: "p2-[01-16]", max_time: 7-00:00:00, default: true, priority_tier: 1}
 * </pre>
 *
 * Only names, cpus and mem_mb of a node and name and nodes of a partition are required. An unknown
 * key is an error: a misspelt one would silently change the cluster.
 */
public final class ClusterFile {
  private static final Set<String> TOP_KEYS = Set.of("name", "nodes", "partitions");
  private static final Set<String> NODE_KEYS =
      Set.of("names", "gpu_type", "gpus", "cpus", "mem_mb", "features", "weight", "speed");
  private static final Set<String> PARTITION_KEYS =
      Set.of("name", "nodes", "max_time", "default", "priority_tier");
  private static final Pattern DURATION =
      Pattern.compile("(?:(\\d{1,5})-)?(\\d{1,6})(?::(\\d{1,2}))?(?::(\\d{1,2}))?");

  private final String source;

  private ClusterFile(String source) {
    this.source = source;
  }

  /**
   * Reads the file.
   *
   * @throws IOException where it cannot be read
   * @throws IllegalArgumentException where its content is no cluster, naming the file and the key
   */
  public static ClusterSpec read(Path file) throws IOException {
    return parse(Files.readString(file), file.toString());
  }

  /**
   * Parses YAML text.
   *
   * @param source where the text came from, for error messages
   * @throws IllegalArgumentException where the content is no cluster
   */
  public static ClusterSpec parse(String yaml, String source) {
    ClusterFile reader = new ClusterFile(source);
    JsonNode root;
    try {
      root = new YAMLMapper().readTree(yaml);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "cluster file " + source + ": not YAML: " + e.getMessage(), e);
    }
    return reader.cluster(root);
  }

  private ClusterSpec cluster(JsonNode root) {
    checkKeys(root, "top level", TOP_KEYS);
    List<NodeSpec> nodes = new ArrayList<>();
    for (JsonNode entry : list(root, "nodes")) {
      nodes.addAll(nodes(entry));
    }
    List<PartitionSpec> partitions = new ArrayList<>();
    for (JsonNode entry : list(root, "partitions")) {
      partitions.add(partition(entry));
    }
    try {
      return new ClusterSpec(root.path("name").asText("cluster"), nodes, partitions);
    } catch (IllegalArgumentException e) {
      throw bad(e.getMessage());
    }
  }

  private List<NodeSpec> nodes(JsonNode entry) {
    checkKeys(entry, "nodes", NODE_KEYS);
    String names = text(entry, "names", "nodes");
    String where = "nodes '" + names + "'";
    Set<String> features = new TreeSet<>();
    entry.path("features").forEach(feature -> features.add(feature.asText()));
    int gpus = (int) number(entry, "gpus", where, 0);
    List<NodeSpec> nodes = new ArrayList<>();
    try {
      for (String name : NodeNames.expand(names)) {
        nodes.add(
            new NodeSpec(
                name,
                gpus > 0 ? entry.path("gpu_type").asText("") : "",
                gpus,
                (int) number(entry, "cpus", where, Double.NaN),
                (long) number(entry, "mem_mb", where, Double.NaN),
                new TreeSet<>(features),
                (long) number(entry, "weight", where, 1),
                number(entry, "speed", where, 1)));
      }
    } catch (IllegalArgumentException e) {
      throw bad(e.getMessage());
    }
    return nodes;
  }

  private PartitionSpec partition(JsonNode entry) {
    checkKeys(entry, "partitions", PARTITION_KEYS);
    String name = text(entry, "name", "partitions");
    String where = "partition '" + name + "'";
    try {
      return new PartitionSpec(
          name,
          NodeNames.expand(text(entry, "nodes", where)),
          seconds(entry.path("max_time").asText("UNLIMITED"), where),
          entry.path("default").asBoolean(false),
          (int) number(entry, "priority_tier", where, 1));
    } catch (IllegalArgumentException e) {
      throw bad(e.getMessage());
    }
  }

  /** Slurm's forms: minutes, M:S, H:M:S, D-H, D-H:M, D-H:M:S. */
  private long seconds(String text, String where) {
    if (text.equalsIgnoreCase("UNLIMITED") || text.equalsIgnoreCase("INFINITE")) {
      return Long.MAX_VALUE;
    }
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          where + ": max_time '" + text + "' is no Slurm time, e.g. 7-00:00:00 or UNLIMITED");
    }
    long first = Long.parseLong(matcher.group(2));
    long second = matcher.group(3) == null ? 0 : Long.parseLong(matcher.group(3));
    long third = matcher.group(4) == null ? 0 : Long.parseLong(matcher.group(4));
    if (matcher.group(1) != null) {
      return Long.parseLong(matcher.group(1)) * 86_400 + first * 3600 + second * 60 + third;
    }
    return matcher.group(4) == null ? first * 60 + second : first * 3600 + second * 60 + third;
  }

  private JsonNode list(JsonNode root, String key) {
    JsonNode list = root.path(key);
    if (!list.isArray() || list.isEmpty()) {
      throw bad("'" + key + "' must be a list with at least one entry");
    }
    return list;
  }

  private String text(JsonNode entry, String key, String where) {
    JsonNode value = entry.path(key);
    if (value.isNumber() || value.isBoolean()) {
      // YAML reads a name such as 6214e9 as a number, and the number would no longer be the name.
      throw bad(where + ": '" + key + "' must be text, found " + value + "; put it in quotes");
    }
    if (!value.isTextual() || value.asText().isBlank()) {
      throw bad(where + ": '" + key + "' is missing");
    }
    return value.asText();
  }

  /** A number; NaN as the default makes the key required. */
  private double number(JsonNode entry, String key, String where, double ifAbsent) {
    JsonNode value = entry.path(key);
    if (value.isMissingNode() && !Double.isNaN(ifAbsent)) {
      return ifAbsent;
    }
    if (!value.isNumber()) {
      throw bad(where + ": '" + key + "' must be a number, found " + value);
    }
    return value.asDouble();
  }

  private void checkKeys(JsonNode entry, String where, Set<String> known) {
    if (!entry.isObject()) {
      throw bad(where + ": must be a mapping, found " + entry);
    }
    for (Iterator<String> keys = entry.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      if (!known.contains(key)) {
        throw bad(where + ": unknown key '" + key + "'; known are " + new TreeSet<>(known));
      }
    }
  }

  private IllegalArgumentException bad(String problem) {
    return new IllegalArgumentException("cluster file " + source + ": " + problem);
  }
}
