package io.rltune.daemon.slurm;

import static io.rltune.daemon.slurm.SlurmLab.eventually;
import static io.rltune.daemon.slurm.SlurmLab.throughout;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Node lists on a real controller: given for a start, and always taken back. */
class PlacementOnSlurmTest extends OnSlurm {
  /** Left to itself Slurm starts an untyped job on a t4 node, which has the lowest weight. */
  private static final String A100_FIRST =
      """
      planner:
        gpu_speed: {a100: 3.0, v100: 1.0, t4: 0.5}
      """;

  private static final String ON_A100 = "^a[12]$";

  private DaemonProcess.Setup enforce() {
    return DaemonProcess.Setup.of(lab, home, "enforce").with(A100_FIRST);
  }

  /** A pending job with a lease on an a100 node, and a scheduler that is asleep. */
  private long leasedJob() throws Exception {
    lab.lullScheduler();
    long job = lab.submit("alice", "--nodes=1", "--gres=gpu:1", "--time=10");
    eventually("a lease", () -> lab.requiredNodes(job).matches(ON_A100));
    assertThat(lab.state(job)).isEqualTo("PENDING");
    return job;
  }

  @Test
  void jobStartsOnTheNodeThatThePlanNames() throws Exception {
    try (DaemonProcess daemon = enforce().start()) {
      long job = leasedJob();
      String planned = lab.requiredNodes(job);

      lab.wakeScheduler();

      eventually("job running", () -> lab.state(job).equals("RUNNING"));
      assertThat(lab.nodes(job)).isEqualTo(planned);
      daemon.awaitCycles(2);
      assertThat(lab.state(job)).isEqualTo("RUNNING");
    }
  }

  @Test
  void drainingTheNodeClearsTheLease() throws Exception {
    try (DaemonProcess daemon = enforce().start()) {
      long job = leasedJob();
      String node = lab.requiredNodes(job);

      lab.drain(node);

      eventually("lease gone", () -> !lab.requiredNodes(job).equals(node));
      daemon.awaitCycles(2);
      assertThat(lab.requiredNodes(job)).isNotEqualTo(node);
      lab.wakeScheduler();
      eventually("job starts elsewhere", () -> lab.state(job).equals("RUNNING"));
      assertThat(lab.nodes(job)).isNotEqualTo(node);
    }
  }

  @Test
  void leaseEndsWithItsTimeToLive() throws Exception {
    String brief =
        """
        lease:
          ttl: 4s
          cooldown: 5m
        """;
    try (DaemonProcess daemon = enforce().with(brief).start()) {
      long job = leasedJob();

      eventually("lease gone", () -> lab.requiredNodes(job).isEmpty());

      daemon.awaitLog("job=" + job + " ReqNodeList 'a[12]' -> ''");
      throughout(Duration.ofSeconds(3), "no new lease", () -> lab.requiredNodes(job).isEmpty());
      assertThat(lab.state(job)).isEqualTo("PENDING");
    }
  }

  @Test
  void terminationClearsLeasesAndPriorities() throws Exception {
    try (DaemonProcess daemon = enforce().start()) {
      long job = leasedJob();

      daemon.terminate();

      assertThat(daemon.awaitEnd(Duration.ofSeconds(20)))
          .as("the daemon ends within 20 s of SIGTERM")
          .isTrue();
      assertThat(lab.requiredNodes(job)).isEmpty();
      assertThat(lab.siteFactor(job)).isZero();
      assertThat(lab.state(job)).isEqualTo("PENDING");
    }
  }

  @Test
  void restartAfterACrashClearsTheLeasesThatWereLeft() throws Exception {
    long job;
    try (DaemonProcess daemon = enforce().start()) {
      job = leasedJob();
      daemon.kill();
    }
    assertThat(lab.requiredNodes(job)).as("a crash leaves the lease").matches(ON_A100);

    try (DaemonProcess daemon = enforce().withMode("advise").start()) {
      daemon.awaitLog("cleared leases of an earlier run: jobs \\[" + job + "\\]");
      assertThat(lab.requiredNodes(job)).isEmpty();
      assertThat(lab.state(job)).isEqualTo("PENDING");
    }
  }

  /** Nothing is written to a held job; but neither may it keep the others from being steered. */
  @Test
  void aLeaseOnAJobThatIsHeldAfterACrashStopsNobodyElse() throws Exception {
    long job;
    DaemonProcess.Setup brief = enforce().with("lease:\n  ttl: 4s\n");
    try (DaemonProcess daemon = brief.start()) {
      job = leasedJob();
      daemon.kill();
    }
    lab.slurm("scontrol", "hold", Long.toString(job));

    try (DaemonProcess daemon = brief.start()) {
      daemon.awaitLog("left by an earlier run: job " + job + " is held");
      daemon.awaitCycles(5);
      assertThat(lab.requiredNodes(job)).as("a held job is not written to").matches(ON_A100);

      // So that it cannot start in the moment of its release.
      lab.drain("a1");
      lab.drain("a2");
      lab.slurm("scontrol", "release", Long.toString(job));

      eventually("the list cleared", () -> lab.requiredNodes(job).isEmpty());
      assertThat(lab.state(job)).isEqualTo("PENDING");
    }
  }

  @Test
  void nodeListThatArrivesAfterTheStartShrinksNothing() throws Exception {
    Path late = LateScontrol.write(home, lab);
    try (DaemonProcess daemon = enforce().withScontrol(late.toString()).start()) {
      lab.lullScheduler();
      long job =
          lab.submit("alice", "--nodes=2", "--ntasks-per-node=1", "--gres=gpu:1", "--time=10");
      // The script lets Slurm start the job between the daemon's last look and its write.
      eventually("job running", () -> lab.state(job).equals("RUNNING"));
      String nodes = lab.nodes(job);
      eventually("the late write", () -> LateScontrol.happened(home));
      daemon.awaitCycles(3);

      assertThat(lab.state(job)).isEqualTo("RUNNING");
      assertThat(lab.nodes(job)).isEqualTo(nodes);
      assertThat(lab.field("job", Long.toString(job), "NumNodes")).isEqualTo("2");
    }
  }
}
