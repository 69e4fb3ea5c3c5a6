package io.rltune.daemon.slurm;

import static io.rltune.daemon.slurm.SlurmLab.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.experience.ExperienceStore;
import io.rltune.daemon.experience.QueueState;
import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.daemon.slurm.DaemonProcess.Setup;
import io.rltune.model.Sha256;
import io.rltune.policy.NetworkScorer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queues of a real Slurm that the policy ordered in earnest, as {@code tune.record} keeps them. */
class ExperienceOnSlurmTest extends OnSlurm {
  private static final String POLICY = Sha256.of(NetworkScorer.shippedFile());
  private static final String RECORD =
      """
      tune:
        record: true
      """;

  private List<Long> blockers;
  private final List<Long> waiting = new ArrayList<>();

  /** A full cluster and a queue before it. */
  @BeforeEach
  void prepare() throws Exception {
    blockers = lab.fill(SlurmLab.GPU_NODES);
    for (int minutes : new int[] {25, 5, 15}) {
      waiting.add(lab.submit("alice", "--nodes=1", "--gres=gpu:a100:4", "--time=" + minutes));
    }
  }

  private Setup setup(String mode) {
    return Setup.of(lab, home, mode).with(RECORD);
  }

  private Path file() {
    return home.resolve("state").resolve("experience.db");
  }

  private List<QueueState> queues() throws IOException {
    try (ExperienceStore store = ExperienceStore.reading(file())) {
      return store.states(POLICY, 0, Long.MAX_VALUE, Long.MAX_VALUE);
    }
  }

  /** The job of the queue that Slurm starts where room is made. */
  private long startsOne() throws Exception {
    lab.cancel(blockers.get(0));
    List<Long> started = new ArrayList<>();
    eventually(
        "one of the waiting jobs running",
        () -> {
          for (long job : waiting) {
            if (lab.state(job).equals("RUNNING")) {
              started.add(job);
            }
          }
          return !started.isEmpty();
        });
    return started.get(0);
  }

  @Test
  void theQueueOfAChoiceIsKeptInTheOrderThatSlurmThenFollowed() throws Exception {
    try (DaemonProcess daemon = setup("enforce").start()) {
      eventually("an order in Slurm", () -> lab.siteFactor(waiting.get(1)) > 0);

      long started = startsOne();

      eventually("a queue kept", () -> !queues().isEmpty());
      daemon.awaitCycles(2);
      daemon.kill();
      QueueState queue = queues().get(0);
      assertThat(queue.jobIds())
          .as("at most one a minute, the first with a choice")
          .containsExactlyInAnyOrder(waiting.get(0), waiting.get(1), waiting.get(2))
          .startsWith(started);
      assertThat(queue.rows()).doesNotContain(Float.NaN);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
          .isEqualTo("rw-------");
      try (History history = History.reading(home.resolve("state").resolve("history.db"))) {
        assertThat(history.ofJob(started))
            .as("what tuning joins it with")
            .singleElement()
            .extracting(JobRun::started)
            .satisfies(at -> assertThat(at).isGreaterThanOrEqualTo(queue.at()));
      }
    }
  }

  @Test
  void aDaemonThatOnlyWatchesKeepsNone() throws Exception {
    try (DaemonProcess daemon = setup("shadow").start()) {
      daemon.awaitCycles(2);

      startsOne();

      daemon.awaitCycles(3);
      assertThat(queues()).isEmpty();
    }
  }
}
