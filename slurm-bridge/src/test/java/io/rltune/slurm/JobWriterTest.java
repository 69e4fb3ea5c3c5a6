package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.ScriptedTransport;
import io.rltune.slurm.rest.TokenSource;
import io.rltune.slurm.scontrol.Scontrol;
import io.rltune.slurm.version.ApiVersions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobWriterTest {
  private static final String OK = "{\"errors\":[]}";

  @TempDir Path dir;
  private final ScriptedTransport transport = new ScriptedTransport();

  @ParameterizedTest
  @CsvSource({
    "RUNNING, 100, None",
    "COMPLETED, 100, None",
    "REQUEUE_HOLD, 100, None",
    "CONFIGURING, 100, None",
    "PENDING, 0, JobHeldUser",
    "PENDING, 0, JobHeldAdmin",
    "PENDING, 100, JobHeldUser",
    "PENDING, 0, Priority",
    "PENDING, 0, BadConstraints",
  })
  void neverWritesToAJobThatIsNotPendingOrIsHeld(String state, long priority, String reason) {
    transport.on("GET /slurm/v0.0.38/job/7", job(state, priority, reason, "", 0));
    assertThat(kind(write(new JobUpdate.NodeList(7, List.of("n1"))))).isEqualTo(Kind.WRONG_STATE);
    assertThat(kind(write(new JobUpdate.Priority(7, 5)))).isEqualTo(Kind.WRONG_STATE);
    assertThat(transport.posts()).isEmpty();
  }

  @Test
  void neverWritesToAJobThatIsGone() {
    String gone = "{\"jobs\":[],\"errors\":[{\"error_number\":2017,\"error\":\"Invalid job id\"}]}";
    transport.on("GET /slurm/v0.0.38/job/7", gone);
    assertThat(kind(write(new JobUpdate.Nice(7, 1)))).isEqualTo(Kind.NO_SUCH_JOB);
    assertThat(transport.posts()).isEmpty();
  }

  @Test
  void neverWritesWhenTheJobCannotBeRead() {
    transport.on("GET /slurm/v0.0.38/job/7", 500, "text/plain", "oops");
    assertThat(kind(write(new JobUpdate.Nice(7, 1)))).isEqualTo(Kind.MALFORMED);
    assertThat(transport.posts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " n1",
        "n1 Priority=0",
        "n1\nrelease 7",
        "n[1-2]",
        "n1,n2",
        "-n1",
        "n1;x",
        "ñ1"
      })
  void refusesANodeNameThatCouldBeMoreThanAName(String name) {
    assertThat(kind(write(new JobUpdate.NodeList(7, List.of(name))))).isEqualTo(Kind.REJECTED);
    assertThat(transport.calls()).isEmpty();
  }

  @Test
  void refusesPriorityZeroAndNodeListsThatAreNone() {
    assertThatThrownBy(() -> new JobUpdate.Priority(7, 0)).hasMessageContaining("priority 0");
    assertThatThrownBy(() -> new JobUpdate.NodeList(7, List.of())).hasMessageContaining("empty");
    assertThat(kind(write(new JobUpdate.NodeList(7, List.of("n1", "n1")))))
        .isEqualTo(Kind.REJECTED);
    assertThat(kind(write(new JobUpdate.Nice(0, 1)))).isEqualTo(Kind.REJECTED);
  }

  @Test
  void confirmsAWriteByReadingItBack() {
    transport
        .on("GET /slurm/v0.0.38/job/7", ofTwoNodes(job("PENDING", 100, "Priority", "", 0)))
        .on("GET /slurm/v0.0.38/job/7", ofTwoNodes(job("PENDING", 100, "Priority", "n[1-2]", 0)))
        .on("POST /slurm/v0.0.38/job/7", OK);
    assertThat(write(new JobUpdate.NodeList(7, List.of("n2", "n1")))).isEmpty();
    assertThat(transport.posts()).containsExactly("/slurm/v0.0.38/job/7 {\"nodelist\":\"n[1-2]\"}");
  }

  /** G1, G7: fewer nodes would shrink a job that started meanwhile, more make Slurm hold it. */
  @ParameterizedTest
  @CsvSource({
    "n1, '\"node_count\":2,\"max_nodes\":2', gets 2;",
    "n1:n2:n3, '\"node_count\":2,\"max_nodes\":2', gets 2;",
    "n1:n2, '\"node_count\":1,\"max_nodes\":2', gets from 1 on",
    "n1:n2, '\"node_count\":1,\"max_nodes\":0', gets from 1 on",
  })
  void aNodeListNamesExactlyAsManyNodesAsTheJobGets(String nodes, String counts, String why) {
    String record =
        job("PENDING", 100, "Priority", "", 0).replace("\"node_count\":1,\"max_nodes\":1", counts);
    transport.on("GET /slurm/v0.0.38/job/7", record);
    Optional<SlurmError> outcome = write(new JobUpdate.NodeList(7, List.of(nodes.split(":"))));
    assertThat(kind(outcome)).isEqualTo(Kind.REJECTED);
    assertThat(outcome.orElseThrow().message()).contains(why);
    assertThat(transport.posts()).isEmpty();
  }

  @Test
  void reportsAWriteThatDidNothing() {
    transport
        .on("GET /slurm/v0.0.38/job/7", job("PENDING", 777, "Priority", "", 0))
        .on("POST /slurm/v0.0.38/job/7", OK);
    Optional<SlurmError> outcome = write(new JobUpdate.Nice(7, 5));
    assertThat(kind(outcome)).isEqualTo(Kind.REJECTED);
    assertThat(outcome.orElseThrow().message()).contains("nice is 0 instead of 5");
  }

  @Test
  void reportsAJobThatStartedDuringTheWrite() {
    transport
        .on("GET /slurm/v0.0.38/job/7", job("PENDING", 777, "Priority", "", 0))
        .on("GET /slurm/v0.0.38/job/7", job("RUNNING", 777, "None", "n1", 0))
        .on("POST /slurm/v0.0.38/job/7", OK);
    assertThat(kind(write(new JobUpdate.NodeList(7, List.of("n1"))))).isEqualTo(Kind.WRONG_STATE);
  }

  @Test
  void believesAnArrayUpdateThat2205CallsFailedOnlyWhenItShows() {
    String failed =
        "{\"errors\":[{\"description\":\"job array update from [localhost]:1 failed\"}]}";
    transport
        .on("GET /slurm/v0.0.38/job/7", job("PENDING", 100, "Priority", "", 0))
        .on("GET /slurm/v0.0.38/job/7", job("PENDING", 555, "Priority", "", 0))
        .on("POST /slurm/v0.0.38/job/7", failed);
    assertThat(write(new JobUpdate.Priority(7, 555))).isEmpty();
    assertThat(kind(write(new JobUpdate.Priority(7, 556)))).isEqualTo(Kind.REJECTED);
  }

  @Test
  void healsAListThatMadeSlurmHoldTheJob() {
    transport
        .on("GET /slurm/v0.0.38/job/7", job("PENDING", 0, "BadConstraints", "n9", 0))
        .on("GET /slurm/v0.0.38/job/7", job("PENDING", 100, "Priority", "", 0))
        .on("POST /slurm/v0.0.38/job/7", OK);
    assertThat(write(new JobUpdate.ClearNodeList(7))).isEmpty();
    assertThat(transport.posts()).containsExactly("/slurm/v0.0.38/job/7 {\"nodelist\":\"\"}");
  }

  @Test
  void takesTheRecordOfTheArrayAmongThoseOfItsTasks() {
    String pending = job("PENDING", 100, "Priority", "", 0);
    String both =
        pending.replace(
            "{\"jobs\":[", "{\"jobs\":[" + record(8, "RUNNING", 1, "None", "", 0) + ",");
    transport.on("GET /slurm/v0.0.38/job/7", both).on("POST /slurm/v0.0.38/job/7", OK);
    assertThat(write(new JobUpdate.Priority(7, 100))).isEmpty();
  }

  @Test
  void whatRestCannotExpressIsRejectedWithoutScontrol() {
    transport.on("GET /slurm/v0.0.38/job/7", job("PENDING", 100, "Priority", "", 0));
    Optional<SlurmError> outcome = write(new JobUpdate.SiteFactor(7, 5));
    assertThat(kind(outcome)).isEqualTo(Kind.REJECTED);
    assertThat(outcome.orElseThrow().message()).contains("v0.0.38").contains("scontrol");
    assertThat(transport.posts()).isEmpty();
  }

  @Test
  void oneFailureDoesNotStopTheOthers() {
    transport
        .on("GET /slurm/v0.0.38/job/6", 503, "text/plain", "busy")
        .on("GET /slurm/v0.0.38/job/7", job("PENDING", 100, "Priority", "", 0))
        .on("POST /slurm/v0.0.38/job/7", OK);
    List<Optional<SlurmError>> outcomes =
        writer("v0.0.38")
            .write(
                List.of(new JobUpdate.Priority(6, 100), new JobUpdate.Priority(7, 100)),
                SlurmGateway.FOR_EVER);
    assertThat(kind(outcomes.get(0))).isEqualTo(Kind.UNREACHABLE);
    assertThat(outcomes.get(1)).isEmpty();
  }

  @Test
  void believesAWriteWhoseAnswerWasLostOnlyWhenItShows() {
    transport
        .on("GET /slurm/v0.0.38/job/7", job("PENDING", 100, "Priority", "", 0))
        .on("GET /slurm/v0.0.38/job/7", job("PENDING", 555, "Priority", "", 0))
        .on("POST /slurm/v0.0.38/job/7", 504, "text/html", "gateway time-out");
    assertThat(write(new JobUpdate.Priority(7, 555))).isEmpty();
    assertThat(kind(write(new JobUpdate.Priority(7, 556)))).isEqualTo(Kind.UNREACHABLE);
  }

  @Test
  void stopsSendingWhenSlurmIsGone() {
    transport.on("GET /slurm/v0.0.38/job/7", 503, "text/plain", "busy");
    JobUpdate update = new JobUpdate.Priority(7, 100);
    List<Optional<SlurmError>> outcomes =
        writer("v0.0.38").write(List.of(update, update, update, update), SlurmGateway.FOR_EVER);
    assertThat(outcomes.stream().map(JobWriterTest::kind))
        .containsExactly(Kind.UNREACHABLE, Kind.UNREACHABLE, Kind.NOT_SENT, Kind.NOT_SENT);
    assertThat(transport.calls()).hasSize(2);
  }

  /** rl_enable: each request waits for seconds. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void beginsNoUpdateAfterItsPatienceHasEnded(boolean byScontrol) {
    transport
        .on("GET /slurm/v0.0.38/job/7", job("PENDING", 100, "Priority", "", 0))
        .on("POST /slurm/v0.0.38/job/7", OK);
    long[] nanos = {0};
    Optional<Scontrol> scontrol =
        Optional.of(new Scontrol("/bin/false", Path.of(""), Duration.ofSeconds(20)));
    JobWriter slow = writer("v0.0.38", scontrol, () -> nanos[0] += Duration.ofSeconds(2).toNanos());
    JobUpdate update = byScontrol ? new JobUpdate.SiteFactor(7, 1) : new JobUpdate.Priority(7, 100);

    List<Optional<SlurmError>> outcomes =
        slow.write(List.of(update, update, update, update), Duration.ofSeconds(byScontrol ? 3 : 5));

    assertThat(outcomes.stream().map(outcome -> outcome.map(SlurmError::kind).orElse(null)))
        .containsExactly(
            byScontrol ? Kind.NOT_SENT : null,
            byScontrol ? Kind.NOT_SENT : null,
            Kind.NOT_SENT,
            Kind.NOT_SENT);
    assertThat(transport.posts()).hasSize(byScontrol ? 0 : 2);
  }

  @Test
  void batchesForScontrolWhatIsHarmlessAndSendsTheRestAlone() throws IOException {
    Path log = dir.resolve("log");
    Path script = dir.resolve("scontrol");
    Files.writeString(
        script,
        "#!/bin/sh\necho run >>%s\nwhile read -r a b c; do case $a in show) echo $c;; *) echo $a $c >>%s;; esac; done\n"
            .formatted(log, log));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    transport.on("GET /slurm/v0.0.38/job/7", job("PENDING", 100, "Priority", "", 0));
    Scontrol scontrol = new Scontrol(script.toString(), Path.of(""), Duration.ofSeconds(20));
    List<Optional<SlurmError>> outcomes =
        writer("v0.0.38", Optional.of(scontrol))
            .write(
                List.of(
                    new JobUpdate.SiteFactor(7, 1),
                    new JobUpdate.SiteFactor(7, 2),
                    new JobUpdate.ClearNodeList(7),
                    new JobUpdate.SiteFactor(7, 3)),
                SlurmGateway.FOR_EVER);
    assertThat(outcomes).hasSize(4).allMatch(Optional::isEmpty);
    assertThat(Files.readAllLines(log))
        .containsExactly(
            "run",
            "update SiteFactor=1",
            "update SiteFactor=2",
            "run",
            "update ReqNodeList=",
            "run",
            "update SiteFactor=3");
  }

  @Test
  void writesTheNewerVersionsInTheirWords() {
    transport
        .on("GET /slurm/v0.0.42/job/7", job("PENDING", 100, "Priority", "n1", 3))
        .on("POST /slurm/v0.0.42/job/7", "{\"errors\":[],\"warnings\":[],\"results\":null}");
    List<Optional<SlurmError>> outcomes =
        writer("v0.0.42")
            .write(
                List.of(
                    new JobUpdate.SiteFactor(7, 5000),
                    new JobUpdate.SiteFactor(7, -1),
                    new JobUpdate.Priority(7, 100),
                    new JobUpdate.ResetPriority(7),
                    new JobUpdate.Nice(7, 3),
                    new JobUpdate.NodeList(7, List.of("n1")),
                    new JobUpdate.ClearNodeList(7)),
                SlurmGateway.FOR_EVER);
    assertThat(outcomes.subList(0, 6)).allMatch(Optional::isEmpty);
    assertThat(kind(outcomes.get(6))).isEqualTo(Kind.REJECTED);
    assertThat(transport.posts())
        .extracting(post -> post.substring(post.indexOf('{')))
        .containsExactly(
            "{\"site_factor\":2147488648}",
            "{\"site_factor\":2147483647}",
            "{\"priority\":{\"set\":true,\"infinite\":false,\"number\":100}}",
            "{\"priority\":{\"set\":true,\"infinite\":true,\"number\":0}}",
            "{\"nice\":3}",
            "{\"required_nodes\":[\"n1\"]}",
            "{\"required_nodes\":[\"\"]}");
  }

  /** Slurm refuses it as a whole where the job has started: it looks at the account first. */
  @ParameterizedTest
  @CsvSource({
    "v0.0.38, ml, '{\"nodelist\":\"n1\",\"account\":\"ml\"}'",
    "v0.0.42, ml, '{\"required_nodes\":[\"n1\"],\"account\":\"ml\"}'",
    "v0.0.42, '', '{\"required_nodes\":[\"n1\"]}'",
    "v0.0.42, 'm l', '{\"required_nodes\":[\"n1\"]}'",
  })
  void aNodeListNamesTheJobsOwnAccountAsACondition(String version, String account, String body) {
    String before = job("PENDING", 100, "Priority", "", 0);
    String after = job("PENDING", 100, "Priority", "n1", 0);
    String of = "\"account\":\"" + account + "\",\"job_id\"";
    transport
        .on("GET /slurm/" + version + "/job/7", before.replace("\"job_id\"", of))
        .on("GET /slurm/" + version + "/job/7", after.replace("\"job_id\"", of))
        .on("POST /slurm/" + version + "/job/7", OK);
    List<JobUpdate> list = List.of(new JobUpdate.NodeList(7, List.of("n1")));
    assertThat(writer(version).write(list, SlurmGateway.FOR_EVER)).allMatch(Optional::isEmpty);
    assertThat(transport.posts()).containsExactly("/slurm/" + version + "/job/7 " + body);
  }

  private Optional<SlurmError> write(JobUpdate update) {
    return writer("v0.0.38").write(List.of(update), SlurmGateway.FOR_EVER).get(0);
  }

  private JobWriter writer(String version) {
    return writer(version, Optional.empty());
  }

  private JobWriter writer(String version, Optional<Scontrol> scontrol) {
    return writer(version, scontrol, System::nanoTime);
  }

  private JobWriter writer(String version, Optional<Scontrol> scontrol, LongSupplier nanoClock) {
    Clock clock = Clock.systemUTC();
    RestClient rest = new RestClient(transport, new TokenSource(Path.of("")), "", clock);
    ApiVersions.Agreed agreed =
        new ApiVersions.Agreed(ApiVersions.adapter(version).orElseThrow(), "22.05.8");
    return new JobWriter(
        rest,
        agreed.adapter(),
        new SlurmReader(rest, agreed, clock),
        scontrol,
        WriteTransport.AUTO,
        nanoClock);
  }

  private static String job(
      String state, long priority, String reason, String requiredNodes, int nice) {
    return "{\"jobs\":["
        + record(7, state, priority, reason, requiredNodes, nice)
        + "],\"errors\":[]}";
  }

  private static String record(
      long id, String state, long priority, String reason, String requiredNodes, int nice) {
    return "{\"job_id\":"
        + id
        + ",\"job_state\":\""
        + state
        + "\",\"priority\":"
        + priority
        + ",\"state_reason\":\""
        + reason
        + "\",\"required_nodes\":\""
        + requiredNodes
        + "\",\"nice\":"
        + nice
        + ",\"partition\":\"gpu\",\"node_count\":1,\"max_nodes\":1}";
  }

  private static String ofTwoNodes(String job) {
    return job.replace(":1,\"max_nodes\":1", ":2,\"max_nodes\":2");
  }

  private static Kind kind(Optional<SlurmError> outcome) {
    return outcome.orElseThrow().kind();
  }
}
