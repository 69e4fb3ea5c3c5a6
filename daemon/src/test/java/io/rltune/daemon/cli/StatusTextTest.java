package io.rltune.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.report.ReportData.Against;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.Status;
import io.rltune.daemon.service.Status.Detail;
import io.rltune.daemon.service.Status.NextJob;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusTextTest {
  private static final long NOW = 1_700_000_000;

  private static Status status(Detail detail, String... alerts) {
    return Status.nothingYet(NOW - 4, "enforce")
        .with(
            status ->
                status
                    .slurm("http://ctl:6820 as rltune")
                    .cycles(77)
                    .writes(123)
                    .leases(2)
                    .touched(9)
                    .pending(300)
                    .managed(290)
                    .running(40)
                    .startsPlanned(3)
                    .shadowAgreement(0.5)
                    .lastSnapshotAt(NOW - 4)
                    .alerts(List.of(alerts))
                    .detail(detail));
  }

  private static String text(Status status, Optional<String> holder, Optional<Against> gain) {
    StringWriter out = new StringWriter();
    new StatusText(JsonFiles.MAPPER.valueToTree(status), NOW)
        .print(new PrintWriter(out, true), holder, gain);
    return out.toString();
  }

  private static Detail detail(int beyondHead, long tokenExpiresAt, NextJob... next) {
    return new Detail(480, 10, beyondHead, false, tokenExpiresAt, List.of(next), "");
  }

  @Test
  void allThatAnAdminAsksForIsOnOneScreen() {
    NextJob job = new NextJob(42, "train-7", "alice", "4 a100", 600, "starts_now", "on n1");
    String text =
        text(
            status(detail(34, NOW + 7200, job), "the disk is full"),
            Optional.of("pid 1"),
            Optional.of(new Against(80, 300, 480, 50, 10)));

    assertThat(text)
        .contains("running (pid 1), mode enforce, health ok")
        .contains("token good for 2h")
        .contains("number 77, 4s ago, took 0.48 s, every 10s")
        .contains("300 pending (290 ordered by RLTune, 10 left to Slurm), 40 running")
        .contains("nodes are sought for the first 256, the other 34 are ordered only")
        .contains("writes   123 in all; 2 node lists standing; 9 jobs carry")
        .contains("mean wait 5m, plain Slurm's would have been 8m; of 80 jobs 50 sooner, 10 later")
        .contains("42 train-7")
        .contains("4 a100")
        .contains("starts now: on n1")
        .contains("ALERT    the disk is full");
    assertThat(text.lines().count()).isLessThan(24);
  }

  @Test
  void aDaemonThatIsGoneHasNoHealth() {
    String text = text(status(detail(0, 0)), Optional.empty(), Optional.empty());

    assertThat(text).contains("NOT running, mode enforce, health unknown").doesNotContain("token");
  }

  @Test
  void anExpiredTokenIsShouted() {
    String text = text(status(detail(0, NOW - 90)), Optional.of("pid 1"), Optional.empty());

    assertThat(text).contains("token EXPIRED 1m 30s ago");
  }

  @Test
  void withoutComparedJobsNoGainIsClaimed() {
    String text =
        text(status(detail(0, 0)), Optional.of("pid 1"), Optional.of(new Against(0, 0, 0, 0, 0)));

    assertThat(text).doesNotContain("gain");
  }
}
