package io.rltune.daemon.slurm;

import static io.rltune.daemon.slurm.SlurmLab.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Reports of writes that went wrong elsewhere, tried with the whole daemon on a real Slurm. */
class FieldReportsOnSlurmTest extends OnSlurm {
  private static final String SHORTEST_FIRST = "policy:\n  name: sjf\n";
  private static final String ALL_NODES = "a1,a2,v1,v2,t1,t2";

  @Override
  void restore() throws Exception {
    lab.slurm("scontrol", "update", "PartitionName=gpu", "Nodes=" + ALL_NODES);
  }

  /** G4, G3: what a fixed priority froze and dropped is given back by {@code rltune revert}. */
  @Test
  void revertGivesFixedPrioritiesAndTheUsersNiceValuesBack() throws Exception {
    lab.fill(SlurmLab.GPU_NODES);
    long longJob = lab.submit("alice", "--gres=gpu:a100:4", "--time=25");
    long shortJob = lab.submit("alice", "--gres=gpu:a100:4", "--time=1", "--nice=200");
    long before = lab.priority(longJob) - lab.priority(shortJob);
    String fixed = SHORTEST_FIRST + "priority:\n  mechanism: priority\n";
    try (DaemonProcess daemon = DaemonProcess.Setup.of(lab, home, "advise").with(fixed).start()) {
      eventually("ordered", () -> lab.priority(shortJob) > lab.priority(longJob));
      assertThat(lab.field("job", Long.toString(shortJob), "Nice")).isEqualTo("0");
      Files.createFile(home.resolve("state").resolve("PAUSED"));
      daemon.awaitCycles(1);

      daemon.run("revert");

      assertThat(lab.field("job", Long.toString(shortJob), "Nice")).isEqualTo("200");
      eventually(
          "Slurm's own priorities again",
          () -> Math.abs(lab.priority(longJob) - lab.priority(shortJob) - before) < 20);
    }
  }

  /** G14: the partition lost the only nodes that the job could run on. */
  @Test
  void aJobThatCanNeverRunIsLeftAlone() throws Exception {
    long job = lab.submit("alice", "--begin=now+1hour", "--gres=gpu:a100:4", "--time=1");
    lab.slurm("scontrol", "update", "PartitionName=gpu", "Nodes=v1,v2,t1,t2");
    lab.slurm("scontrol", "update", "JobId=" + job, "StartTime=now");
    long seen = updatesOf(job);
    try (DaemonProcess daemon =
        DaemonProcess.Setup.of(lab, home, "enforce").with(SHORTEST_FIRST).start()) {
      daemon.awaitCycles(6);
      assertThat(lab.state(job)).isEqualTo("PENDING");
      assertThat(lab.requiredNodes(job)).isEmpty();
      assertThat(updatesOf(job) - seen).isLessThanOrEqualTo(1);
      daemon.terminate();
      assertThat(daemon.awaitEnd(Duration.ofSeconds(20))).isTrue();
    }
  }

  private long updatesOf(long job) throws Exception {
    return Files.readAllLines(Path.of(lab.setting("LAB"), "log", "slurmctld.log")).stream()
        .filter(line -> line.contains("_rpc_update_job") && line.contains("JobId=" + job + " "))
        .count();
  }
}
