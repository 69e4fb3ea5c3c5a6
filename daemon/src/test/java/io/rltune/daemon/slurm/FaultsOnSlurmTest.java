package io.rltune.daemon.slurm;

import static io.rltune.daemon.slurm.SlurmLab.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes wrong between the daemon and Slurm must never look like an empty queue. */
class FaultsOnSlurmTest extends OnSlurm {
  private static final int TOKEN_SECONDS = 8;

  @BeforeEach
  void prepare() throws Exception {
    lab.fill(SlurmLab.GPU_NODES);
  }

  private DaemonProcess.Setup enforce() {
    return DaemonProcess.Setup.of(lab, home, "enforce").with("policy:\n  name: sjf\n");
  }

  private long waitingJob(int minutes) throws Exception {
    return lab.submit("alice", "--nodes=1", "--gres=gpu:a100:4", "--time=" + minutes);
  }

  private static String alerts(JsonNode status) {
    return status.path("alerts").toString();
  }

  @Test
  void deadSlurmrestdStopsWritesUntilItIsBack() throws Exception {
    long longJob = waitingJob(25);
    try (DaemonProcess daemon = enforce().start()) {
      lab.restd("stop");
      daemon.awaitLog("WARN .*cycle \\d+ .*problem=");
      long writes = daemon.writes();

      long shortJob = waitingJob(1);
      eventually(
          "degraded health", () -> daemon.status().path("health").asText().equals("degraded"));
      daemon.awaitLog("(?s)(WARN [^\\n]*cycle \\d+ [^\\n]*problem=.*){3}");

      assertThat(alerts(daemon.status())).isNotEqualTo("[]");
      assertThat(daemon.writes()).isEqualTo(writes);
      assertThat(lab.siteFactor(shortJob)).isZero();

      lab.restd("start");

      eventually("work goes on", () -> lab.priority(shortJob) > lab.priority(longJob));
      eventually("health ok", () -> daemon.status().path("health").asText().equals("ok"));
    }
  }

  @Test
  void expiredTokenStopsWritesAndAlertsUntilANewOneIsThere() throws Exception {
    Path token = home.resolve("token");
    lab.writeToken(token, lab.setting("REST_USER"), TOKEN_SECONDS);
    long longJob = waitingJob(25);
    try (DaemonProcess daemon = enforce().withToken(token).start()) {
      daemon.awaitLog("WARN .*cycle \\d+ .*problem=");
      long writes = daemon.writes();

      long shortJob = waitingJob(1);
      daemon.awaitLog("(?s)(WARN [^\\n]*cycle \\d+ [^\\n]*problem=.*){2}");

      JsonNode status = daemon.status();
      assertThat(status.path("health").asText()).isEqualTo("degraded");
      assertThat(alerts(status)).containsIgnoringCase("token").contains("expired");
      assertThat(daemon.log()).doesNotContain("pending=0");
      assertThat(daemon.writes()).isEqualTo(writes);
      assertThat(lab.siteFactor(shortJob)).isZero();

      lab.writeToken(token, lab.setting("REST_USER"), 3600);

      eventually("work goes on", () -> lab.priority(shortJob) > lab.priority(longJob));
    }
  }

  @Test
  void tokenIsInNoLogAndNoStatus() throws Exception {
    Path token = home.resolve("token");
    lab.writeToken(token, lab.setting("REST_USER"), TOKEN_SECONDS);
    String secret = Files.readString(token);
    waitingJob(25);
    try (DaemonProcess daemon = enforce().withToken(token).start()) {
      daemon.awaitLog("WARN .*cycle \\d+ .*problem=");

      assertThat(daemon.log()).doesNotContain(secret);
      assertThat(daemon.run("status")).doesNotContain(secret);
      assertThat(daemon.run("show-conf")).doesNotContain(secret);
    }
  }
}
