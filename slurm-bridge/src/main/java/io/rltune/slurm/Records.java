package io.rltune.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.version.ApiAdapter;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  Records(ApiAdapter adapter, List<String> warningList) {
    this.adapter = adapter;
    this.warningList = warningList;
  }

  /** A job of any state. */
  Optional<Job> job(JsonNode json) {
    try {
      Optional<Job> job = adapter.job(json);
      if (job.isEmpty()) {
        warn("a job record without a job_id was left out");
      }
      return job;
    } catch (IllegalArgumentException e) {
      warn("job " + json.path("job_id").asText("?") + " was left out: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** A job that waits, runs, or is in a state that we do not know. */
  Optional<Job> activeJob(JsonNode json) {
    return job(json)
        .filter(job -> !FINISHED.contains(job.state().base()) || job.state().holdsNodes());
  }

  Optional<Node> node(JsonNode json) {
    try {
      Optional<Node> node = adapter.node(json);
      if (node.isEmpty()) {
        warn("a node record without a name was left out");
      }
      node.filter(known -> !known.oddity().isEmpty())
          .ifPresent(odd -> warn("node " + odd.name() + ": " + odd.oddity()));
      return node;
    } catch (IllegalArgumentException e) {
      warn("node " + json.path("name").asText("?") + " was left out: " + e.getMessage());
      return Optional.empty();
    }
  }

  Optional<Partition> partition(JsonNode json) {
    try {
      return Optional.of(adapter.partition(json));
    } catch (GrammarException | IllegalArgumentException e) {
      warn("partition " + json.path("name").asText("?") + " was left out: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void warn(String text) {
    if (warningList.size() < MOST_WARNINGS) {
      warningList.add(text);
    }
  }
}
