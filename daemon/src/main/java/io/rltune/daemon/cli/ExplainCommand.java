package io.rltune.daemon.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.StateDir;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rltune explain JOBID}: why a job waits. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Says where a pending job stands and why, as of the daemon's last cycle.")
final class ExplainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "JOBID", description = "Raw numeric job id.")
  private long jobId;

  @Mixin private ConfigOption configOption;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    StateDir stateDir = configOption.stateDir();
    if (!Files.exists(stateDir.explain())) {
      throw new IllegalStateException(
          "no plan in " + stateDir.path() + ": the daemon has not run with this configuration");
    }
    JsonNode all = JsonFiles.read(stateDir.explain());
    JsonNode job = all.path("jobs").path(Long.toString(jobId));
    if (job.isMissingNode()) {
      throw new IllegalStateException(
          "job "
              + jobId
              + " was not pending at "
              + Instant.ofEpochSecond(all.path("taken_at").asLong()));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonFiles.MAPPER.writeValueAsString(job));
      return ExitCodes.OK;
    }
    out.printf(
        "job %d: %d GPUs, waiting for %d s, Slurm's reason %s, priority %d%n",
        jobId,
        job.path("gpus").asInt(),
        job.path("waited_s").asLong(),
        job.path("reason").asText(),
        job.path("priority").asLong());
    if (job.has("position")) {
      out.printf(
          "position %d of %d, score %.3f%n",
          job.path("position").asInt(), job.path("of").asInt(), job.path("score").asDouble());
    }
    if (job.has("starts_on")) {
      out.println("it can start now on " + job.path("starts_on"));
    }
    if (job.has("starts_by")) {
      out.println(
          "it is blocked; nodes "
              + job.path("reserved_nodes")
              + " are kept for it, free by "
              + Instant.ofEpochSecond(job.path("starts_by").asLong())
              + " at the latest if all jobs run to their limit");
    }
    if (job.has("veto")) {
      out.printf(
          "%s: %s (%s)%n",
          job.path("managed").asBoolean() ? "ordered, but given no nodes" : "left to Slurm",
          job.path("veto").asText(),
          job.path("veto_detail").asText());
    } else if (!job.has("starts_on") && !job.has("starts_by")) {
      out.println("it waits for GPUs that jobs ahead of it use or get first");
    }
    return ExitCodes.OK;
  }
}
