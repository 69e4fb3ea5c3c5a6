package io.rltune.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.sim.workload.WorkloadJob;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceLoaderTest {
  private static final String THREE_JOBS =
      "job_id,arrival_s,service_sec,gpu_count\na,10,60,1\nb,30,60,2\nc,50,60,4\n";
  private static final TraceOptions OPTIONS = TraceOptions.forCluster(SampleTraces.CLUSTER);

  @TempDir private Path directory;

  @Test
  void gzipIsKnownByItsBytesNotItsName() throws Exception {
    Path file = Files.write(directory.resolve("trace.csv"), gzip(THREE_JOBS));

    assertThat(TraceLoader.load(file, TraceFormat.HELIOS, OPTIONS).jobs()).hasSize(3);
  }

  @Test
  void cutOffGzipIsAnErrorNotAShortTrace() throws Exception {
    byte[] whole = gzip(THREE_JOBS.repeat(1) + "d,60,60,1\n".repeat(1000));
    Path file = Files.write(directory.resolve("t.gz"), Arrays.copyOf(whole, whole.length - 12));

    assertThatThrownBy(() -> TraceLoader.load(file, TraceFormat.HELIOS, OPTIONS))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("damaged or cut short");
  }

  @Test
  void byteOrderMarkAndCarriageReturnsDoNotMatter() throws Exception {
    String text = "\uFEFF" + THREE_JOBS.replace("\n", "\r\n");

    assertThat(SampleTraces.parse(text, TraceFormat.HELIOS, OPTIONS).jobs()).hasSize(3);
  }

  @Test
  void damageAboveTheLimitIsAnErrorThatShowsTheFirstLines() {
    String text = THREE_JOBS + "x,y\n".repeat(5);

    assertThatThrownBy(
            () -> SampleTraces.parse(text, TraceFormat.HELIOS, OPTIONS.withMaxBadLines(4)))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("more than 4 damaged lines")
        .hasMessageContaining("line 5: 2 fields where the header has 4: x,y");
  }

  @Test
  void aTraceOfAnotherFormatIsToldAtOnce() {
    assertThatThrownBy(() -> SampleTraces.parse(THREE_JOBS, TraceFormat.PHILLY, OPTIONS))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("is not a philly trace")
        .hasMessageContaining("no column num_gpus");
  }

  @Test
  void anEmptyFileIsNoTrace() {
    for (TraceFormat format : TraceFormat.values()) {
      assertThatThrownBy(() -> SampleTraces.parse("", format, OPTIONS))
          .as(format.label())
          .isInstanceOf(TraceException.class);
    }
  }

  @Test
  void arrivalsCanComeFaster() throws Exception {
    assertThat(
            SampleTraces.parse(THREE_JOBS, TraceFormat.HELIOS, OPTIONS.withArrivalScale(2)).jobs())
        .extracting(WorkloadJob::submitS)
        .containsExactly(0.0, 10.0, 20.0);
  }

  @Test
  void onlyTheFirstJobsAreTakenWhereThatIsAsked() throws Exception {
    assertThat(SampleTraces.parse(THREE_JOBS, TraceFormat.HELIOS, OPTIONS.withMaxJobs(2)).jobs())
        .extracting(WorkloadJob::name)
        .containsExactly("a", "b");
  }

  @Test
  void jobsOfOneSecondKeepTheOrderOfTheFile() throws Exception {
    String rows =
        IntStream.range(0, 50).mapToObj(i -> "j" + i + ",7,60,1\n").reduce("", String::concat);

    assertThat(
            SampleTraces.parse(
                    "job_id,arrival_s,service_sec,gpu_count\n" + rows, TraceFormat.PAI, OPTIONS)
                .jobs())
        .extracting(WorkloadJob::name)
        .containsExactlyElementsOf(IntStream.range(0, 50).mapToObj(i -> "j" + i).toList());
  }

  @Test
  void sameSeedSameWorkloadAnotherSeedOtherWalltimes() throws Exception {
    assertThat(limits(1)).isEqualTo(limits(1)).isNotEqualTo(limits(2));
  }

  @Test
  void noWalltimeOfTheModelIsBelowTheRuntime() throws Exception {
    Stream.of(1L, 2L, 3L)
        .forEach(
            seed -> assertThat(jobs(seed)).allMatch(job -> job.timeLimitS() >= job.runtimeS()));
  }

  @Test
  void missingFilesAndDirectoriesAreTold() {
    assertThatThrownBy(() -> TraceLoader.load(directory.resolve("no"), TraceFormat.SWF, OPTIONS))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> TraceLoader.load(directory, TraceFormat.SWF, OPTIONS))
        .hasMessageContaining("is a directory");
  }

  private static java.util.List<Long> limits(long seed) {
    return jobs(seed).stream().map(WorkloadJob::timeLimitS).toList();
  }

  private static java.util.List<WorkloadJob> jobs(long seed) {
    StringBuilder text = new StringBuilder("job_id,arrival_s,service_sec,gpu_count\n");
    for (int i = 0; i < 200; i++) {
      text.append("j%d,%d,%d,1\n".formatted(i, i, 1 + i * i * 7));
    }
    try {
      return SampleTraces.parse(text.toString(), TraceFormat.PAI, OPTIONS.withSeed(seed)).jobs();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }
}
