package io.rltune.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.rest.Verdict;
import io.rltune.slurm.version.ApiAdapter;
import io.rltune.slurm.version.ParsedTexts;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Maps records one by one; one that cannot be mapped becomes a warning and costs nobody else. */
final class Records {
  private static final Set<String> FINISHED =
      Set.of(
          "COMPLETED",
          "CANCELLED",
          "FAILED",
          "TIMEOUT",
          "NODE_FAIL",
          "PREEMPTED",
          "BOOT_FAIL",
          "DEADLINE",
          "OUT_OF_MEMORY",
          "REVOKED");

  private static final int MOST_WARNINGS = 100;

  private final ApiAdapter adapter;
  private final List<String> warningList;
  private final ParsedTexts texts = new ParsedTexts();
  private final UnknownValues unknownValues = new UnknownValues();
  private final Set<Long> jobIds = new HashSet<>();
  private final Set<String> nodeNames = new HashSet<>();
  private final Set<String> wholeNodePartitions = new TreeSet<>();

  Records(ApiAdapter adapter, List<String> warningList) {
    this.adapter = adapter;
    this.warningList = warningList;
  }

  /** A job of any state. */
  Optional<Job> job(JsonNode json) {
    Optional<Job> job = read("job", json, "job_id", record -> adapter.job(record, texts));
    if (job.isPresent() && !jobIds.add(job.get().id())) {
      warn("job " + job.get().id() + " is listed twice; the second record was left out");
      return Optional.empty();
    }
    job.ifPresent(unknownValues::see);
    return job;
  }

  /** A job that waits, runs, or is in a state that we do not know. */
  Optional<Job> activeJob(JsonNode json) {
    return job(json)
        .filter(job -> !FINISHED.contains(job.state().base()) || job.state().holdsNodes());
  }

  Optional<Node> node(JsonNode json) {
    Optional<Node> node = read("node", json, "name", record -> adapter.node(record, texts));
    if (node.isPresent() && !nodeNames.add(node.get().name())) {
      warn("node " + node.get().name() + " is listed twice; the second record was left out");
      return Optional.empty();
    }
    node.ifPresent(unknownValues::see);
    node.filter(known -> !known.oddity().isEmpty())
        .ifPresent(odd -> warn("node " + odd.name() + ": " + odd.oddity()));
    return node;
  }

  Optional<Partition> partition(JsonNode json) {
    Optional<Partition> partition =
        read("partition", json, "name", record -> Optional.of(adapter.partition(record)));
    partition
        .filter(known -> adapter.givesWholeNodes(json))
        .ifPresent(known -> wholeNodePartitions.add(known.name()));
    return partition;
  }

  /** Names of the partitions so far whose jobs get whole nodes. */
  Set<String> wholeNodePartitions() {
    return Set.copyOf(wholeNodePartitions);
  }

  /** Adds what is to be said of the answer as a whole. */
  void finish() {
    if (!unknownValues.warning().isEmpty()) {
      warningList.add(unknownValues.warning());
    }
  }

  private interface Reading<T> {
    Optional<T> read(JsonNode json) throws GrammarException;
  }

  /** A fault in the reader, too, costs the record that met it, and not the cycle. */
  private <T> Optional<T> read(String what, JsonNode json, String key, Reading<T> reading) {
    try {
      Optional<T> record = reading.read(json);
      if (record.isEmpty()) {
        warn("a " + what + " record without a " + key + " was left out");
      }
      return record;
    } catch (GrammarException | RuntimeException e) {
      warn(
          what
              + " "
              + json.path(key).asText("?")
              + " was left out: "
              + Verdict.clean(e.toString()));
      return Optional.empty();
    }
  }

  private void warn(String text) {
    if (warningList.size() < MOST_WARNINGS) {
      warningList.add(text);
    }
  }
}
