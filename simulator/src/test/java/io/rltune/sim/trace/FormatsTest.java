package io.rltune.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rltune.sim.walltime.WalltimeModel;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What each format says about its jobs. */
class FormatsTest {

  @Test
  void phillyIsSortedBySubmitTimeAndStartsAtZero() throws Exception {
    Trace trace = SampleTraces.load("philly.csv", TraceFormat.PHILLY);

    assertThat(trace.jobs())
        .extracting(WorkloadJob::name, WorkloadJob::submitS, WorkloadJob::gpus, WorkloadJob::nodes)
        .containsExactly(
            tuple("0", 0.0, 1, 1),
            tuple("2", 5.0, 9, 3),
            tuple("1", 10.0, 16, 2),
            tuple("3", 60.0, 12, 2));
    assertThat(trace.jobs()).extracting(WorkloadJob::index).containsExactly(0, 1, 2, 3);
  }

  @Test
  void phillyVirtualClustersAreAccountsAndPartitionsWhereTheClusterHasThem() throws Exception {
    List<WorkloadJob> jobs = SampleTraces.load("philly.csv", TraceFormat.PHILLY).jobs();

    assertThat(jobs)
        .extracting(WorkloadJob::account, WorkloadJob::partition)
        .containsExactly(
            tuple("none", ""),
            tuple("11cb48", ""),
            tuple("6214e9", "6214e9"),
            tuple("6214e9", "6214e9"));
  }

  @Test
  void phillyDamageAndMisfitsAreReported() throws Exception {
    Trace trace = SampleTraces.load("philly.csv", TraceFormat.PHILLY);

    assertThat(trace.problems())
        .extracting(LineProblem::line, LineProblem::text, LineProblem::reason)
        .containsExactly(
            tuple(6, "oops,this line is damaged", "2 fields where the header has 7"),
            tuple(7, "5,2017-08-14 23:28:00,160,8,-5,6214e9,0", "duration_s '-5' is negative"));
    assertThat(trace.leftOut())
        .containsExactly(
            org.assertj.core.api.Assertions.entry("larger than partition 6214e9 can ever run", 1));
    assertThat(trace.notes())
        .containsEntry("GPUs rounded up to an even share of each node", 1)
        .containsEntry("runtime below 1 s taken as 1 s", 1)
        .containsEntry("partition not in the cluster, default one taken", 1);
  }

  @Test
  void heliosTheCut() throws Exception {
    assertThat(SampleTraces.load("helios.csv", TraceFormat.HELIOS).jobs())
        .extracting(
            WorkloadJob::submitS, WorkloadJob::gpus, WorkloadJob::nodes, WorkloadJob::runtimeS)
        .containsExactly(
            tuple(0.0, 32, 4, 172_800.0),
            tuple(651_507.0, 8, 1, 1800.0),
            tuple(651_507.0, 4, 1, 30.5));
  }

  @Test
  void heliosTheOriginalLog() throws Exception {
    assertThat(SampleTraces.load("helios-cluster-log.csv", TraceFormat.HELIOS).jobs())
        .extracting(
            WorkloadJob::submitS,
            WorkloadJob::user,
            WorkloadJob::account,
            WorkloadJob::gpus,
            WorkloadJob::nodes,
            WorkloadJob::cpus,
            WorkloadJob::runtimeS,
            WorkloadJob::name)
        .containsExactly(
            tuple(0.0, "uBTtW", "vc6YE", 8, 1, 64, 1799.0, "2053"),
            tuple(600.0, "uBTtW", "vc6YE", 16, 4, 128, 1199.0, "train, again (2054)"));
  }

  @Test
  void heliosWithUsersKeepsUsersNodesAndRealRequests() throws Exception {
    Trace trace = SampleTraces.load("helios-users.csv", TraceFormat.HELIOS_USERS);

    assertThat(trace.jobs())
        .extracting(
            WorkloadJob::submitS,
            WorkloadJob::user,
            WorkloadJob::account,
            WorkloadJob::gpus,
            WorkloadJob::nodes)
        .containsExactly(
            tuple(0.0, "uH3om", "vcvGl", 128, 16), tuple(7.0, "uJjMX", "vcvGl", 16, 2));
    assertThat(trace.jobs().get(1).timeLimitS()).isEqualTo(86_400);
  }

  @Test
  void paiSpreadsLargeJobsEvenlyAndNamesTheTask() throws Exception {
    assertThat(SampleTraces.load("pai.csv", TraceFormat.PAI).jobs())
        .extracting(WorkloadJob::gpus, WorkloadJob::nodes, WorkloadJob::name)
        .containsExactly(tuple(8, 1, "worker (384494)"), tuple(25, 5, "worker (319385)"));
  }

  @Test
  void anIdThatNamesNoTaskStaysWhole() throws Exception {
    assertThat(
            SampleTraces.parse(
                    "job_id,arrival_s,service_sec,gpu_count\n363167#0,0.0,60.0,1\nali-x#2,1,60,1\n",
                    TraceFormat.HELIOS,
                    TraceOptions.forCluster(SampleTraces.CLUSTER))
                .jobs())
        .extracting(WorkloadJob::name)
        .containsExactly("363167#0", "ali-x#2");
  }

