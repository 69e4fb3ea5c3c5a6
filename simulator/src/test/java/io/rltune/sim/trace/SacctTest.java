package io.rltune.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rltune.sim.workload.WorkloadJob;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SacctTest {

  @Test
  void todaysColumns() throws Exception {
    Trace trace = SampleTraces.load("sacct-24.11.txt", TraceFormat.SACCT);

    assertThat(trace.jobs())
        .extracting(
            WorkloadJob::name,
            WorkloadJob::submitS,
            WorkloadJob::user,
            WorkloadJob::qos,
            WorkloadJob::gpus,
            WorkloadJob::gpuType,
            WorkloadJob::nodes,
            WorkloadJob::cpus,
            WorkloadJob::memMb,
            WorkloadJob::runtimeS,
            WorkloadJob::timeLimitS)
        .contains(
            tuple("train (101)", 0.0, "ada", "normal", 2, "a100", 1, 16, 65_536L, 3600.0, 7200L),
            tuple("a|b (102_7)", 1810.0, "bob", "high", 16, "", 2, 32, 131_072L, 7200.0, 86_400L));
    assertThat(trace.jobs())
        .extracting(WorkloadJob::name)
        .containsExactly("train (101)", "mig (105)", "a|b (102_7)");
    assertThat(trace.leftOut())
        .containsEntry("never started", 2)
        .containsEntry("not ended when the trace was taken", 1);
    assertThat(trace.problems()).isEmpty();
  }

  @Test
  void columnsOfOldSlurmInAnotherOrderWithATrailingDelimiter() throws Exception {
    Trace trace = SampleTraces.load("sacct-18.08.txt", TraceFormat.SACCT);

    assertThat(trace.jobs())
        .extracting(
            WorkloadJob::name,
            WorkloadJob::gpus,
            WorkloadJob::nodes,
            WorkloadJob::cpus,
            WorkloadJob::memMb,
            WorkloadJob::runtimeS)
        .containsExactly(tuple("7", 4, 2, 8, 32_000L, 3605.0), tuple("9", 0, 1, 4, 0L, 172_800.0));
    assertThat(trace.jobs().get(0).timeLimitS()).isEqualTo(129_600);
    assertThat(trace.leftOut()).containsEntry("GPU type tesla not in partition gpu", 1);
    assertThat(trace.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.line()).isEqualTo(5);
              assertThat(problem.reason()).contains("Elapsed 'bad'");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "cpu=4,mem=16G,node=1,gres/gpu=2 # 2 # []",
        "gres/gpu:a100=2,gres/gpu=2 # 2 # [a100]",
        "gres/gpu=3,gres/gpu:a100=2 # 3 # [a100]",
        "gres/gpu:h100=1,gres/gpu:h200=1 # 2 # [h100, h200]",
        "1=4,2=16384,4=1,1001=2 # 2 # []",
        "gpu:2 # 2 # []",
        "gpu:v100:4 # 4 # [v100]",
        "gres:gpu:a100:4 # 4 # [a100]",
        "gpu # 1 # []",
        "gpu:tesla:0 # 0 # []",
        "gpu:a100:8(S:1,3,5,7) # 8 # [a100]",
        "gres/gpu:nvidia_a100_1g.5gb=1 # 1 # [nvidia_a100_1g.5gb]",
        "gres/shard=4,cpu=1 # 0 # []",
        "billing=8,cpu=8,mem=1.50T,node=2 # 0 # []",
        "(null) # 0 # []"
      })
  void gpusInEverySpelling(String text, int gpus, String types) throws Exception {
    SacctTres tres = SacctTres.parse(text);

    assertThat(tres.gpus()).isEqualTo(gpus);
    assertThat(tres.gpuTypes()).hasToString(types);
  }

  @ParameterizedTest
  @CsvSource({
    "00:10:00, 600",
    "10:00, 600",
    "01:02:03, 3723",
    "1-02:03:04, 93784",
    "02:03.456, 123",
    "100-00:00:00, 8640000"
  })
  void elapsed(String text, long seconds) throws Exception {
    assertThat(SacctText.elapsed(text, "Elapsed")).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({
    "UNLIMITED, 0",
    "Partition_Limit, 0",
    "INVALID, 0",
    "1-00:00:00, 86400",
    "30:00, 1800"
  })
  void timeLimits(String text, long seconds) throws Exception {
    assertThat(SacctText.timeLimit(text)).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({
    "16G, 16384",
    "4000Mn, 8000",
    "4Gc, 32768",
    "1.50T, 1572864",
    "500M, 500",
    "0n, 0",
    "0, 0",
    "512K, 1",
    "2048, 2048"
  })
  void memoryOfTwoNodesAndEightCpus(String text, long mb) throws Exception {
    assertThat(SacctText.memoryMb(text, 2, 8)).isEqualTo(mb);
  }

  @Test
  void epochSecondsAreTimesToo() throws Exception {
    Trace trace =
        SampleTraces.parse(
            "Submit|JobID|ElapsedRaw|ReqTRES\n1714557600|1|60|gres/gpu=1\n1714557660|2|60|gres/gpu=1\n",
            TraceFormat.SACCT,
            TraceOptions.forCluster(SampleTraces.CLUSTER));

    assertThat(trace.jobs()).extracting(WorkloadJob::submitS).isEqualTo(List.of(0.0, 60.0));
  }

  /** Job 42 as Slurm 22.05 answered in the seconds after a job of one second. */
  @Test
  void aRecordThatSlurmdbdHasOnlyHalfIsLeftOut() throws Exception {
    Trace trace =
        SampleTraces.parse(
            """
            JobIDRaw|User|Partition|Submit|Start|End|TimelimitRaw|AllocTRES|JobName|State
            41|bob|gpu|100|200|201|7|cpu=1,gres/gpu=1,node=1|allocation|CANCELLED by 0
            42|bob||100|200|201||cpu=1,gres/gpu=1,node=1|allocation|CANCELLED by 0
            43|bob||100|200|201||cpu=1,gres/gpu=1,node=1|named|COMPLETED
            """,
            TraceFormat.SACCT,
            TraceOptions.forCluster(SampleTraces.CLUSTER));

    assertThat(trace.jobs())
        .extracting(WorkloadJob::name)
        .containsExactly("allocation (41)", "named (43)");
    assertThat(trace.leftOut()).containsEntry("known to slurmdbd by its end only", 1);
  }

  @Test
  void missingColumnsAreNamed() {
    assertThatThrownBy(
            () ->
                SampleTraces.parse(
                    "JobID|User|Elapsed\n1|a|00:00:01\n",
                    TraceFormat.SACCT,
                    TraceOptions.forCluster(SampleTraces.CLUSTER)))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("lacks Submit");
    assertThatThrownBy(
            () ->
                SampleTraces.parse(
                    "1|a|00:00:01\n",
                    TraceFormat.SACCT,
                    TraceOptions.forCluster(SampleTraces.CLUSTER)))
        .hasMessageContaining("without --noheader");
  }
}
