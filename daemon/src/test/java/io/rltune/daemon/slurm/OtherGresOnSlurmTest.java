package io.rltune.daemon.slurm;

import static io.rltune.daemon.slurm.SlurmLab.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Node lists for jobs that ask for FPGAs, shards, or GPUs of several types, on a controller that
 * has such nodes: m1 and m2 with two a100 and four v100 each, s1 with eight shards on two t4, c1
 * and c2 with two FPGAs each, a1 with four a100, v1 with eight v100, t1 with two t4.
 */
class OtherGresOnSlurmTest extends OnSlurm {
  @Override
  SlurmLab findLab() throws Exception {
    return SlurmLab.requireGres();
  }

  private DaemonProcess steer() throws Exception {
    return DaemonProcess.Setup.of(lab, home, "enforce").start();
  }

  /** Takes some of a node before the test, so that what comes next has to go elsewhere. */
  private void occupy(String node, String gres) throws Exception {
    String partition = node.startsWith("c") ? "batch" : "gpu";
    long job =
        lab.submit(
            "root", "--nodelist=" + node, "--partition=" + partition, "--gres=" + gres, "-t30");
    eventually(gres + " of " + node + " taken", () -> lab.state(job).equals("RUNNING"));
  }

  private long pending(String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of(options));
    all.add("--nodes=1");
    all.add("--time=10");
    return lab.submit("alice", all.toArray(String[]::new));
  }

  private void isLeasedTo(String nodes, long... jobs) {
    for (long job : jobs) {
      eventually("job " + job + " leased to " + nodes, () -> lab.requiredNodes(job).matches(nodes));
    }
  }

  /** All of them, on the nodes that they were leased. */
  private void run(long... jobs) throws Exception {
    String[] planned = new String[jobs.length];
    for (int i = 0; i < jobs.length; i++) {
      assertThat(lab.state(jobs[i])).isEqualTo("PENDING");
      planned[i] = lab.requiredNodes(jobs[i]);
    }
    lab.wakeScheduler();
    for (int i = 0; i < jobs.length; i++) {
      long job = jobs[i];
      eventually("job " + job + " running", () -> lab.state(job).equals("RUNNING"));
      assertThat(lab.nodes(job)).isEqualTo(planned[i]);
    }
  }

  @Test
  void aJobForAnFpgaRunsOnTheNodeThatHasOneFree() throws Exception {
    occupy("c1", "fpga:2");
    try (DaemonProcess daemon = steer()) {
      lab.lullScheduler();
      long job = pending("--partition=batch", "--gres=fpga:1");

      isLeasedTo("c2", job);

      run(job);
    }
  }

  @Test
  void aJobForTwoTypesRunsOnTheNodeThatHasBothFree() throws Exception {
    occupy("m1", "gpu:a100:2");
    try (DaemonProcess daemon = steer()) {
      lab.lullScheduler();
      long job = pending("--gres=gpu:a100:1,gpu:v100:1");

      isLeasedTo("m2", job);

      run(job);
    }
  }

  @Test
  void aJobForTwoTypesOnTwoNodesGetsBothOnEach() throws Exception {
    try (DaemonProcess daemon = steer()) {
      lab.lullScheduler();
      long job =
          lab.submit(
              "alice",
              "--nodes=2",
              "--ntasks-per-node=1",
              "--gres=gpu:a100:2,gpu:v100:1",
              "--time=10");

      isLeasedTo("m\\[1-2\\]|m1,m2", job);

      lab.wakeScheduler();
      eventually("job running", () -> lab.state(job).equals("RUNNING"));
      assertThat(lab.nodes(job)).isEqualTo("m[1-2]");
    }
  }

  @Test
  void aJobForOneTypeMayUseANodeOfTwo() throws Exception {
    occupy("a1", "gpu:4");
    occupy("m1", "gpu:a100:1");
    try (DaemonProcess daemon = steer()) {
      lab.lullScheduler();
      long job = pending("--gres=gpu:a100:2");

      isLeasedTo("m2", job);

      run(job);
    }
  }

  /** Which GPUs Slurm gives the first does not matter to the second. */
  @Test
  void jobsForAnyTypeAndForOneRunTogetherOnANodeOfTwo() throws Exception {
    for (String full : List.of("a1 gpu:4", "v1 gpu:8", "t1 gpu:2", "s1 gpu:2", "m1 gpu:6")) {
      occupy(full.split(" ")[0], full.split(" ")[1]);
    }
    try (DaemonProcess daemon = steer()) {
      lab.lullScheduler();
      long any = pending("--gres=gpu:2");
      long v100 = pending("--gres=gpu:v100:2");

      isLeasedTo("m2", any, v100);

      run(any, v100);
    }
  }

  @Test
  void jobsForShardsLeaveNoGpuForAThirdJob() throws Exception {
    occupy("t1", "gpu:2");
    try (DaemonProcess daemon = steer()) {
      lab.lullScheduler();
      long first = pending("--gres=shard:3");
      long second = pending("--gres=shard:3");
      isLeasedTo("s1", first, second);
      long third = pending("--gres=gpu:t4:1");
      daemon.awaitCycles(3);

      assertThat(lab.requiredNodes(third)).isEmpty();

      run(first, second);
      assertThat(lab.state(third)).isEqualTo("PENDING");
    }
  }

  @Test
  void whatSlurmMayDivideAsItLikesGetsNoNodes() throws Exception {
    try (DaemonProcess daemon = steer()) {
      lab.lullScheduler();
      long job = lab.submit("alice", "--nodes=2", "--gpus=a100:2,v100:2", "--time=10");
      daemon.awaitCycles(3);

      assertThat(lab.requiredNodes(job)).isEmpty();
      assertThat(lab.state(job)).isEqualTo("PENDING");
    }
  }
}
