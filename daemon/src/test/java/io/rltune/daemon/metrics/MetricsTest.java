package io.rltune.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.cycle.CommitReport;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.journal.PlannedWrite;
import io.rltune.daemon.service.Status;
import io.rltune.slurm.JobUpdate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final Pattern FORBIDDEN = Pattern.compile("(job_?id|user|account|job|name)=\"");

  private final Metrics metrics = new Metrics();

  @Test
  void everyNameHasThePrefixAndEveryLabelIsBounded() {
    metrics.observe(cycle(CommitReport.NOTHING, ""), status("ok"));

    List<String> samples = metrics.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    assertThat(samples).isNotEmpty().allMatch(line -> line.startsWith("rltune_"));
    assertThat(samples).noneMatch(line -> FORBIDDEN.matcher(line).find());
  }

  @Test
  void writesAreCountedByFieldAndFailuresByOutcome() {
    PlannedWrite write = new PlannedWrite(new JobUpdate.SiteFactor(7, 5), "0", "why");
    CommitReport commit =
        new CommitReport(List.of(write, write), 1, 2, 3, Optional.empty(), List.of());

    metrics.observe(cycle(commit, ""), status("ok"));

    assertThat(metrics.scrape())
        .contains("rltune_writes_total{field=\"SiteFactor\"} 2.0")
        .contains("rltune_writes_not_made_total{outcome=\"refused\"} 1.0")
        .contains("rltune_writes_not_made_total{outcome=\"skipped\"} 2.0")
        .contains("rltune_writes_not_made_total{outcome=\"deferred\"} 3.0");
  }

  @Test
  void aCycleWithoutASnapshotIsNoGoodCycle() {
    metrics.observe(cycle(CommitReport.NOTHING, "slurmrestd does not answer"), status("degraded"));

    assertThat(metrics.scrape())
        .contains("rltune_cycles_total{result=\"no_snapshot\"} 1.0")
        .contains("rltune_cycles_total{result=\"ok\"} 0.0")
        .contains("rltune_healthy 0.0")
        .contains("rltune_last_snapshot_timestamp_seconds 1.7E9");
  }

  @Test
  void timesAreSecondsWithBuckets() {
    metrics.observe(cycle(CommitReport.NOTHING, ""), status("ok"));

    assertThat(metrics.scrape())
        .contains("rltune_cycle_seconds_sum 0.25")
        .contains("rltune_cycle_seconds_bucket{le=\"0.25\"} 1");
  }

  @Test
  void promtoolFindsNothingToCriticise() throws Exception {
    Process promtool;
    try {
      promtool =
          new ProcessBuilder("promtool", "check", "metrics").redirectErrorStream(true).start();
    } catch (java.io.IOException e) {
      Assumptions.abort("promtool is not installed");
      return;
    }
    metrics.observe(cycle(CommitReport.NOTHING, ""), status("ok"));
    metrics.disk(1, 2);
    metrics.tokenExpiry(3);
    promtool.getOutputStream().write(metrics.scrape().getBytes(StandardCharsets.UTF_8));
    promtool.getOutputStream().close();
    String output = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(promtool.waitFor()).as(output).isZero();
    assertThat(output).isEmpty();
  }

  private static CycleReport cycle(CommitReport commit, String problem) {
    return new CycleReport(
        1,
        1_700_000_000,
        Optional.empty(),
        io.rltune.plan.PlanContext.EMPTY,
        io.rltune.policy.features.FeatureRows.NONE,
        "",
        java.util.Map.of(),
        Optional.empty(),
        commit,
        problem,
        50,
        250);
  }

  private static Status status(String health) {
    return Status.nothingYet(1_700_000_000, "shadow")
        .with(status -> status.health(health).cycles(1).lastSnapshotAt(1_700_000_000));
  }
}
