package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.rest.RecordArray;
import java.util.Optional;
import java.util.Set;

/** What one API version of slurmrestd does in its own way. */
public interface ApiAdapter {
  /** The jobs of an answer, with the fields that are read. */
  RecordArray JOBS = new RecordArray("jobs", JobReader.FIELDS);

  /** The nodes of an answer, with the fields that are read. */
  RecordArray NODES = new RecordArray("nodes", NodeReader.FIELDS);

  /** The partitions of an answer; there are few, so they are read whole. */
  RecordArray PARTITIONS = new RecordArray("partitions", Set.of());

  /** The version in its URLs, e.g. {@code v0.0.38}. */
  String version();

  /** What an admin should know about the use of this version; empty for nothing. */
  default String note() {
    return "";
  }

  /**
   * Query for the smallest list of jobs: without the details that are not read ({@code
   * job_resources}, {@code gres_detail}), a fifth of the text. Nodes need them, for {@code
   * gres_used}.
   */
  default String jobsQuery() {
    return "";
  }

  /**
   * Whether jobs can be asked for with {@code update_time}, and the answer tells slurmctld's own
   * clock to ask with.
   */
  default boolean tellsUnchangedJobs() {
    return false;
  }

  /** A job; empty where the record has no id. */
  default Optional<Job> job(JsonNode record, ParsedTexts texts) {
    return JobReader.read(record, texts);
  }

  /** A node; empty where the record has no name. */
  default Optional<Node> node(JsonNode record, ParsedTexts texts) {
    return NodeReader.read(record, texts);
  }

  /**
   * A partition.
   *
   * @throws GrammarException when its node list cannot be read
   */
  Partition partition(JsonNode record) throws GrammarException;

  /**
   * Whether jobs of the partition get whole nodes ({@code OverSubscribe=EXCLUSIVE}); false where
   * the version does not show it.
   */
  default boolean givesWholeNodes(JsonNode partition) {
    return false;
  }

  /** Release of Slurm from an answer's {@code meta}; empty where it does not tell. */
  default String release(JsonNode meta) {
    String release = meta.path("slurm").path("release").asText("");
    return release.isEmpty() ? meta.path("Slurm").path("release").asText("") : release;
  }

  /** Body of {@code POST /job/ID} for an update; empty where this version cannot express it. */
  Optional<ObjectNode> body(JobUpdate update);
}
