package io.rltune.daemon.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * A site whose controller gives each user a few RPCs a minute (field report G12: 40 at once, then 4
 * a minute): with a budget of its own the daemon stays within it, order and all.
 */
class RateLimitOnSlurmTest extends OnSlurm {
  private static final String FOUR_A_MINUTE =
      "SlurmctldParameters=rl_enable,rl_bucket_size=40,rl_refill_period=60,rl_refill_rate=4";

  private static final int JOBS = 16;
  private static final String POLICY =
      "policy:\n  name: sjf\nhistory:\n  from_slurmdbd: 0s\nhttp:\n  listen: off\n";

  /** Each of three requests, of which each waits for a quarter of a minute or two. */
  private static final Duration TWO_SLOW_WRITES = Duration.ofMinutes(3);

  private boolean limited;

  private List<Long> limitAndQueue() throws Exception {
    if (lab.is2205()) {
      System.out.println("SKIPPED: Slurm 22.05 has no rl_enable");
    }
    Assumptions.assumeFalse(lab.is2205(), "22.05 has no rl_enable");
    lab.fill(SlurmLab.GPU_NODES);
    List<Long> jobs = new ArrayList<>();
    for (int i = 0; i < JOBS; i++) {
      jobs.add(lab.submit("alice", "--gres=gpu:a100:4", "--time=" + (JOBS + 10 - i)));
    }
    limited = true;
    lab.restartController(FOUR_A_MINUTE);
    return jobs;
  }

  /** Requests that slurmrestd goes on repeating for clients long gone would eat the next test's. */
  @Override
  void restore() throws Exception {
    if (limited) {
      lab.restd("stop");
      lab.restartController("");
    }
  }

  @Test
  void aSmallBudgetKeepsOrderingWithoutARefusal() throws Exception {
    List<Long> jobs = limitAndQueue();
    try (DaemonProcess daemon =
        DaemonProcess.Setup.of(lab, home, "enforce")
            .every("20s")
            .with(POLICY + "writes:\n  per_second: 0.05\n  burst: 2\n")
            .start()) {
      daemon.awaitCycles(1);
      daemon.awaitCycles(1);

      assertThat(daemon.log()).doesNotContain(" WARN ").doesNotContain(" ERROR ");
      assertThat(daemon.writes()).as("a part of the order, and no more").isBetween(2L, 6L);
      assertThat(lab.siteFactor(jobs.get(JOBS - 1)))
          .as("what was written, Slurm has: the shortest job goes first")
          .isPositive();
    }
  }

  /**
   * The same without the budget. Slurm does not refuse, its clients wait, 15 s for each request:
   * the daemon must not stay in one cycle with 40 of them.
   */
  @Test
  void withoutABudgetTheDaemonStopsWritingAndSaysWhy() throws Exception {
    limitAndQueue();
    try (DaemonProcess daemon =
        DaemonProcess.Setup.of(lab, home, "enforce").every("5s").with(POLICY).launch()) {
      daemon.awaitLog(TWO_SLOW_WRITES, "rl_enable\\?");

      assertThat(daemon.writes()).isPositive();
      assertThat(daemon.status().path("alerts").toString()).contains("rl_enable");
    }
  }
}
