package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rltune.model.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A test on a real Slurm: its jobs end with it, and slurm.conf is afterwards as it was. */
@Tag("slurm")
abstract class OnSlurm {
  static final String WAITING = "--begin=now+1hour";
  static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path dir;
  Lab lab;
  SlurmGateway gateway;
  String confBefore;
  private final List<Long> submittedList = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    lab = Lab.find();
    gateway = SlurmGateways.open(lab.http(WriteTransport.AUTO));
    confBefore = Files.readString(conf());
  }

  @AfterEach
  void tidy() throws Exception {
    if (gateway == null) {
      return;
    }
    gateway.close();
    for (long id : submittedList) {
      lab.cancel(id);
    }
    if (!Files.readString(conf()).equals(confBefore)) {
      Files.writeString(conf(), confBefore);
      restartController();
    }
  }

  Path conf() {
    return Path.of(lab.get("SLURM_CONF"));
  }

  long submit(String user, String... options) throws IOException {
    long id = lab.submit(user, options);
    submittedList.add(id);
    return id;
  }

  /** Some settings are read at the start only; running jobs and the queue survive. */
  void restartController() throws IOException {
    ProcessHandle controller = ProcessHandle.of(controllerPid()).orElseThrow();
    controller.destroy();
    controller.onExit().orTimeout(40, TimeUnit.SECONDS).join();
    lab.slurm("slurmctld", "-f", conf().toString());
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> lab.slurm("scontrol", "ping").contains(" UP"));
    await().atMost(PATIENCE).ignoreExceptions().until(() -> !gateway.snapshot().nodes().isEmpty());
  }

  long controllerPid() throws IOException {
    return Long.parseLong(Files.readString(Path.of(lab.get("CTLD_PID_FILE"))).strip());
  }

  void awaitState(long id, String state) {
    awaitJob(id, state, job -> job.state().base().equals(state));
  }

  /** Waits for a state of a job; a failure shows what Slurm says of the job and of its nodes. */
  void awaitJob(long id, String what, Predicate<Job> condition) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(condition.test(gateway.job(id)))
                    .withFailMessage(
                        () -> "job " + id + " has not reached: " + what + "\n" + facts(id))
                    .isTrue());
  }

  private String facts(long id) {
    try {
      return lab.slurm("scontrol", "show", "job", "" + id)
          + lab.slurm("squeue", "-a", "-o", "%i %P %T %r %Q %N")
          + lab.slurm("sinfo", "-N", "-o", "%N %P %t %E");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compares with a job submitted just after: Slurm's own factors move with time and usage. */
  void awaitAhead(long id, long twin, long distance) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(gateway.job(id).priority() - gateway.job(twin).priority())
                    .isBetween(distance - 20, distance + 20));
  }

  /** The nodes that a running job has. */
  TreeSet<String> nodesOf(long id) throws SlurmException {
    Job job = gateway.job(id);
    return new TreeSet<>(job.nodes());
  }

  static Optional<SlurmError> write(SlurmGateway gateway, JobUpdate update) {
    return gateway.write(List.of(update)).get(0);
  }
}