  @Test
  void openbRunsFromScheduledToDeleted() throws Exception {
    Trace trace = SampleTraces.load("openb.csv", TraceFormat.OPENB);

    assertThat(trace.jobs())
        .extracting(
            WorkloadJob::name,
            WorkloadJob::gpus,
            WorkloadJob::gpuType,
            WorkloadJob::cpus,
            WorkloadJob::memMb,
            WorkloadJob::runtimeS)
        .containsExactly(
            tuple("openb-pod-0000", 1, "", 12, 16_384L, 590.0),
            tuple("openb-pod-0001", 1, "", 6, 12_288L, 1200.0),
            tuple("openb-pod-0002", 0, "", 1, 1024L, 60.0),
            tuple("openb-pod-0003", 1, "v100m32", 6, 12_288L, 1200.0));
    assertThat(trace.leftOut())
        .containsEntry("never scheduled", 1)
        .containsEntry("GPU type G9 not in partition gpu", 1);
  }

  @Test
  void openbInShardsKeepsTheFractions() throws Exception {
    TraceOptions options =
        TraceOptions.forCluster(Shards.of(SampleTraces.CLUSTER, 10)).withShardsPerGpu(10);

    assertThat(SampleTraces.load("openb.csv", TraceFormat.OPENB, options).jobs())
        .extracting(WorkloadJob::gpus)
        .containsExactly(10, 5, 0, 10);
  }

  @Test
  void rfoldReadsTheUnitOfItsHeaderAndBothOrdersOfShapeAndSize() throws Exception {
    assertThat(SampleTraces.load("rfold.csv", TraceFormat.RFOLD).jobs())
        .extracting(WorkloadJob::name, WorkloadJob::gpus, WorkloadJob::nodes, WorkloadJob::runtimeS)
        .containsExactly(
            tuple("0", 1, 1, 630.0),
            tuple("1", 1, 1, 120.0),
            tuple("3", 8, 2, 180.0),
            tuple("4", 4, 1, 60.0),
            tuple("5", 16, 2, 60.0));
  }

  @Test
  void rltune19ReadsTypesUsersAndRequestedTimes() throws Exception {
    Trace trace = SampleTraces.load("rltune19.csv", TraceFormat.RLTUNE19);

    assertThat(trace.jobs())
        .extracting(
            WorkloadJob::user, WorkloadJob::gpus, WorkloadJob::gpuType, WorkloadJob::timeLimitS)
        .containsExactly(tuple("user2", 8, "v100-16", 90L));
    assertThat(trace.leftOut())
        .containsEntry("GPU type misc not in partition gpu", 1)
        .containsEntry("run time not known", 1);
  }

  @Test
  void swfProcessorsAreGpusOnAGpuCluster() throws Exception {
    Trace trace = SampleTraces.load("swf.txt", TraceFormat.SWF);

    assertThat(trace.jobs())
        .extracting(
            WorkloadJob::submitS, WorkloadJob::gpus, WorkloadJob::user, WorkloadJob::runtimeS)
        .containsExactly(tuple(0.0, 8, "user1", 100.0), tuple(30.0, 16, "user2", 50.0));
    assertThat(trace.jobs().get(0).timeLimitS()).isEqualTo(3600);
    assertThat(trace.problems()).extracting(LineProblem::line).containsExactly(8, 9);
    assertThat(trace.leftOut())
        .containsEntry("cancelled before it started", 1)
        .containsEntry("part of a checkpointed job, which has a line of its own", 1);
  }

  @Test
  void swfProcessorsCanBeCpus() throws Exception {
    TraceOptions options =
        TraceOptions.forCluster(SampleTraces.CLUSTER).withSwfProcessorsAreGpus(Optional.of(false));

    assertThat(SampleTraces.load("swf.txt", TraceFormat.SWF, options).jobs())
        .extracting(WorkloadJob::gpus, WorkloadJob::cpus)
        .containsExactly(tuple(0, 8), tuple(0, 16));
  }

  @Test
  void anUnknownFormatNamesTheNearestOne() {
    assertThatThrownBy(() -> TraceFormat.of("helios-user"))
        .hasMessageContaining("did you mean helios-users?")
        .hasMessageContaining("sacct");
  }

  @Test
  void oracleIsTheTrueRuntimeEvenWhereTheTraceHasRequests() throws Exception {
    TraceOptions options =
        TraceOptions.forCluster(SampleTraces.CLUSTER)
            .withWalltime(Optional.of(WalltimeModel.ORACLE));

    assertThat(SampleTraces.load("swf.txt", TraceFormat.SWF, options).jobs())
        .extracting(WorkloadJob::timeLimitS)
        .containsExactly(100L, 50L);
  }

  @Test
  void withoutAModelAJobHasTheLimitOfItsPartition() throws Exception {
    TraceOptions options =
        TraceOptions.forCluster(SampleTraces.CLUSTER).withWalltime(Optional.of(WalltimeModel.NONE));

    assertThat(SampleTraces.load("helios.csv", TraceFormat.HELIOS, options).jobs())
        .extracting(WorkloadJob::timeLimitS)
        .containsOnly(365 * 86_400L);
  }
}
