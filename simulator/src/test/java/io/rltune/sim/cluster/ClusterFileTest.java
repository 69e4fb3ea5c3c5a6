package io.rltune.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterFileTest {
  private static final String YAML =
      """
      name: philly-192
      nodes:
        - {names: "p2-[01-16]", gpu_type: p100, gpus: 2, cpus: 16, mem_mb: 128000, features: [rack1], weight: 1, speed: 0.5}
        - {names: "p8-[01-20]", gpu_type: p100, gpus: 8, cpus: 64, mem_mb: 512000}
      partitions:
        - {name: gpu, nodes: "p2-[01-16],p8-[01-20]", max_time: 7-00:00:00, default: true, priority_tier: 2}
      """;

  @Test
  void readsNodesAndPartitions(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("c.yaml"), YAML);
    ClusterSpec cluster = ClusterFile.read(file);
    assertThat(cluster.name()).isEqualTo("philly-192");
    assertThat(cluster.nodes()).hasSize(36);
    assertThat(cluster.totalGpus()).isEqualTo(192);
    NodeSpec first = cluster.nodes().get(0);
    assertThat(first.name()).isEqualTo("p2-01");
    assertThat(first.features()).containsExactly("rack1");
    assertThat(first.speed()).isEqualTo(0.5);
    PartitionSpec partition = cluster.defaultPartition();
    assertThat(partition.maxTimeS()).isEqualTo(7 * 86_400);
    assertThat(partition.priorityTier()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "60, 3600",
    "30:00, 1800",
    "12:00:00, 43200",
    "2-12, 216000",
    "1-02:03:04, 93784",
    "UNLIMITED, 9223372036854775807"
  })
  void readsSlurmTimes(String text, long seconds) {
    String yaml = YAML.replace("7-00:00:00", text);
    assertThat(ClusterFile.parse(yaml, "t").defaultPartition().maxTimeS()).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({
    "weight: 1, wieght: 1, unknown key 'wieght'",
    "cpus: 16, cpus: many, 'cpus' must be a number",
    "cpus: 64, weight: 3, 'cpus' must be a number",
    "7-00:00:00, soon, max_time 'soon'",
    "'nodes: \"p2-[01-16],p8', 'nodes: \"q2-[01-16],p8', names node q2-01",
    "p8-[01-20]\", p8-[01-20\", unbalanced brackets",
    "'name: gpu, ', '', 'partitions: ''name'' is missing'",
  })
  void aMistakeIsNamedWithItsPlace(String right, String wrong, String message) {
    assertThat(YAML).contains(right);
    String yaml = YAML.replace(right, wrong == null ? "" : wrong);
    assertThatThrownBy(() -> ClusterFile.parse(yaml, "my.yaml"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("my.yaml")
        .hasMessageContaining(message);
  }

  @Test
  void whatIsNotYamlIsRefused() {
    assertThatThrownBy(() -> ClusterFile.parse("{ nodes: [", "my.yaml"))
        .hasMessageContaining("my.yaml: not YAML");
  }

  @Test
  void theDemoClusterHasTwoHundredGpusOfThreeTypes() {
    ClusterSpec demo = DemoCluster.spec();
    assertThat(demo.totalGpus()).isEqualTo(200);
    assertThat(demo.gpusByType())
        .containsEntry("a100", 96)
        .containsEntry("v100", 64)
        .containsEntry("t4", 40)
        .hasSize(3);
    assertThat(demo.partitions()).extracting(PartitionSpec::name).containsExactly("gpu", "batch");
  }
}
