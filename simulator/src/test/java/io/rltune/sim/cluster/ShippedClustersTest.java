package io.rltune.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShippedClustersTest {

  @ParameterizedTest
  @CsvSource({
    "philly-192, 36, 192, 1",
    "helios-136, 17, 136, 1",
    "alibaba-254, 49, 254, 5",
    "mixed-1024, 168, 1024, 4",
    "mixed-4096, 608, 4096, 4"
  })
  void hasTheSizeItsNameSays(String name, int nodes, int gpus, int types) throws Exception {
    ClusterSpec cluster = ClusterFile.read(Path.of("../conf/clusters", name + ".yaml"));

    assertThat(cluster.name()).isEqualTo(name);
    assertThat(cluster.nodes()).hasSize(nodes);
    assertThat(cluster.totalGpus()).isEqualTo(gpus);
    assertThat(cluster.gpusByType()).hasSize(types);
  }
}
