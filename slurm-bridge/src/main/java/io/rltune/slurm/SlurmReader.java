package io.rltune.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.rest.AnswerReader;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.Verdict;
import io.rltune.slurm.version.ApiAdapter;
import io.rltune.slurm.version.ApiVersions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads jobs, nodes and partitions of one cluster. */
final class SlurmReader {
  /** Partitions change when an admin edits slurm.conf: once a minute is soon enough. */
  private static final Duration PARTITIONS_FRESH = Duration.ofSeconds(60);

  private final RestClient rest;
  private final ApiVersions.Agreed agreed;
  private final Clock clock;
  private List<Partition> partitionList = List.of();
  private List<String> partitionWarningList = List.of();
  private Set<String> wholeNodePartitions = Set.of();
  private ClusterContext context = ClusterContext.NONE;
  private boolean memoryTracked = true;
  private Instant partitionsReadAt = Instant.EPOCH;
  private final JobListing jobs;

  SlurmReader(RestClient rest, ApiVersions.Agreed agreed, Clock clock) {
    this(rest, agreed, clock, true);
  }

  /** A reader that asks for jobs only when they changed, where the version can tell. */
  SlurmReader(RestClient rest, ApiVersions.Agreed agreed, Clock clock, boolean onlyChanges) {
    this.rest = rest;
    this.agreed = agreed;
    this.clock = clock;
    this.jobs = new JobListing(rest, agreed.adapter(), onlyChanges);
  }

  /** How often Slurm answered that no job has changed. */
  long unchangedReads() {
    return jobs.unchangedReads();
  }

  /** How busy slurmctld says it is. */
  ControllerLoad load() throws SlurmException {
    return ControllerLoad.read(rest, path("diag"));
  }

  /** A request that costs slurmctld next to nothing, to see whether it answers again. */
  void probe() throws SlurmException {
    rest.get(path("ping"), "pings", ping -> {});
  }

  /**
   * Reads the whole cluster. Jobs come before nodes: a job that starts in between is then pending
   * on nodes that are taken, which the check before each write finds, and never running on free
   * ones.
   */
  ClusterSnapshot snapshot() throws SlurmException {
    Instant now = clock.instant();
    List<String> warningList = new ArrayList<>(rest.tokens().warnings());
    if (!agreed.adapter().note().isEmpty()) {
      warningList.add(agreed.adapter().note());
    }
    JobListing.Listing listing = jobs.read(now);
    List<Job> jobList = new ArrayList<>(listing.jobs());
    warningList.addAll(listing.warnings());
    Records records = new Records(agreed.adapter(), warningList);
    List<Node> nodeList = new ArrayList<>();
    AnswerReader.Envelope nodes =
        rest.get(
            path("nodes"), ApiAdapter.NODES, json -> records.node(json).ifPresent(nodeList::add));
    warn(warningList, "nodes", nodes);
    if (nodeList.isEmpty()) {
      throw malformed(path("nodes"), "no node that can be read");
    }
    records.finish();
    memoryTracked = MemoryTracking.isOn(nodeList, memoryTracked);
    if (!memoryTracked) {
      jobList.replaceAll(MemoryTracking::withoutMemory);
      warningList.add(
          "memory is not a consumable resource here (see SelectTypeParameters): memory requests are"
              + " ignored, as Slurm does");
    }
    readPartitions(now);
    context = new ClusterContext(nodeList, partitionList, wholeNodePartitions);
    jobList.replaceAll(context::complete);
    warningList.addAll(partitionWarningList);
    String told = agreed.adapter().release(nodes.meta());
    return new ClusterSnapshot(
        now.getEpochSecond(),
        told.isEmpty() ? agreed.release() : told,
        jobList,
        nodeList,
        partitionList,
        warningList);
  }

  /** One job; of the records that an array id stands for, the one with exactly this id. */
  Job job(long jobId) throws SlurmException {
    if (jobId <= 0) {
      throw new SlurmException(
          new SlurmError(Kind.NO_SUCH_JOB, "job " + jobId, "job ids are positive", 0, 0));
    }
    String path = path("job/" + jobId);
    List<Job> found = new ArrayList<>();
    Records records = new Records(agreed.adapter(), new ArrayList<>());
    rest.get(
        path,
        ApiAdapter.JOBS,
        json -> records.job(json).filter(job -> job.id() == jobId).ifPresent(found::add));
    if (found.isEmpty()) {
      throw new SlurmException(
          new SlurmError(Kind.NO_SUCH_JOB, "GET " + path, "no record of job " + jobId, 200, 0));
    }
    Job job = context.complete(found.get(0));
    return memoryTracked ? job : MemoryTracking.withoutMemory(job);
  }

  private void readPartitions(Instant now) throws SlurmException {
    if (now.isBefore(partitionsReadAt.plus(PARTITIONS_FRESH))) {
      return;
    }
    List<Partition> readList = new ArrayList<>();
    List<String> warningList = new ArrayList<>();
    Records records = new Records(agreed.adapter(), warningList);
    AnswerReader.Envelope answer =
        rest.get(
            path("partitions"),
            ApiAdapter.PARTITIONS,
            json -> records.partition(json).ifPresent(readList::add));
    if (readList.isEmpty()) {
      throw malformed(path("partitions"), "no partition that can be read");
    }
    warn(warningList, "partitions", answer);
    partitionList = List.copyOf(readList);
    partitionWarningList = List.copyOf(warningList);
    wholeNodePartitions = records.wholeNodePartitions();
    partitionsReadAt = now;
  }

  static void warn(List<String> warningList, String what, AnswerReader.Envelope envelope) {
    for (JsonNode warning : envelope.warnings()) {
      String text = warning.path("description").asText(warning.toString());
      if (!Verdict.saysEmpty(text)) {
        warningList.add(what + ": " + Verdict.clean(text));
      }
    }
  }

  private static SlurmException malformed(String path, String message) {
    return new SlurmException(new SlurmError(Kind.MALFORMED, "GET " + path, message, 200, 0));
  }

  private String path(String what) {
    return "/slurm/" + agreed.adapter().version() + "/" + what;
  }
}
