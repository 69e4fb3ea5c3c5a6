package io.rltune.daemon.bench;

import io.rltune.sim.bench.LongQueue;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.rest.SimulatedSlurmrestd;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;

/** A simulated slurmrestd as a process: a long queue that stands still. */
public final class LongQueueServer {
  static final String TOKEN = "bench-token";

  private LongQueueServer() {}

  /**
   * Serves until the input ends. Prints one line: address, pending jobs, running jobs, bytes of the
   * jobs answer.
   *
   * @param until ends when the parent closes it or dies
   */
  public static void serve(int nodes, int pending, InputStream until, PrintWriter out)
      throws IOException, InterruptedException {
    ClusterSim sim = LongQueue.of(nodes, pending);
    long epochS = Instant.now().getEpochSecond() - (long) sim.nowS();
    try (SimulatedSlurmrestd restd = SimulatedSlurmrestd.start(sim, 0, TOKEN, epochS)) {
      restd.keepAnswers();
      long bytes = 0;
      // Answers are made once, before the first is asked for: the daemon is measured, not this.
      for (String resource : new String[] {"nodes", "partitions", "jobs"}) {
        bytes = fetch(restd.uri(), resource);
      }
      out.println(
          restd.uri() + " " + sim.pendingCount() + " " + sim.runningJobs().size() + " " + bytes);
      out.flush();
      while (until.read() >= 0) {
        // Only the end is waited for.
      }
    }
  }

  private static long fetch(URI server, String resource) throws IOException, InterruptedException {
    URI uri = server.resolve("/slurm/" + SimulatedSlurmrestd.API_VERSION + "/" + resource);
    HttpRequest request = HttpRequest.newBuilder(uri).header("X-SLURM-USER-TOKEN", TOKEN).build();
    HttpResponse<byte[]> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) {
      throw new IOException(uri + " answered with status " + answer.statusCode());
    }
    return answer.body().length;
  }
}
