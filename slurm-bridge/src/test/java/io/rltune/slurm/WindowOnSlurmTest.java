package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rltune.model.Job;
import io.rltune.slurm.SlurmError.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A job that starts, or is held, between our last look at it and the write. */
class WindowOnSlurmTest extends OnSlurm {
  /** Starts on a1 and a2 once it may; no other node has the feature. */
  private static final String[] TWO_NODES = {
    WAITING, "-p", "gpu", "-N2", "--ntasks-per-node=1", "-C", "a100"
  };

  private static final List<WriteTransport> TRANSPORTS =
      List.of(WriteTransport.REST, WriteTransport.SCONTROL);

  static Stream<Arguments> listsThatComeLate() {
    return TRANSPORTS.stream()
        .flatMap(
            transport ->
                Stream.of("a1,a2", "a1,v1", "v1,v2")
                    .map(nodes -> Arguments.of(transport, List.of(nodes.split(",")))));
  }

  /** G1: whichever nodes the list names, a job that started meanwhile keeps its own. */
  @ParameterizedTest
  @MethodSource("listsThatComeLate")
  void aJobOfTwoNodesThatStartsInTheWindowLosesNoNode(
      WriteTransport transport, List<String> nodeList) throws Exception {
    long id = submit("alice", TWO_NODES);
    try (LateWrites late = new LateWrites(lab, dir)) {
      Optional<SlurmError> outcome =
          late.write(transport, new JobUpdate.NodeList(id, nodeList), () -> start(id));
      assertThat(outcome.orElseThrow().kind()).isEqualTo(Kind.WRONG_STATE);
      assertThat(outcome.orElseThrow().message()).contains("no longer pending");
    }
    assertThat(nodesOf(id)).containsExactly("a1", "a2");
    assertThat(stateBySqueue(id)).isEqualTo("RUNNING 2");
    // A change of size, even to the nodes that it has, would end this record and begin another.
    await().atMost(PATIENCE).until(() -> recordsOf(id).contains("RUNNING"));
    assertThat(recordsOf(id)).containsExactly("RUNNING");
  }

