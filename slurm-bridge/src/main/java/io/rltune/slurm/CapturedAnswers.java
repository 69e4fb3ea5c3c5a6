package io.rltune.slurm;

import com.fasterxml.jackson.core.JsonProcessingException;
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
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A snapshot from answers that were saved, judged as if they had just come in. They stream, so a
 * file may be larger than memory.
 */
public final class CapturedAnswers {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Opens a saved answer, more than once. */
  private interface Opener {
    InputStream open() throws IOException;
  }

  /** A saved answer and what to call it in errors. */
  private record Saved(String name, Opener opener) {
    static Saved of(String key, JsonNode answer) {
      return new Saved(
          "captured " + key, () -> new ByteArrayInputStream(JSON.writeValueAsBytes(answer)));
    }

    /** What is no plain file, such as a pipe, can be read but once: it is kept in memory. */
    static Saved of(Path file) throws IOException {
      if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
        byte[] bytes = Files.readAllBytes(file);
        return new Saved(file.toString(), () -> new ByteArrayInputStream(bytes));
      }
      return new Saved(file.toString(), () -> Files.newInputStream(file));
    }
  }

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
    try {
      return read(
          Saved.of("jobs", jobs),
          Saved.of("nodes", nodes),
          partitions == null ? null : Saved.of("partitions", partitions));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads saved answers from files, as {@link #snapshot(JsonNode, JsonNode, JsonNode)}.
   *
   * @param partitions may be null
   * @throws IOException when a file cannot be read
   * @throws SlurmException also when a file is no whole JSON
   */
  public static ClusterSnapshot snapshot(Path jobs, Path nodes, Path partitions)
      throws IOException, SlurmException {
    return read(Saved.of(jobs), Saved.of(nodes), partitions == null ? null : Saved.of(partitions));
  }

  private static ClusterSnapshot read(Saved jobs, Saved nodes, Saved partitions)
      throws IOException, SlurmException {
    // Newer releases put meta behind the records, so it takes a look ahead.
    JsonNode meta = envelope(jobs, RecordArray.NONE, record -> {}).meta();
    ApiAdapter adapter = ApiVersions.ofMeta(meta);
    List<String> warningList = new ArrayList<>();
    Records records = new Records(adapter, warningList);
    List<Job> jobList = new ArrayList<>();
    judged(jobs, ApiAdapter.JOBS, json -> records.job(json).ifPresent(jobList::add));
    List<Node> nodeList = new ArrayList<>();
    judged(nodes, ApiAdapter.NODES, json -> records.node(json).ifPresent(nodeList::add));
    List<Partition> partitionList = new ArrayList<>();
    if (partitions != null) {
      judged(
          partitions,
          ApiAdapter.PARTITIONS,
          json -> records.partition(json).ifPresent(partitionList::add));
    }
    records.finish();
    ClusterContext context =
        new ClusterContext(nodeList, partitionList, records.wholeNodePartitions());
    jobList.replaceAll(context::complete);
    return new ClusterSnapshot(
        0, adapter.release(meta), jobList, nodeList, partitionList, warningList);
  }

  private static void judged(Saved answer, RecordArray array, Consumer<JsonNode> onRecord)
      throws IOException, SlurmException {
    AnswerReader.Envelope envelope = envelope(answer, array, onRecord);
    Optional<SlurmError> error = Verdict.ofRead(answer.name(), 200, array.key(), envelope);
    if (error.isPresent()) {
      throw new SlurmException(error.get());
    }
  }

  private static AnswerReader.Envelope envelope(
      Saved answer, RecordArray array, Consumer<JsonNode> onRecord)
      throws IOException, SlurmException {
    try (InputStream in = answer.opener().open()) {
      return AnswerReader.read(in, array, onRecord);
    } catch (JsonProcessingException e) {
      String place =
          e.getLocation() == null ? "" : " at character " + e.getLocation().getCharOffset();
      throw malformed(answer, "not JSON" + place + ": " + e.getOriginalMessage(), e);
    } catch (AnswerReader.NotAnAnswer e) {
      throw malformed(answer, e.getMessage(), e);
    }
  }

  private static SlurmException malformed(Saved answer, String message, IOException cause) {
    return new SlurmException(
        new SlurmError(Kind.MALFORMED, answer.name(), Verdict.clean(message), 0, 0), cause);
  }
}
