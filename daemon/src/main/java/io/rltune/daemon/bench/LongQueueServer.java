package io.rltune.daemon.bench;

import io.rltune.sim.bench.LongQueue;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.JobView;
import io.rltune.sim.engine.UpdateException;
import io.rltune.sim.rest.SimulatedSlurmrestd;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;

/**
 * A simulated slurmrestd as a process: a long queue in which no job starts or ends, and some say
 * something new in each answer, as those do that backfill looked at.
 */
public final class LongQueueServer {
  static final String TOKEN = "bench-token";

  private LongQueueServer() {}

  /**
   * Serves until the input ends. Prints one line: address, pending jobs, running jobs, bytes of the
   * jobs answer.
   *
   * @param changed share of the pending jobs that differ from one answer to the next, 0 to 1
   * @param until ends when the parent closes it or dies
   */
  public static void serve(
      int nodes, int pending, double changed, InputStream until, PrintWriter out)
      throws IOException, InterruptedException {
    ClusterSim sim = LongQueue.of(nodes, pending);
    long epochS = Instant.now().getEpochSecond() - (long) sim.nowS();
    try (SimulatedSlurmrestd restd = SimulatedSlurmrestd.start(sim, 0, TOKEN, epochS)) {
      restd.keepAnswers(2);
      long bytes = 0;
      // Answers are made before the first is asked for: the daemon is measured, not this.
      for (int nice = 0; nice < 2; nice++) {
        for (String resource : new String[] {"nodes", "partitions", "jobs"}) {
          bytes = fetch(restd.uri(), resource);
        }
        change(sim, changed);
      }
      out.println(
          restd.uri() + " " + sim.pendingCount() + " " + sim.runningJobs().size() + " " + bytes);
      out.flush();
      while (until.read() >= 0) {
        // Only the end is waited for.
      }
    }
  }

  private static void change(ClusterSim sim, double share) {
    List<JobView> pendingList = sim.pendingJobs();
    try {
      for (JobView job : pendingList.subList(0, (int) Math.round(share * pendingList.size()))) {
        sim.updateNice(job.id(), 1);
      }
    } catch (UpdateException e) {
      throw new IllegalStateException("a pending job takes a nice value", e);
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