  /** The account that goes with the list is the job's own: it must change nothing. */
  @ParameterizedTest
  @EnumSource(
      value = WriteTransport.class,
      names = {"REST", "SCONTROL"})
  void aNodeListChangesNothingElseOfTheJob(WriteTransport transport) throws Exception {
    long id = submit("alice", "-p", "gpu", "-N1", "-C", "a100", "--nice=7", WAITING);
    lab.scontrol("update", "JobId=" + id, "SiteFactor=1234");
    List<String> before = record(id);
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      assertThat(write(writer, new JobUpdate.NodeList(id, List.of("a1")))).isEmpty();
      assertThat(gateway.job(id).constraints().requiredNodes()).containsExactly("a1");
      assertThat(record(id)).isEqualTo(before);
      assertThat(write(writer, new JobUpdate.ClearNodeList(id))).isEmpty();
      assertThat(record(id)).isEqualTo(before);
    }
  }

  /** Everything that scontrol shows but the list itself and what each look of Slurm changes. */
  private List<String> record(long id) throws Exception {
    return Stream.of(lab.slurm("scontrol", "show", "job", "" + id).split("\\s+"))
        .filter(word -> !word.matches("(ReqNodeList|Reason|LastSchedEval|Scheduler)=.*"))
        .toList();
  }

  /** G1: why a list never names fewer nodes than the job gets, and why a running job gets none. */
  @Test
  void aShorterListWouldTakeANodeFromARunningJobAndIsNeverSent() throws Exception {
    long id = submit("alice", TWO_NODES);
    assertThat(write(gateway, new JobUpdate.NodeList(id, List.of("a1"))).orElseThrow().message())
        .contains("names 1 nodes", "gets 2");
    assertThat(gateway.job(id).constraints().requiredNodes()).isEmpty();
    start(id);
    assertThat(write(gateway, new JobUpdate.NodeList(id, List.of("a1"))).orElseThrow().kind())
        .isEqualTo(Kind.WRONG_STATE);
    assertThat(nodesOf(id)).containsExactly("a1", "a2");

    lab.scontrol("update", "JobId=" + id, "ReqNodeList=a1");
    assertThat(nodesOf(id)).as("what Slurm does with it").containsExactly("a1");
  }

  /** G1: clearing a list is as dangerous a word as setting it. */
  @ParameterizedTest
  @EnumSource(
      value = WriteTransport.class,
      names = {"REST", "SCONTROL"})
  void clearingAListOfAJobThatStartedInTheWindowTakesNoNode(WriteTransport transport)
      throws Exception {
    long id = submit("alice", TWO_NODES);
    assertThat(write(gateway, new JobUpdate.NodeList(id, List.of("a1", "a2")))).isEmpty();
    try (LateWrites late = new LateWrites(lab, dir)) {
      late.write(transport, new JobUpdate.ClearNodeList(id), () -> start(id));
    }
    assertThat(nodesOf(id)).containsExactly("a1", "a2");
    assertThat(stateBySqueue(id)).isEqualTo("RUNNING 2");
  }

  /** G2: whoever holds it, and before or within the window: a held job stays held. */
  @ParameterizedTest
  @EnumSource(
      value = WriteTransport.class,
      names = {"REST", "SCONTROL"})
  void aJobThatIsHeldInTheWindowStaysHeld(WriteTransport transport) throws Exception {
    try (LateWrites late = new LateWrites(lab, dir)) {
      for (JobUpdate update : updatesOf(submit("alice", WAITING, "-p", "gpu", "-N1"))) {
        if (!gateway.canWrite(update) || isLeftOut(transport, update)) {
          continue;
        }
        long id = update.jobId();
        lab.scontrol("release", "" + id);
        await().atMost(PATIENCE).until(() -> !gateway.job(id).isHeld());
        Optional<SlurmError> outcome =
            late.write(transport, update, () -> lab.scontrol("hold", "" + id));
        if (update instanceof JobUpdate.Priority) {
          assertThat(outcome.orElseThrow().kind()).isEqualTo(Kind.WRONG_STATE);
        }
        Job job = gateway.job(id);
        assertThat(job.isHeld()).as("%s: %s", update, outcome).isTrue();
        assertThat(job.priority()).as("%s: %s", update, outcome).isZero();
      }
    }
  }

  /** G2. */
  @ParameterizedTest
  @EnumSource(
      value = WriteTransport.class,
      names = {"REST", "SCONTROL"})
  void aJobThatIsHeldGetsNothing(WriteTransport transport) throws Exception {
    long byUser = submit("alice", "-H", "-p", "gpu", "-N1");
    long byAdmin = submit("alice", WAITING, "-p", "gpu", "-N1");
    lab.scontrol("hold", "" + byAdmin);
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      for (long id : List.of(byUser, byAdmin)) {
        Job before = gateway.job(id);
        for (JobUpdate update : updatesOf(id)) {
          if (writer.canWrite(update)) {
            assertThat(write(writer, update).orElseThrow().kind())
                .as("%s", update)
                .isEqualTo(Kind.WRONG_STATE);
          }
        }
        Job after = gateway.job(id);
        assertThat(after.priority()).isZero();
        assertThat(after.nice()).isEqualTo(before.nice());
        assertThat(after.reason()).isEqualTo(before.reason());
        assertThat(after.constraints()).isEqualTo(before.constraints());
      }
    }
  }

  private boolean isLeftOut(WriteTransport transport, JobUpdate update) {
    // To hand a fixed priority back is Slurm's release: the one update that would lift a hold which
    // comes in the milliseconds between. It is only ever sent for a job whose priority we fixed.
    boolean release = update instanceof JobUpdate.ResetPriority;
    boolean none =
        lab.is2205() && transport == WriteTransport.REST && update instanceof JobUpdate.SiteFactor;
    return release || none;
  }

  private static List<JobUpdate> updatesOf(long id) {
    List<JobUpdate> updateList = new ArrayList<>();
    updateList.add(new JobUpdate.Priority(id, 4321));
    updateList.add(new JobUpdate.SiteFactor(id, 77));
    updateList.add(new JobUpdate.Nice(id, 5));
    updateList.add(new JobUpdate.RestoreNice(id, 0));
    updateList.add(new JobUpdate.NodeList(id, List.of("a1")));
    updateList.add(new JobUpdate.ResetPriority(id));
    return updateList;
  }

  private void start(long id) throws Exception {
    lab.scontrol("update", "JobId=" + id, "StartTime=now");
    awaitState(id, "RUNNING");
  }

  private List<String> recordsOf(long id) throws Exception {
    return lab.slurm("sacct", "-D", "-X", "-n", "-P", "-j", "" + id, "-o", "State")
        .lines()
        .toList();
  }

  private String stateBySqueue(long id) throws Exception {
    return lab.slurm("squeue", "-h", "-j", "" + id, "-o", "%T %D").strip();
  }
}
