package io.rltune.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.cluster.ClusterFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The public traces, whole. They are not part of the project: RLTUNE_SHARED (environment or system
 * property) names a directory with {@code traces/} in it; without it the test skips.
 */
class PublicTracesTest {

  @ParameterizedTest
  @CsvSource({
    "philly_2017_first70.csv.gz, philly, philly-192, 78084",
    "helios_venus_2020_mar-aug.csv.gz, helios, helios-136, 99707",
    "helios_venus_2vc_sept_users_first-half.csv, helios-users, helios-136, 933",
    "alibaba_pai2020_first70.csv.gz, pai, alibaba-254, 42073",
    "openb_pod_list_default.csv.gz, openb, mixed-1024, 8152",
    "openb_pod_list_gpuspec33.csv.gz, openb, alibaba-254, 8152"
  })
  void everyJobIsEitherTakenOrCounted(String file, String format, String cluster, int lines)
      throws Exception {
    Path trace = shared().resolve("traces").resolve(file);
    TraceOptions options =
        TraceOptions.forCluster(ClusterFile.read(Path.of("../conf/clusters", cluster + ".yaml")))
            .withMaxBadLines(0);

    Trace loaded = TraceLoader.load(trace, TraceFormat.of(format), options);

    assertThat(loaded.jobs().size() + loaded.leftOutCount()).isEqualTo(lines);
    assertThat(loaded.jobs().size()).isGreaterThan(lines / 10 * 8);
    assertThat(loaded.jobs())
        .isSortedAccordingTo(java.util.Comparator.comparingDouble(job -> job.submitS()));
  }

  private static Path shared() {
    String place = System.getProperty("RLTUNE_SHARED", System.getenv("RLTUNE_SHARED"));
    Assumptions.assumeTrue(
        place != null && Files.isDirectory(Path.of(place, "traces")),
        "SKIPPED: RLTUNE_SHARED names no directory with the public traces");
    return Path.of(place);
  }
}
