package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.grammar.GrammarException;
import java.util.Optional;

/** What one API version of slurmrestd does in its own way. */
public interface ApiAdapter {
  /** The version in its URLs, e.g. {@code v0.0.38}. */
  String version();

  /** A job; empty where the record has no id. */
  default Optional<Job> job(JsonNode record) {
    return JobReader.read(record);
  }

  /** A node; empty where the record has no name. */
  default Optional<Node> node(JsonNode record) {
    return NodeReader.read(record);
  }

  /**
   * A partition.
   *
   * @throws GrammarException when its node list cannot be read
   */
  Partition partition(JsonNode record) throws GrammarException;

  /** Release of Slurm from an answer's {@code meta}; empty where it does not tell. */
  String release(JsonNode meta);

  /** Body of {@code POST /job/ID} for an update; empty where this version cannot express it. */
  Optional<String> body(JobUpdate update);
}
