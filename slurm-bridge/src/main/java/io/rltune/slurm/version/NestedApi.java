package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.model.Partition;
import io.rltune.model.ResourceRequest;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.grammar.GrammarException;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What v0.0.39 and all later versions have in common, and v0.0.38 has not:
 *
 * <ul>
 *   <li>numbers are {@code {set, infinite, number}}; the states of a node are an array;
 *   <li>partitions are nested: {@code nodes.configured}, {@code maximums.time}, {@code
 *       maximums.nodes}, {@code priority.tier}; {@code maximums.shares} is 0 for {@code
 *       OverSubscribe=EXCLUSIVE};
 *   <li>writes: {@code priority} as {@code {set, infinite, number}}, infinite hands it back; {@code
 *       required_nodes} is an array, {@code [""]} clears it and {@code []} does not; {@code
 *       site_factor} is the raw number of 32 bits, 2^31 + x.
 * </ul>
 */
abstract class NestedApi implements ApiAdapter {
  /** Slurm's NICE_OFFSET: what it adds to store a signed number without a sign. */
  private static final long SITE_FACTOR_ZERO = 1L << 31;

  private final String version;

  NestedApi(String version) {
    this.version = version;
  }

  @Override
  public final String version() {
    return version;
  }

  @Override
  public String jobsQuery() {
    return "flags=ALL";
  }

  @Override
  public boolean tellsUnchangedJobs() {
    return true;
  }

  @Override
  public Partition partition(JsonNode json) throws GrammarException {
    Fields record = new Fields(json);
    Num maxTime = record.num("maximums", "time");
    Num maxNodes = record.num("maximums", "nodes");
    return new Partition(
        record.text("name"),
        isUp(record),
        new TreeSet<>(record.hosts("nodes", "configured")),
        maxTime.isSet() ? maxTime.or(0) * 60 : ResourceRequest.UNLIMITED,
        maxNodes.isSet() ? maxNodes.count(0) : ResourceRequest.UNBOUNDED,
        record.num("priority", "tier").count(1),
        record.texts("flags").contains("DEFAULT"));
  }

  /** Whether the partition starts jobs. */
  boolean isUp(Fields partition) {
    return partition.texts("partition", "state").contains("UP");
  }

  @Override
  public boolean givesWholeNodes(JsonNode partition) {
    Num shares = Num.of(partition.path("maximums").path("shares"));
    return shares.isSet() && shares.value() == 0;
  }

  @Override
  public Optional<ObjectNode> body(JobUpdate update) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    if (update instanceof JobUpdate.SiteFactor factor) {
      body.put("site_factor", SITE_FACTOR_ZERO + factor.value());
    } else if (update instanceof JobUpdate.Priority priority) {
      body.putObject("priority")
          .put("set", true)
          .put("infinite", false)
          .put("number", priority.value());
    } else if (update instanceof JobUpdate.ResetPriority) {
      body.putObject("priority").put("set", true).put("infinite", true).put("number", 0);
    } else if (update instanceof JobUpdate.Nice nice) {
      body.put("nice", nice.value());
    } else if (update instanceof JobUpdate.RestoreNice nice) {
      body.put("nice", nice.value());
    } else if (update instanceof JobUpdate.NodeList list) {
      list.nodes().forEach(body.putArray("required_nodes")::add);
    } else {
      body.putArray("required_nodes").add("");
    }
    return Optional.of(body);
  }
}
