package io.rltune.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.rest.AnswerReader;
import io.rltune.slurm.rest.RecordArray;
import io.rltune.slurm.rest.Verdict;
import io.rltune.slurm.version.ApiAdapter;
import io.rltune.slurm.version.ApiVersions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A snapshot from answers that were saved, judged as if they had just come in. */
public final class CapturedAnswers {
  private static final ObjectMapper JSON = new ObjectMapper();

  private CapturedAnswers() {}

  /**
   * Reads saved answers of one API version, which their {@code meta} names.
   *
   * @param partitions may be null
   * @return jobs of any state, also finished ones; taken at time 0
   * @throws SlurmException when an answer carries errors or has no records array
   */
  public static ClusterSnapshot snapshot(JsonNode jobs, JsonNode nodes, JsonNode partitions)
      throws SlurmException {
    ApiAdapter adapter = ApiVersions.ofMeta(jobs.path("meta"));
    List<String> warningList = new ArrayList<>();
    Records records = new Records(adapter, warningList);
    List<Job> jobList = new ArrayList<>();
    read(ApiAdapter.JOBS, jobs, json -> records.job(json).ifPresent(jobList::add));
    List<Node> nodeList = new ArrayList<>();
    read(ApiAdapter.NODES, nodes, json -> records.node(json).ifPresent(nodeList::add));
    List<Partition> partitionList = new ArrayList<>();
    if (partitions != null) {
      read(
          ApiAdapter.PARTITIONS,
          partitions,
          json -> records.partition(json).ifPresent(partitionList::add));
    }
    records.finish();
    ClusterContext context =
        new ClusterContext(nodeList, partitionList, records.wholeNodePartitions());
    jobList.replaceAll(context::complete);
    return new ClusterSnapshot(
        0, adapter.release(jobs.path("meta")), jobList, nodeList, partitionList, warningList);
  }

  private static void read(RecordArray array, JsonNode answer, Consumer<JsonNode> onRecord)
      throws SlurmException {
    String request = "captured " + array.key();
    AnswerReader.Envelope envelope;
    try {
      byte[] bytes = JSON.writeValueAsBytes(answer);
      envelope = AnswerReader.read(new ByteArrayInputStream(bytes), array, onRecord);
    } catch (IOException e) {
      throw new SlurmException(
          new SlurmError(
              Kind.MALFORMED, request, Verdict.clean(String.valueOf(e.getMessage())), 0, 0),
          e);
    }
    Optional<SlurmError> error = Verdict.ofRead(request, 200, array.key(), envelope);
    if (error.isPresent()) {
      throw new SlurmException(error.get());
    }
  }
}
