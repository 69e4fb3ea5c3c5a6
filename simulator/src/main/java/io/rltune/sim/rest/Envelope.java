package io.rltune.sim.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.sim.engine.UpdateException;
import java.util.List;

/** What surrounds the records of every answer: meta, errors, warnings. */
final class Envelope {
  private final String cluster;

  Envelope(String cluster) {
    this.cluster = cluster;
  }

  /**
   * An error entry.
   *
   * @param description what was tried
   * @param number Slurm's error number
   * @param error Slurm's text for it
   * @param source function that failed
   */
  record ErrorEntry(String description, int number, String error, String source) {
    static ErrorEntry of(UpdateException.Code code) {
      return new ErrorEntry(
          "Job update requested failed", code.number(), code.text(), "slurm_update_job2()");
    }
  }

  /**
   * A warning entry.
   *
   * @param description what was odd
   * @param source where
   */
  record WarningEntry(String description, String source) {}

  /** An answer with one list of records. */
  ObjectNode records(String key, ArrayNode records, long lastUpdate, List<ErrorEntry> errors) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.set(key, records);
    if (key.equals("jobs")) {
      body.set("last_backfill", Json.number(lastUpdate));
    }
    if (!key.equals("pings")) {
      body.set("last_update", Json.number(lastUpdate));
    }
    return close(body, errors, List.of());
  }

  /** Adds meta, errors and warnings. */
  ObjectNode close(ObjectNode body, List<ErrorEntry> errors, List<WarningEntry> warnings) {
    ObjectNode meta = body.putObject("meta");
    meta.putObject("plugin")
        .put("type", "openapi/slurmctld")
        .put("name", "Slurm OpenAPI slurmctld")
        .put("data_parser", "data_parser/" + SimulatedSlurmrestd.API_VERSION)
        .put("accounting_storage", "accounting_storage/slurmdbd");
    meta.putObject("client")
        .put("source", "[localhost]:0(fd:9)")
        .put("user", "slurm")
        .put("group", "slurm");
    meta.putArray("command");
    ObjectNode slurm = meta.putObject("slurm");
    slurm.putObject("version").put("major", "24").put("micro", "5").put("minor", "11");
    slurm.put("release", "24.11.5").put("cluster", cluster);
    ArrayNode errorArray = body.putArray("errors");
    for (ErrorEntry error : errors) {
      errorArray
          .addObject()
          .put("description", error.description)
          .put("error_number", error.number)
          .put("error", error.error)
          .put("source", error.source);
    }
    ArrayNode warningArray = body.putArray("warnings");
    for (WarningEntry warning : warnings) {
      warningArray
          .addObject()
          .put("description", warning.description)
          .put("source", warning.source);
    }
    return body;
  }
}
