package io.rltune.daemon.slurm;

import static io.rltune.daemon.slurm.SlurmLab.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Priorities on a real controller: set where RLTune may, undone on demand, and else left alone. */
class OrderOnSlurmTest extends OnSlurm {
  private static final String SHORTEST_FIRST =
      """
      policy:
        name: sjf
      """;

  private List<Long> blockers;

  /** A full cluster: what is submitted next has to wait. */
  @BeforeEach
  void prepare() throws Exception {
    blockers = lab.fill(SlurmLab.GPU_NODES);
  }

  private DaemonProcess.Setup setup(String mode) {
    return DaemonProcess.Setup.of(lab, home, mode).with(SHORTEST_FIRST);
  }

  private long waitingJob(String user, int minutes) throws Exception {
    return lab.submit(user, "--nodes=1", "--gres=gpu:a100:4", "--time=" + minutes);
  }

  private void awaitOrdered(long first, long second) {
    eventually(
        "job " + first + " before job " + second, () -> lab.priority(first) > lab.priority(second));
  }

  @Test
  void shortJobOvertakesLongOneAndStartsFirst() throws Exception {
    long longJob = waitingJob("alice", 25);
    long shortJob = waitingJob("alice", 1);
    assertThat(lab.priority(longJob)).isGreaterThanOrEqualTo(lab.priority(shortJob));

    try (DaemonProcess daemon = setup("enforce").start()) {
      awaitOrdered(shortJob, longJob);

      lab.cancel(blockers.get(0));

      eventually("short job running", () -> lab.state(shortJob).equals("RUNNING"));
      assertThat(lab.state(longJob)).isEqualTo("PENDING");
      assertThat(daemon.writes()).isPositive();
    }
  }

  @Test
  void revertRestoresEveryTouchedJob() throws Exception {
    List<Long> jobs = new ArrayList<>();
    for (int minutes : new int[] {25, 20, 15, 10, 5}) {
      jobs.add(waitingJob("alice", minutes));
    }
    try (DaemonProcess daemon = setup("enforce").start()) {
      awaitOrdered(jobs.get(4), jobs.get(0));

      String answer = daemon.run("revert");

      assertThat(answer).contains("paused");
      for (long job : jobs) {
        assertThat(lab.siteFactor(job)).as("site factor of job %d", job).isZero();
        assertThat(lab.requiredNodes(job)).as("node list of job %d", job).isEmpty();
      }
      daemon.awaitCycles(3);
      assertThat(lab.siteFactor(jobs.get(4))).as("paused: nothing is written again").isZero();
    }
  }

  @Test
  void revertWorksWithoutARunningDaemon() throws Exception {
    long longJob = waitingJob("alice", 25);
    long shortJob = waitingJob("alice", 1);
    DaemonProcess daemon = setup("enforce").start();
    awaitOrdered(shortJob, longJob);
    daemon.kill();
    assertThat(lab.siteFactor(shortJob)).isPositive();

    daemon.run("revert");

    assertThat(lab.siteFactor(shortJob)).isZero();
    assertThat(lab.siteFactor(longJob)).isZero();
  }

  @Test
  void shadowModeWritesNothing() throws Exception {
    long longJob = waitingJob("alice", 25);
    long shortJob = waitingJob("alice", 1);
    long before = updatesSeenBySlurm();

    try (DaemonProcess daemon = setup("shadow").start()) {
      daemon.awaitCycles(5);

      assertThat(updatesSeenBySlurm()).isEqualTo(before);
      assertThat(lab.siteFactor(shortJob)).isZero();
      assertThat(lab.siteFactor(longJob)).isZero();
      assertThat(daemon.writes()).isZero();
    }
  }

  @Test
  void heldJobsAreLeftAlone() throws Exception {
    long held = lab.submit("bob", "--hold", "--gres=gpu:a100:1", "--time=1");
    long admin = lab.submit("bob", "--gres=gpu:a100:1", "--time=1");
    lab.slurm("scontrol", "hold", Long.toString(admin));
    long longJob = waitingJob("alice", 25);
    long shortJob = waitingJob("alice", 2);
    long before = updatesSeenBySlurm(held) + updatesSeenBySlurm(admin);

    try (DaemonProcess daemon = setup("enforce").start()) {
      awaitOrdered(shortJob, longJob);
      daemon.awaitCycles(2);
      daemon.run("revert");
    }

    assertThat(lab.priority(held)).isZero();
    assertThat(lab.priority(admin)).isZero();
    assertThat(updatesSeenBySlurm(held) + updatesSeenBySlurm(admin)).isEqualTo(before);
    assertThat(updatesSeenBySlurm(shortJob)).as("the log shows updates at all").isPositive();
  }

  @Test
  void nodeListsOfUsersAreLeftAlone() throws Exception {
    long own = lab.submit("bob", "--nodelist=t1", "--gres=gpu:t4:1", "--time=1");
    long without = lab.submit("carol", "--exclude=t1", "--gres=gpu:t4:1", "--time=1");
    long longJob = waitingJob("alice", 25);
    long shortJob = waitingJob("alice", 2);

    try (DaemonProcess daemon = setup("enforce").start()) {
      awaitOrdered(shortJob, longJob);
      daemon.awaitCycles(2);
      assertThat(lab.requiredNodes(own)).isEqualTo("t1");
      daemon.run("revert");
    }

    assertThat(lab.requiredNodes(own)).isEqualTo("t1");
    assertThat(lab.requiredNodes(without)).isEmpty();
    assertThat(lab.field("job", Long.toString(without), "ExcNodeList")).isEqualTo("t1");
  }

  private long updatesSeenBySlurm() throws Exception {
    return controllerLog().stream().filter(line -> line.contains("_rpc_update_job")).count();
  }

  private long updatesSeenBySlurm(long job) throws Exception {
    return controllerLog().stream()
        .filter(line -> line.contains("_rpc_update_job") && line.contains("JobId=" + job + " "))
        .count();
  }

  private List<String> controllerLog() throws Exception {
    return Files.readAllLines(Path.of(lab.setting("LAB"), "log", "slurmctld.log"));
  }
}
