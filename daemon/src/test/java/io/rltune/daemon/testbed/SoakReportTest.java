package io.rltune.daemon.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.testbed.SoakReport.Outage;
import io.rltune.daemon.testbed.SoakWatch.Memory;
import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SoakReportTest {
  private final List<String> explained = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private Set<Long> forgotten = Set.of();

  private static WorkloadJob wish(int nodes) {
    return new WorkloadJob(
        0, 0, "alice", "ml", "gpu", 4 * nodes, "a100", nodes, 4, 1000, 10, 60, "job");
  }

  private static SoakJobs.Job job(String state, int nodes, int restarts) {
    return new SoakJobs.Job(1, state, "None", nodes, "", 0, restarts, "0:0", "a1", 1000, 1100);
  }

  private void judge(WorkloadJob wish, SoakJobs.Job found) {
    SoakReport.judge(
        Map.of(1L, wish),
        found == null ? Map.of() : Map.of(1L, found),
        new SoakReport.Facts(900, List.of(new Outage(5000, 5020)), forgotten),
        explained,
        problems);
  }

  @Test
  void aJobThatCompletedIsNoWord() {
    judge(wish(2), job("COMPLETED", 2, 1));

    assertThat(problems).isEmpty();
    assertThat(explained).isEmpty();
  }

  @Test
  void aShrunkJobIsAProblem() {
    judge(wish(2), job("COMPLETED", 1, 0));

    assertThat(problems).singleElement().asString().contains("ran on 1 nodes and asked for 2");
  }

  /**
   * As slurmctld 22.05 logs it after a kill -9 between a start and the next saving of its state.
   */
  @Test
  void aJobThatSlurmForgotIsExplained() {
    String log =
        "[2026-11-30T04:53:51.820] Killing non-startable batch JobId=1: Job credential revoked\n"
            + "[2026-11-30T04:53:51.820] _job_complete: JobId=2 WEXITSTATUS 1\n";
    forgotten = SoakJobs.forgotten(log);
    judge(wish(1), job("FAILED", 1, 0));

    assertThat(forgotten).containsExactly(1L);
    assertThat(problems).isEmpty();
    assertThat(explained).singleElement().asString().contains("forgotten its first start");
  }

  @Test
  void anEndSaysWhenInTheSoakItWas() {
    judge(wish(1), job("FAILED", 1, 0));

    assertThat(problems).singleElement().asString().contains("second 100 to 200");
  }

  /** As squeue and sinfo of 22.05 spell it. */
  @Test
  void anAdminActsOnWhatSlurmDidAndOnNothingElse() {
    assertThat(SoakAdmin.isDrainedBySlurm("drained", "Duplicate jobid")).isTrue();
    assertThat(SoakAdmin.isDrainedBySlurm("draining*", "Duplicate jobid")).isTrue();
    assertThat(SoakAdmin.isDrainedBySlurm("drained", "soak")).isFalse();
    assertThat(SoakAdmin.isDrainedBySlurm("idle", "none")).isFalse();
    assertThat(SoakAdmin.isRequeuedHeld("launch failed requeued held")).isTrue();
    assertThat(SoakAdmin.isRequeuedHeld("JobHeldAdmin")).isFalse();
  }

  @Test
  void aCancelledJobIsAProblem() {
    judge(wish(1), job("CANCELLED", 1, 0));

    assertThat(problems).singleElement().asString().contains("CANCELLED");
  }

  @Test
  void aLostJobIsAProblem() {
    judge(wish(1), null);

    assertThat(problems).singleElement().asString().contains("gone");
  }

  @Test
  void aFailedNodeExplainsItsJob() {
    judge(wish(1), job("NODE_FAIL", 1, 0));

    assertThat(problems).isEmpty();
    assertThat(explained).hasSize(1);
  }

  @Test
  void aTimeLimitIsExplainedOnlyWhereSlurmCouldNotHearOfTheEnd() {
    judge(wish(1), job("TIMEOUT", 1, 0));
    assertThat(problems).singleElement().asString().contains("TIMEOUT");

    SoakJobs.Job unheard =
        new SoakJobs.Job(1, "TIMEOUT", "TimeLimit", 1, "", 0, 0, "0:0", "a1", 4990, 5010);
    judge(wish(1), unheard);

    assertThat(problems).hasSize(1);
    assertThat(explained).singleElement().asString().contains("could not hear of its end");
  }

  @Test
  void growingMemoryIsSaidAndTheFirstSecondsOfALifeDoNotCount() {
    List<Memory> memory = new ArrayList<>();
    for (int life = 1; life <= 9; life++) {
      memory.add(new Memory(life * 120L, life, 1, 80));
      memory.add(new Memory(life * 120L + 60, life, 60, 200));
    }
    assertThat(SoakReport.memoryGrowth(memory)).isEmpty();

    for (int life = 10; life <= 18; life++) {
      memory.add(new Memory(life * 120L + 60, life, 60, 300));
    }
    assertThat(SoakReport.memoryGrowth(memory)).contains("200 MiB", "300 MiB");
  }
}
