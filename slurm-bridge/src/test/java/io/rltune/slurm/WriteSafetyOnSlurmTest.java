package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rltune.model.Job;
import io.rltune.slurm.AccessReport.Level;
import io.rltune.slurm.SlurmError.Kind;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What users and admins of a real Slurm must never notice of our writes, and what stops them. */
class WriteSafetyOnSlurmTest extends OnSlurm {
  /** G18, G3: a site factor moves all partitions of a job alike. */
  @ParameterizedTest
  @EnumSource(WriteTransport.class)
  void aJobOfSeveralPartitionsKeepsThePriorityOfEach(WriteTransport transport) throws Exception {
    long id = submit("alice", WAITING, "-p", "gpu,batch", "--gres=gpu:t4:1");
    await().atMost(PATIENCE).until(() -> byPartition(id).size() == 2);
    long apart = byPartition(id).get("gpu") - byPartition(id).get("batch");
    long before = byPartition(id).get("gpu");
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      if (!writer.canWrite(new JobUpdate.SiteFactor(1, 1))) {
        return;
      }
      assertThat(write(writer, new JobUpdate.SiteFactor(id, 5000))).isEmpty();
    }
    await().atMost(PATIENCE).until(() -> byPartition(id).get("gpu") > before + 4900);
    Map<String, Long> after = byPartition(id);
    assertThat(after.get("gpu") - after.get("batch")).isBetween(apart - 30, apart + 30);
  }

  /** The last resort: one step of nice is one of priority, and the user's own value comes back. */
  @ParameterizedTest
  @EnumSource(WriteTransport.class)
  void niceLiftsAJobAndIsGivenBack(WriteTransport transport) throws Exception {
    long id = submit("alice", WAITING, "--nice=10");
    long twin = submit("alice", WAITING, "--nice=10");
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      assertThat(write(writer, new JobUpdate.Nice(id, -490))).isEmpty();
      awaitAhead(id, twin, 500);
      assertThat(write(writer, new JobUpdate.RestoreNice(id, 10))).isEmpty();
      awaitAhead(id, twin, 0);
      assertThat(gateway.job(id).nice()).isEqualTo(10);
    }
  }

  /** G6. */
  @Test
  void anOperatorIsFoundToBeOneOnBothWays() {
    AccessReport access = gateway.access().orElseThrow();
    assertThat(access.rest().level()).as(access.rest().detail()).isEqualTo(Level.OPERATOR);
    assertThat(access.scontrol().level()).as(access.scontrol().detail()).isEqualTo(Level.OPERATOR);
    assertThat(access.controller()).containsEntry("PriorityType", "priority/multifactor");
  }

  /** G6: every kind of write is refused by Slurm, as a lack of rights and not of the job. */
  @ParameterizedTest
  @EnumSource(
      value = WriteTransport.class,
      names = {"REST", "SCONTROL"})
  void aUserWithoutRightsIsFoundOutAndRefused(WriteTransport transport) throws Exception {
    Path token = Files.writeString(dir.resolve("bob"), lab.token("bob", soon()));
    SlurmSettings settings =
        new SlurmSettings(
            URI.create(lab.get("REST_URL")),
            "bob",
            token,
            lab.scontrolAs("bob"),
            conf(),
            transport,
            "auto",
            PATIENCE,
            PATIENCE);
    long id = submit("alice", WAITING, "-p", "gpu", "-N1");
    Job before = gateway.job(id);
    try (SlurmGateway bob = SlurmGateways.open(settings)) {
      AccessReport access = bob.access().orElseThrow();
      assertThat(access.rest().level()).as(access.rest().detail()).isEqualTo(Level.NONE);
      if (transport == WriteTransport.SCONTROL) {
        assertThat(access.scontrol().level()).isEqualTo(Level.NONE);
      }
      for (JobUpdate update :
          List.of(
              new JobUpdate.SiteFactor(id, 5),
              new JobUpdate.Priority(id, 777),
              new JobUpdate.Nice(id, -5),
              new JobUpdate.NodeList(id, List.of("a1")))) {
        if (bob.canWrite(update)) {
          assertThat(write(bob, update).orElseThrow().kind())
              .as("%s", update)
              .isEqualTo(Kind.PERMISSION);
        }
      }
    }
    assertThat(gateway.job(id).nice()).isEqualTo(before.nice());
    assertThat(gateway.job(id).constraints().requiredNodes()).isEmpty();
  }

  /** G9: the site's job_submit.lua sees our updates, and its word holds. */
  @ParameterizedTest
  @EnumSource(WriteTransport.class)
  void aRefusalOfTheSitesJobSubmitPluginIsRespected(WriteTransport transport) throws Exception {
    Files.writeString(
        conf().resolveSibling("job_submit.lua"),
        """
        function slurm_job_submit(desc, parts, uid) return slurm.SUCCESS end
        function slurm_job_modify(desc, rec, parts, uid)
          if rec.name == "frozen" then
            slurm.log_user("site policy: this job is not to be moved")
            return slurm.ERROR
          end
          return slurm.SUCCESS
        end
        return slurm.SUCCESS
        """);
    Files.writeString(conf(), confBefore + "JobSubmitPlugins=lua\n");
    restartController();
    long frozen = submit("alice", WAITING, "-J", "frozen");
    long other = submit("alice", WAITING, "-J", "other");
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      List<Optional<SlurmError>> outcomes =
          writer.write(List.of(new JobUpdate.Nice(frozen, 100), new JobUpdate.Nice(other, 100)));
      assertThat(outcomes.get(0).orElseThrow().kind()).isEqualTo(Kind.REJECTED);
      assertThat(outcomes.get(1)).isEmpty();
    }
    assertThat(gateway.job(frozen).nice()).isZero();
    assertThat(gateway.job(other).nice()).isEqualTo(100);
  }

  /** G10, G11: rl_enable came with 23.02. A limited answer is never taken for a missing job. */
  @ParameterizedTest
  @EnumSource(
      value = WriteTransport.class,
      names = {"REST", "SCONTROL"})
  void aRateLimitedControllerIsToldFromAMissingJob(WriteTransport transport) throws Exception {
    limitRate("rl_bucket_size=12,rl_refill_rate=4");
    List<JobUpdate> updateList = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      updateList.add(new JobUpdate.Nice(submit("root", WAITING), 50 + i));
    }
    List<Optional<SlurmError>> outcomes;
    try (SlurmGateway writer = SlurmGateways.open(lab.http(transport))) {
      outcomes = writer.write(updateList);
    }
    int taken = 0;
    for (int i = 0; i < outcomes.size(); i++) {
      long nice = (long) 50 + i;
      if (outcomes.get(i).isEmpty()) {
        taken++;
        long id = updateList.get(i).jobId();
        assertThat(Long.parseLong(lab.slurm("squeue", "-h", "-j", "" + id, "-o", "%y").strip()))
            .as("what is said to be written, is")
            .isEqualTo(nice);
      } else {
        assertThat(outcomes.get(i).get().kind()).isIn(Kind.RATE_LIMITED, Kind.UNREACHABLE);
      }
    }
    assertThat(taken).isPositive();
  }

  private void limitRate(String limits) throws IOException {
    Assumptions.assumeFalse(lab.is2205(), "22.05 has no rl_enable");
    Files.writeString(conf(), confBefore + "SlurmctldParameters=rl_enable," + limits + "\n");
    restartController();
  }

  /** Tokens from a command, and on request signed with Slurm's key, are good for Slurm. */
  @Test
  void worksWithATokenCommandAndWithTheKey() throws Exception {
    String command = "cat " + lab.get("TOKEN_FILE");
    for (TokenOrigin origin :
        List.of(TokenOrigin.command(command), TokenOrigin.key(Path.of(lab.get("JWT_KEY"))))) {
      SlurmSettings settings =
          new SlurmSettings(
              URI.create(lab.get("REST_URL")),
              lab.get("REST_USER"),
              origin,
              "",
              Path.of(""),
              WriteTransport.REST,
              "auto",
              PATIENCE,
              PATIENCE,
              TlsFiles.NONE,
              true);
      try (SlurmGateway opened = SlurmGateways.open(settings)) {
        assertThat(opened.snapshot().nodes()).isNotEmpty();
        assertThat(opened.tokenExpiry().orElseThrow()).isAfter(Instant.now());
      }
    }
  }

  private Map<String, Long> byPartition(long id) throws IOException {
    Map<String, Long> priorities = new HashMap<>();
    String lines = lab.slurm("squeue", "-h", "-P", "-j", Long.toString(id), "-o", "%P %Q");
    for (String line : lines.strip().split("\n")) {
      String[] words = line.strip().split("\\s+");
      if (words.length == 2) {
        priorities.put(words[0], Long.parseLong(words[1]));
      }
    }
    return priorities;
  }

  private static Instant soon() {
    return Instant.now().plusSeconds(600);
  }
}
