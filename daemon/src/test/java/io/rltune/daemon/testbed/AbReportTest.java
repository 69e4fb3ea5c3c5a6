package io.rltune.daemon.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.testbed.Lab.JobRecord;
import io.rltune.daemon.testbed.SteeringDaemon.Activity;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.workload.WorkloadJob;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AbReportTest {
  private static final AbWorkload WORKLOAD = AbWorkload.generate(10, 60, 4);
  private static final ArmResult PLAIN = arm("plain", 100, new Activity(0, 0, 0), List.of());
  private static final ArmResult STEERED =
      arm(
          "rltune",
          75,
          new Activity(50, 12, 3),
          List.of("job 7 ended as FAILED with exit code 1:0"));

  private static ArmResult arm(
      String name, double waitS, Activity activity, List<String> problems) {
    ReplayMetrics metrics =
        ReplayMetrics.of(
            name,
            List.of(new FinishedJob(0, waitS, waitS + 20, 2, "ml", true)),
            32,
            Double.NaN,
            0,
            Double.NaN);
    WorkloadJob job = WORKLOAD.jobs().get(0);
    JobRecord record = new JobRecord(7, "COMPLETED", 1000, 1000 + (long) waitS, 1200, "0:0");
    String leased = activity.leases() > 0 ? "a[1-2]" : "";
    return new ArmResult(
        name,
        metrics,
        activity,
        List.of(new JobOutcome(job, record, leased)),
        0,
        problems.size(),
        problems,
        0.05,
        0.2);
  }

  private static String print(ArmResult... arms) {
    StringWriter text = new StringWriter();
    new AbReport(WORKLOAD, Map.of("Slurm", "22.05.8"), List.of(arms)).print(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void changeIsFromPlainToRltuneInEitherOrder() {
    assertThat(print(PLAIN, STEERED)).containsPattern("mean wait, s +100.0 +75.0 +-25.0%");
    assertThat(print(STEERED, PLAIN)).containsPattern("mean wait, s +75.0 +100.0 +-25.0%");
  }

  @Test
  void oneArmAloneHasNoChange() {
    assertThat(print(PLAIN)).containsPattern("mean wait, s +100.0\\R").doesNotContain("change");
  }

  @Test
  void everyProblemIsNamed() {
    assertThat(print(PLAIN, STEERED))
        .contains("PROBLEM rltune: job 7 ended as FAILED with exit code 1:0")
        .contains("rltune: 50 cycles, 12 writes, 3 leases given, 1 started on one");
  }

  @Test
  void jsonHasTheFieldsOfTheDemo() {
    Map<String, Object> json = new AbReport(WORKLOAD, Map.of(), List.of(PLAIN, STEERED)).toJson();

    assertThat(json)
        .containsEntry("seed", 4L)
        .containsEntry("cycles", 50L)
        .containsEntry("writes", 12L)
        .containsEntry("leases", 3L)
        .containsEntry("leases_left", 0L)
        .containsEntry("jobs_failed", 1)
        .containsKeys("plain", "rltune", "offered_load");
  }

  @Test
  void csvHasAValueForEachColumn() {
    String line = STEERED.outcomes().get(0).csv("rltune");

    assertThat(line).startsWith("rltune,0,7,").contains(",1000,1075,1200,75,COMPLETED,\"a[1-2]\"");
    assertThat(line.split(",")).hasSameSizeAs(JobOutcome.CSV_HEADER.split(","));
  }
}
