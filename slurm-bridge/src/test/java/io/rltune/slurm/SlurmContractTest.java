package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.model.Partition;
import io.rltune.slurm.SlurmError.Kind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What we rely on, checked against the Slurm that {@link Lab} describes. */
class SlurmContractTest extends OnSlurm {
  @Test
  void readsOverTcpWithAToken() throws Exception {
    long id = submit("alice", WAITING, "--gres=gpu:1", "-J", "name with  blanks = and ^");
    ClusterSnapshot snapshot = gateway.snapshot();
    assertThat(snapshot.nodes()).isNotEmpty();
    assertThat(snapshot.partitions()).isNotEmpty();
    assertThat(snapshot.slurmVersion()).startsWith(lab.get("SLURM_VERSION"));
    assertThat(snapshot.takenAt()).isCloseTo(Instant.now().getEpochSecond(), within(30));
    assertThat(gateway.tokenExpiry().orElseThrow()).isAfter(Instant.now());
    assertThat(gateway.describe()).contains("slurm " + lab.get("SLURM_VERSION")).contains("api v0");
    Job job = snapshot.jobs().stream().filter(one -> one.id() == id).findFirst().orElseThrow();
    assertThat(job.name()).isEqualTo("name with  blanks = and ^");
    assertThat(job.user()).isEqualTo("alice");
    assertThat(job.request().gpus().total()).isEqualTo(1);
    assertThat(job.request().timeLimitS()).isEqualTo(300);
    assertThat(job.oddity()).isEmpty();
  }

  /**
   * v0.0.45 shows it in no field at all: it is not taken where another is on offer, and says so.
   */
  @Test
  void anExclusiveJobIsReadAsOne() throws Exception {
    long usual = submit("alice", WAITING);
    long exclusive = submit("alice", WAITING, "--exclusive");
    assertThat(gateway.job(usual).request().exclusive()).isFalse();
    assertThat(gateway.job(exclusive).request().exclusive()).as(gateway.describe()).isTrue();
    if (lab.get("SLURM_VERSION").startsWith("26.05")) {
      SlurmSettings newest = lab.http(WriteTransport.AUTO).withApiVersion("v0.0.45");
      try (SlurmGateway blind = SlurmGateways.open(newest)) {
        assertThat(blind.job(exclusive).request().exclusive()).isFalse();
        assertThat(blind.snapshot().warnings()).anyMatch(text -> text.contains("exclusive jobs"));
      }
    }
  }

  /** F10: as long as no job changes none are listed, and a change is seen at once. */
  @Test
  void aChangeIsSeenAtOnceThoughUnchangedJobsAreNotListed() throws Exception {
    long id = submit("alice", WAITING);
    gateway.snapshot();
    for (int nice = 1; nice <= 5; nice++) {
      long value = nice;
      lab.scontrol("update", "JobId=" + id, "Nice=" + nice);
      assertThat(gateway.snapshot().jobs())
          .filteredOn(job -> job.id() == id)
          .singleElement()
          .satisfies(job -> assertThat(job.nice()).isEqualTo(value));
      assertThat(gateway.snapshot().jobs())
          .filteredOn(job -> job.id() == id)
          .singleElement()
          .satisfies(job -> assertThat(job.nice()).isEqualTo(value));
    }
  }

  /** sdiag's figures, by which the interval is stretched. */
  @Test
  void readsTheLoadOfTheController() throws Exception {
    ControllerLoad load = gateway.load().orElseThrow();
    assertThat(load.serverThreads()).isBetween(0L, 256L);
    assertThat(load.agentQueue()).isNotNegative();
    gateway.probe();
  }

