package io.rltune.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobConstraints;
import io.rltune.plan.NodeSurvey.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeSurveyTest {
  private static NodeSurvey survey(Cluster cluster, long jobId) {
    Plan plan = cluster.plan();
    Job job =
        cluster.snapshot().pendingJobs().stream().filter(j -> j.id() == jobId).findFirst().get();
    return NodeSurvey.of(cluster.snapshot(), plan, job);
  }

  @Test
  void everyNodeSaysTheFirstThingThatKeepsTheJobAway() {
    Cluster cluster =
        new Cluster()
            .node("busy", "a100", 4)
            .running(50, 3, 600, "busy")
            .node("other", "v100", 4)
            .node("small", "a100", 1)
            .node("down", "a100", 4, "DRAIN")
            .node("good", "a100", 4)
            .pending(1, 1, GpuDemand.of("a100", 2), job -> job);

    NodeSurvey survey = survey(cluster, 1);

    assertThat(survey.counts())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                Verdict.GPUS_BUSY, 1,
                Verdict.GPU_TYPE_MISSING, 1,
                Verdict.TOO_SMALL, 1,
                Verdict.OUT_OF_SERVICE, 1,
                Verdict.FITS, 1));
    assertThat(survey.fitting()).containsExactly("good");
  }

  @Test
  void cpusAndMemoryAreNamedWhereGpusWouldDo() {
    Cluster cluster =
        new Cluster()
            .node("n1", "a100", 4)
            .running(50, 1, 600, "n1")
            .pending(1, 1, GpuDemand.untyped(1), job -> job.cpus(32))
            .pending(2, 0.5, GpuDemand.untyped(1), job -> job.memMb(4 * 64_000 + 1));

    assertThat(survey(cluster, 1).count(Verdict.CPUS_BUSY)).isEqualTo(1);
    assertThat(survey(cluster, 2).count(Verdict.TOO_SMALL)).isEqualTo(1);
  }

  @Test
  void aNodeThatAJobAheadGetsIsPlannedForThatJob() {
    Cluster cluster = new Cluster().node("n1", "a100", 4).pending(1, 1, 3).pending(2, 0.5, 2);

    NodeSurvey survey = survey(cluster, 2);

    assertThat(survey.count(Verdict.PLANNED_FOR_OTHER)).isEqualTo(1);
    assertThat(survey.blockers()).containsExactly(Map.entry(1L, 1));
  }

  @Test
  void aNodeThatIsKeptForABlockedJobIsKeptForThatJob() {
    Cluster cluster =
        new Cluster()
            .node("n1", "a100", 4)
            .running(50, 1, 600, "n1")
            .pending(1, 1, 4)
            .pending(2, 0.5, GpuDemand.untyped(1), job -> job.timeLimitS(7200));

    NodeSurvey survey = survey(cluster, 2);

    assertThat(survey.count(Verdict.KEPT_FOR_OTHER)).isEqualTo(1);
    assertThat(survey.blockers()).containsKey(1L);
  }

  @Test
  void featuresPartitionsAndLimitsAreTold() {
    JobConstraints nvlink = new JobConstraints(List.of(), List.of(), "nvlink", "", "", "", "");
    Cluster cluster =
        new Cluster()
            .node("n1", "a100", 4)
            .pending(1, 1, GpuDemand.untyped(1), job -> job.constraints(nvlink))
            .pending(2, 1, GpuDemand.untyped(1), job -> job.partitions("cpu"))
            .pending(3, 1, GpuDemand.untyped(1), job -> job.timeLimitS(8 * 86_400));

    assertThat(survey(cluster, 1).count(Verdict.FEATURE_MISSING)).isEqualTo(1);
    assertThat(survey(cluster, 2).count(Verdict.OTHER_PARTITION)).isEqualTo(1);
    assertThat(survey(cluster, 3).count(Verdict.OVER_TIME_LIMIT)).isEqualTo(1);
  }

  @Test
  void aJobOfSeveralNodesAsksEachForItsShare() {
    Cluster cluster =
        new Cluster()
            .node("n1", "a100", 4)
            .node("n2", "a100", 4)
            .running(50, 1, 600, "n2")
            .pending(1, 1, GpuDemand.untyped(8), job -> job.nodeRange(2, 2).gpusPerNode(4));

    NodeSurvey survey = survey(cluster, 1);

    assertThat(survey.count(Verdict.FITS)).isEqualTo(1);
    assertThat(survey.count(Verdict.GPUS_BUSY)).isEqualTo(1);
    assertThat(survey.nodesNeeded()).isEqualTo(2);
  }
}
