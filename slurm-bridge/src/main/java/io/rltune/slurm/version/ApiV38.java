package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.model.Partition;
import io.rltune.model.ResourceRequest;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Hostlist;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/**
 * v0.0.38, the newest API of Slurm 22.05. Its differences:
 *
 * <ul>
 *   <li>numbers are plain, NO_VAL and INFINITE both read {@code null} (a time limit of {@code null}
 *       is unlimited), a negative nice is an unsigned number of 32 bits, {@code --mem=0} is {@code
 *       null};
 *   <li>states are strings; flags of a node stand in {@code state_flags}, of a job's flags only the
 *       strongest shows, in place of its state;
 *   <li>partitions are flat: {@code nodes}, {@code max_time_limit}, {@code maximum_nodes_per_job}
 *       (-1 = no limit), {@code priority_tier}, {@code state}, {@code flags}; whether they give
 *       whole nodes does not show;
 *   <li>the release is in {@code meta.Slurm}, with a capital S;
 *   <li>{@code update_time} works, but the answer does not tell slurmctld's clock, so it is not
 *       used: a clock that differs from ours would hide changes;
 *   <li>writes: {@code priority} and {@code nice} are numbers; {@code required_nodes} is refused,
 *       the undocumented string {@code nodelist} works and {@code ""} clears it; there is no {@code
 *       site_factor} and no way to hand a priority back.
 * </ul>
 */
final class ApiV38 implements ApiAdapter {
  @Override
  public String version() {
    return "v0.0.38";
  }

  @Override
  public Partition partition(JsonNode json) throws GrammarException {
    Fields record = new Fields(json);
    Num maxTime = record.num("max_time_limit");
    Num maxNodes = record.num("maximum_nodes_per_job");
    return new Partition(
        record.text("name"),
        record.text("state").toUpperCase(Locale.ROOT).equals("UP"),
        new TreeSet<>(record.hosts("nodes")),
        maxTime.isSet() ? maxTime.or(0) * 60 : ResourceRequest.UNLIMITED,
        maxNodes.or(-1) >= 0 ? maxNodes.count(0) : ResourceRequest.UNBOUNDED,
        record.num("priority_tier").count(1),
        record.texts("flags").contains("default"));
  }

  @Override
  public Optional<ObjectNode> body(JobUpdate update) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    if (update instanceof JobUpdate.Priority priority) {
      body.put("priority", priority.value());
    } else if (update instanceof JobUpdate.Nice nice) {
      body.put("nice", nice.value());
    } else if (update instanceof JobUpdate.RestoreNice nice) {
      body.put("nice", nice.value());
    } else if (update instanceof JobUpdate.NodeList list) {
      body.put("nodelist", Hostlist.compress(list.nodes()));
    } else if (update instanceof JobUpdate.ClearNodeList) {
      body.put("nodelist", "");
    } else {
      return Optional.empty();
    }
    return Optional.of(body);
  }
}