  @Test
  void readsAndWritesOverTheUnixSocket() throws Exception {
    long id = submit("alice", WAITING);
    try (SlurmGateway socket = SlurmGateways.open(lab.unixSocket())) {
      assertThat(socket.snapshot().nodes()).hasSameSizeAs(gateway.snapshot().nodes());
      assertThat(socket.describe()).contains("unix socket");
      assertThat(socket.tokenExpiry()).isEmpty();
      assertThat(socket.write(List.of(new JobUpdate.Nice(id, 7))))
          .containsExactly(Optional.empty());
      assertThat(socket.job(id).nice()).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @EnumSource(WriteTransport.class)
  void siteFactorRaisesThePriorityAndZeroUndoesIt(WriteTransport transport) throws Exception {
    long id = submit("alice", WAITING);
    long twin = submit("alice", WAITING);
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      Optional<SlurmError> outcome = write(writer, new JobUpdate.SiteFactor(id, 5000));
      if (lab.is2205() && transport == WriteTransport.REST) {
        assertThat(outcome.orElseThrow().kind()).isEqualTo(Kind.REJECTED);
        return;
      }
      assertThat(outcome).isEmpty();
      awaitAhead(id, twin, 5000);
      assertThat(write(writer, new JobUpdate.SiteFactor(id, 0))).isEmpty();
      awaitAhead(id, twin, 0);
    }
  }

  @ParameterizedTest
  @EnumSource(WriteTransport.class)
  void setsAndClearsANodeList(WriteTransport transport) throws Exception {
    String node = gateway.snapshot().partitions().get(0).nodes().first();
    String partition = gateway.snapshot().partitions().get(0).name();
    long id = submit("alice", WAITING, "-N1", "-p", partition);
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      assertThat(write(writer, new JobUpdate.NodeList(id, List.of(node)))).isEmpty();
      assertThat(gateway.job(id).constraints().requiredNodes()).containsExactly(node);
      assertThat(write(writer, new JobUpdate.ClearNodeList(id))).isEmpty();
      assertThat(gateway.job(id).constraints().requiredNodes()).isEmpty();
      assertThat(
              write(writer, new JobUpdate.NodeList(id, List.of("nosuchnode"))).orElseThrow().kind())
          .isEqualTo(Kind.REJECTED);
    }
  }

  /**
   * The scheduler sets priority 0 on a job whose list it cannot honour; that is not a user's hold.
   */
  @Test
  void clearingAListThatSlurmCannotHonourGivesThePriorityBack() throws Exception {
    Partition partition = gateway.snapshot().partitions().get(0);
    String outside =
        gateway.snapshot().nodes().stream()
            .filter(node -> node.state().isInService())
            .map(Node::name)
            .filter(name -> !partition.nodes().contains(name))
            .findFirst()
            .orElseThrow();
    long id = jobWithAListThatSlurmCannotHonour(partition.name(), outside);
    assertThat(gateway.job(id).priority()).isZero();
    assertThat(write(gateway, new JobUpdate.Nice(id, 3)).orElseThrow().kind())
        .isEqualTo(Kind.WRONG_STATE);
    assertThat(write(gateway, new JobUpdate.ClearNodeList(id))).isEmpty();
    awaitJob(id, "its priority again", job -> job.priority() > 0 && !job.isHeld());
  }

  /**
   * Whether the scheduler gets to a job within a minute is its own affair, and once it did not:
   * another job is tried, with a word of the first.
   */
  private long jobWithAListThatSlurmCannotHonour(String partition, String node) throws Exception {
    for (int attempt = 1; ; attempt++) {
      long id = submit("alice", WAITING, "-N1", "-p", partition);
      assertThat(write(gateway, new JobUpdate.NodeList(id, List.of(node)))).isEmpty();
      lab.scontrol("update", "JobId=" + id, "StartTime=now");
      try {
        awaitJob(id, "BadConstraints", job -> job.reason().equals("BadConstraints"));
        return id;
      } catch (ConditionTimeoutException late) {
        if (attempt == 3) {
          throw late;
        }
        System.out.println("trying another job: " + late.getMessage());
        lab.cancel(id);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(WriteTransport.class)
  void fixesAPriorityAndGivesItBack(WriteTransport transport) throws Exception {
    long id = submit("alice", WAITING);
    long twin = submit("alice", WAITING);
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      assertThat(write(writer, new JobUpdate.Priority(id, 777_777))).isEmpty();
      assertThat(gateway.job(id).priority()).isEqualTo(777_777);
      Optional<SlurmError> reset = write(writer, new JobUpdate.ResetPriority(id));
      if (lab.is2205() && transport == WriteTransport.REST) {
        assertThat(reset.orElseThrow().kind()).isEqualTo(Kind.REJECTED);
        return;
      }
      assertThat(reset).isEmpty();
      awaitAhead(id, twin, 0);
    }
  }

  @ParameterizedTest
  @EnumSource(WriteTransport.class)
  void updatesTheRecordOfAnArray(WriteTransport transport) throws Exception {
    long id = submit("alice", WAITING, "--array=1-6:2%2");
    Job array = gateway.job(id);
    assertThat(array.array().arrayJobId()).isEqualTo(id);
    assertThat(array.array().pendingTasks()).isEqualTo(3);
    assertThat(array.array().throttle()).isEqualTo(2);
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      assertThat(write(writer, new JobUpdate.Nice(id, 12))).isEmpty();
      assertThat(gateway.job(id).nice()).isEqualTo(12);
      assertThat(write(writer, new JobUpdate.Priority(id, 4321))).isEmpty();
      assertThat(gateway.job(id).priority()).isEqualTo(4321);
    }
  }

  @ParameterizedTest
  @EnumSource(WriteTransport.class)
  void neverTouchesARunningAHeldOrAVanishedJob(WriteTransport transport) throws Exception {
    String partition = gateway.snapshot().partitions().get(0).name();
    long running = submit("alice", "-p", partition);
    long held = submit("alice", "-H");
    awaitState(running, "RUNNING");
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      List<Optional<SlurmError>> outcomes =
          writer.write(
              List.of(
                  new JobUpdate.Nice(running, 9),
                  new JobUpdate.Nice(held, 9),
                  new JobUpdate.Nice(987_654_321, 9)));
      assertThat(outcomes)
          .extracting(outcome -> outcome.orElseThrow().kind())
          .containsExactly(Kind.WRONG_STATE, Kind.WRONG_STATE, Kind.NO_SUCH_JOB);
    }
    assertThat(gateway.job(running).nice()).isZero();
    assertThat(gateway.job(held).isHeld()).isTrue();
    assertThat(gateway.job(held).nice()).isZero();
  }

