package io.rltune.sim.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** {@code GET /openapi/v3}, as far as a client needs it to find the API version. */
final class OpenApi {
  private static final List<String> PATHS =
      List.of(
          "diag/",
          "ping/",
          "jobs/",
          "jobs/state/",
          "job/{job_id}",
          "nodes/",
          "partitions/",
          "reservations/");

  private OpenApi() {}

  static Answer answer() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode paths = body.putObject("paths");
    for (String path : PATHS) {
      ObjectNode operations =
          paths.putObject("/slurm/" + SimulatedSlurmrestd.API_VERSION + "/" + path);
      operations.putObject("get");
      if (path.startsWith("job/")) {
        operations.putObject("post");
      }
    }
    body.putObject("info")
        .put("title", "Slurm REST API")
        .put("version", "Slurm-24.11.5&openapi/slurmctld");
    body.put("openapi", "3.0.3");
    return Answer.json(200, body);
  }
}
