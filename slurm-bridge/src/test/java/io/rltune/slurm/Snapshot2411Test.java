package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Partition;
import io.rltune.model.ResourceRequest;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same kinds of job as in {@link SnapshotTest}, as v0.0.42 of a Slurm 24.11.5 shows them. */
class Snapshot2411Test {
  private ClusterSnapshot snapshot;
  private Map<String, Job> jobs;

  @BeforeEach
  void setUp() throws Exception {
    snapshot =
        CapturedAnswers.snapshot(
            fixture("jobs.json"), fixture("nodes.json"), fixture("partitions.json"));
    jobs = snapshot.jobs().stream().collect(Collectors.toMap(Job::name, job -> job, (a, b) -> a));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pd_gres     | {a100=2}  | 2 | 1 | 1          | 1  | 1024",
        "pd_gpusN    | {a100=8}  | 4 | 2 | 2          | 2  | 2048",
        "pd_gpustask | {a100=4}  | 0 | 1 | 4          | 16 | 16384",
        "pd_gpussock | {a100=4}  | 0 | 1 | 1          | 2  | 2048",
        "pd_untyped  | {=8}      | 8 | 1 | 1          | 1  | 102400",
        "pd_memgpu   | {v100=8}  | 0 | 1 | 2147483647 | 16 | 65536",
        "run_v100    | {v100=12} | 0 | 2 | 2147483647 | 2  | 24576",
        "n24         | {t4=2}    | 1 | 2 | 4          | 2  | 2048",
        "mem0        | {a100=1}  | 1 | 1 | 1          | 1  | 0",
      })
  void readsRequests(
      String name, String gpus, int perNode, int minNodes, int maxNodes, int cpus, long memMb) {
    ResourceRequest request = jobs.get(name).request();
    assertThat(request.gpus().byType()).hasToString(gpus);
    assertThat(request.gpusPerNode()).isEqualTo(perNode);
    assertThat(request.minNodes()).isEqualTo(minNodes);
    assertThat(request.maxNodes()).isEqualTo(maxNodes);
    assertThat(request.cpus()).isEqualTo(cpus);
    assertThat(request.memMb()).isEqualTo(memMb);
    assertThat(request.wholeNodeMemory()).isEqualTo(name.equals("mem0"));
  }

  @Test
  void readsWhatNeedsCare() {
    assertThat(jobs.get("neg").nice()).isEqualTo(-50);
    assertThat(jobs.get("noname").request().timeLimitS()).isEqualTo(ResourceRequest.UNLIMITED);
    assertThat(jobs.get("step").array().pendingTasks()).isEqualTo(6);
    assertThat(jobs.get("pd_gres").array().arrayJobId()).isZero();
    assertThat(jobs.get("hold_user").isHeld()).isTrue();
    assertThat(jobs.get("pd_excl").request().exclusive()).isTrue();
    assertThat(jobs.get("pd_gres").request().exclusive()).isFalse();
    assertThat(jobs.get("part2").partitions()).containsExactly("gpu", "batch");
    assertThat(jobs.get("het").hetJobId()).isPositive();
  }

  @Test
  void readsNodesAndPartitions() {
    assertThat(snapshot.warnings()).isEmpty();
    assertThat(snapshot.slurmVersion()).isEqualTo("24.11.5");
    assertThat(snapshot.nodesByName().get("v2").gpus().get("v100").free()).isEqualTo(4);
    assertThat(snapshot.nodesByName().get("c2").state().flags()).containsExactly("DRAIN");
    Partition gpu = snapshot.partitionsByName().get("gpu");
    assertThat(gpu.up()).isTrue();
    assertThat(gpu.nodes()).hasSize(6);
    assertThat(gpu.maxTimeS()).isEqualTo(7 * 86_400);
    assertThat(gpu.maxNodes()).isEqualTo(ResourceRequest.UNBOUNDED);
  }

  private static JsonNode fixture(String name) throws IOException {
    return new ObjectMapper().readTree(Snapshot2411Test.class.getResource("/slurm-24.11/" + name));
  }
}
