package io.rltune.sim.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.engine.SlurmParams;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {
  @Test
  void readersSeeWholeStatesWhileTheTimeMoves() throws Exception {
    ClusterSim sim = new ClusterSim(DemoCluster.spec(), SlurmParams.defaults());
    BurstySpec spec = BurstySpec.demo(DemoCluster.capacity(DemoCluster.spec())).withJobs(150);
    BurstyWorkload.generate(spec, 3).forEach(sim::submit);
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try (SimulatedSlurmrestd server = SimulatedSlurmrestd.start(sim, 0, RestClient.TOKEN)) {
      Future<Integer> read =
          reader.submit(
              () -> {
                RestClient client = new RestClient(server);
                for (int i = 0; i < 40; i++) {
                  checkRunningJobsHaveNodes(client.read("jobs").path("jobs"));
                }
                return 40;
              });
      for (int step = 1; !read.isDone() && step < 100_000; step++) {
        sim.advanceTo(step * 5.0);
      }
      assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo(40);
    } finally {
      reader.shutdownNow();
    }
  }

  private static void checkRunningJobsHaveNodes(JsonNode jobs) {
    for (JsonNode job : jobs) {
      boolean pending = job.path("job_state").get(0).asText().equals("PENDING");
      assertThat(job.path("nodes").asText().isEmpty()).isEqualTo(pending);
    }
  }
}