  @Test
  void aUserWithoutRightsIsToldSo() throws Exception {
    long id = submit("alice", WAITING);
    Path token = token(lab.token("bob", Instant.now().plusSeconds(600)));
    try (SlurmGateway bob = SlurmGateways.open(lab.http(WriteTransport.REST, token, "bob"))) {
      assertThat(write(bob, new JobUpdate.Priority(id, 99)).orElseThrow().kind())
          .isEqualTo(Kind.PERMISSION);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"expired", "garbage", "other key"})
  void aTokenThatIsNoGoodIsAnAuthError(String which) throws Exception {
    String good = lab.token(lab.get("REST_USER"), Instant.now().plusSeconds(600));
    String token =
        switch (which) {
          case "expired" -> lab.token(lab.get("REST_USER"), Instant.now().minusSeconds(600));
          case "garbage" -> "garbage";
          default -> good.substring(0, good.length() - 12) + "AAAAAAAAAAAA";
        };
    SlurmSettings settings = lab.http(WriteTransport.AUTO, token(token), lab.get("REST_USER"));
    SlurmException failure =
        catchThrowableOfType(
            SlurmException.class,
            () -> {
              try (SlurmGateway refused = SlurmGateways.open(settings)) {
                refused.snapshot();
              }
            });
    assertThat(failure.error().kind()).isEqualTo(Kind.AUTH);
    assertThat(failure.toString()).doesNotContain(token);
  }

  @Test
  void aTokenThatExpiresLaterStopsTheSnapshotAndARenewedOneHealsIt() throws Exception {
    Path file = token(lab.token(lab.get("REST_USER"), Instant.now().plusSeconds(600)));
    try (SlurmGateway mine =
        SlurmGateways.open(lab.http(WriteTransport.AUTO, file, lab.get("REST_USER")))) {
      assertThat(mine.snapshot().nodes()).isNotEmpty();
      token(lab.token(lab.get("REST_USER"), Instant.now().minusSeconds(5)));
      SlurmException failure = catchThrowableOfType(SlurmException.class, mine::snapshot);
      assertThat(failure.error().kind()).isEqualTo(Kind.AUTH);
      assertThat(failure).hasMessageContaining("expired at");
      token(lab.token(lab.get("REST_USER"), Instant.now().plusSeconds(900)));
      assertThat(mine.snapshot().nodes()).isNotEmpty();
    }
  }

  @Test
  void aDeadPortAndADeadSocketAreUnreachable() {
    Path token = Path.of(lab.get("TOKEN_FILE"));
    for (String endpoint : List.of("http://127.0.0.1:1", "unix:" + dir.resolve("none"))) {
      SlurmSettings settings =
          lab.settings(URI.create(endpoint), lab.get("REST_USER"), token, WriteTransport.AUTO);
      SlurmException failure =
          catchThrowableOfType(SlurmException.class, () -> SlurmGateways.open(settings));
      assertThat(failure.error().kind()).isEqualTo(Kind.UNREACHABLE);
    }
  }

  private Path token(String token) throws IOException {
    return Files.writeString(dir.resolve("token"), token);
  }

  private static org.assertj.core.data.Offset<Long> within(long distance) {
    return org.assertj.core.data.Offset.offset(distance);
  }
}
