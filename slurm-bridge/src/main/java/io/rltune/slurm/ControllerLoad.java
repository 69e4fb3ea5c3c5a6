package io.rltune.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.slurm.rest.RecordArray;
import io.rltune.slurm.rest.RestClient;
import java.util.ArrayList;
import java.util.List;

/**
 * How busy slurmctld is, as {@code sdiag} tells. Source: sdiag(1).
 *
 * @param serverThreads threads that answer requests now; slurmctld has 256 at most
 * @param agentQueue messages that wait to be sent to nodes
 * @param pendingRpcs requests that wait in a queue by type; 0 where the release has none
 */
public record ControllerLoad(long serverThreads, long agentQueue, long pendingRpcs) {
  /** From here on requests have to wait for each other. */
  private static final long MANY_THREADS = 64;

  private static final long LONG_QUEUE = 200;

  static ControllerLoad read(RestClient rest, String path) throws SlurmException {
    List<JsonNode> found = new ArrayList<>();
    rest.get(path, RecordArray.object("statistics"), found::add);
    JsonNode statistics = found.isEmpty() ? null : found.get(0);
    if (statistics == null) {
      throw new SlurmException(
          new SlurmError(
              SlurmError.Kind.MALFORMED, "GET " + path, "answer has no \"statistics\"", 200, 0));
    }
    long pending = 0;
    for (JsonNode rpc : statistics.path("pending_rpcs")) {
      pending += rpc.path("count").asLong(0);
    }
    return new ControllerLoad(
        statistics.path("server_thread_count").asLong(0),
        statistics.path("agent_queue_size").asLong(0),
        pending);
  }

  /**
   * How much longer to wait between two looks: 1 for a controller at ease, 2 for one with a queue,
   * doubled for each doubling beyond, at most 8.
   */
  public int stretch() {
    double most =
        Math.max(
            serverThreads / (double) MANY_THREADS,
            Math.max(agentQueue, pendingRpcs) / (double) LONG_QUEUE);
    if (most < 1) {
      return 1;
    }
    return most < 2 ? 2 : most < 4 ? 4 : 8;
  }
}
