package io.rltune.daemon.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What users and admins are told, against what Slurm itself says. */
class ExplainOnSlurmTest extends OnSlurm {
  private static final Pattern ADDRESS = Pattern.compile("http on (127\\.0\\.0\\.1:\\d+)");
  private static final ObjectMapper JSON = new ObjectMapper();

  private DaemonProcess.Setup enforce() {
    return DaemonProcess.Setup.of(lab, home, "enforce")
        .with(
            "http: {listen: \"127.0.0.1:0\", user_header: X-Remote-User, admins: [root]}\n"
                + "policy: {name: sjf}\n");
  }

  @Test
  void aWaitingJobIsToldWhatSlurmSeesToo() throws Exception {
    List<Long> running = lab.fill(List.of("a1", "a2"));
    try (DaemonProcess daemon = enforce().start()) {
      long waiting = lab.submit("bob", "--nodes=1", "--gres=gpu:a100:4", "--time=2");
      SlurmLab.eventually(
          "Slurm's reason", () -> lab.field("job", "" + waiting, "Reason").equals("Resources"));
      daemon.awaitCycles(2);

      JsonNode said = explain(daemon, waiting);
      assertThat(said.path("state").asText()).isEqualTo("pending");
      assertThat(said.at("/queue/reason").asText()).isEqualTo("Resources");
      assertThat(said.at("/queue/position").asInt()).isEqualTo(1);
      assertThat(said.at("/request/gpu_type").asText()).isEqualTo("a100");
      assertThat(said.at("/nodes/counts/GPUs busy").asInt()).isEqualTo(2);
      int counted = 0;
      for (JsonNode nodes : said.at("/nodes/counts")) {
        counted += nodes.asInt();
      }
      assertThat(counted).as("every node is in one count").isEqualTo(nodesOfSlurm());
      long latest = said.at("/start/latest").asLong();
      assertThat(latest).as("some limit of the running jobs").isGreaterThan(now());

      lab.cancel(running.get(0));
      SlurmLab.eventually("it starts", () -> lab.state(waiting).equals("RUNNING"));
      assertThat(now()).as("start, as promised at the latest").isLessThanOrEqualTo(latest);
      SlurmLab.eventually(
          "its story", () -> explain(daemon, waiting).path("state").asText().equals("running"));
      JsonNode life = explain(daemon, waiting).path("life");
      assertThat(life.at("/nodes/0").asText()).isEqualTo(lab.nodes(waiting));
      assertThat(life.path("started").asLong()).isEqualTo(startBySlurm(waiting));
      assertThat(life.path("why").asText()).isNotBlank();

      JsonNode report = JSON.readTree(daemon.run("report", "--since", "1h", "--json"));
      assertThat(report.path("started").asInt()).isEqualTo(1);
      assertThat(report.at("/accounts/0/name").asText()).isEqualTo("phys");
    }
  }

  @Test
  void thePageShowsEachUserTheirOwnJobs() throws Exception {
    lab.fill(SlurmLab.GPU_NODES);
    try (DaemonProcess daemon = enforce().start()) {
      long bobs = lab.submit("bob", "--job-name=bobs-own", "--nodes=1", "--gres=gpu:a100:4");
      long alices = lab.submit("alice", "--job-name=alices-own", "--nodes=1", "--gres=gpu:t4:2");
      daemon.awaitCycles(3);
      String address = address(daemon);

      assertThat(get(address + "/", "bob").body()).contains("bobs-own").doesNotContain("alices");
      assertThat(get(address + "/", "root").body()).contains("bobs-own", "alices-own");
      assertThat(get(address + "/", "").body()).doesNotContain("bobs-own", "alices-own");
      assertThat(get(address + "/job/" + bobs, "bob").statusCode()).isEqualTo(200);
      assertThat(get(address + "/job/" + alices, "bob").statusCode()).isEqualTo(404);
      JsonNode own = JSON.readTree(get(address + "/api/job/" + bobs, "bob").body());
      assertThat(own.at("/request/user").asText()).isEqualTo("bob");
      assertThat(own.at("/queue/reason").asText()).isEqualTo(lab.field("job", "" + bobs, "Reason"));
    }
  }

  @Test
  void aSavedCycleComesToTheSamePlanAgain() throws Exception {
    lab.fill(List.of("a1", "v1", "t1"));
    try (DaemonProcess daemon = enforce().start()) {
      for (String gpus : List.of("a100:4", "a100:4", "v100:8", "t4:1", "2")) {
        lab.submit("carol", "--job-name=secret-name", "--nodes=1", "--gres=gpu:" + gpus);
      }
      daemon.awaitCycles(3);
      for (String source : List.of("--last", "--hash-names")) {
        Path file = home.resolve("cycle" + source + ".json.gz");
        assertThat(daemon.run("snapshot", source, "-o", file.toString())).contains("plan ");
        assertThat(DaemonProcess.runWithout("replay", file.toString()))
            .contains("same plan, bit for bit");
      }
    }
  }

  private JsonNode explain(DaemonProcess daemon, long job) throws Exception {
    return JSON.readTree(daemon.run("explain", "--json", Long.toString(job)));
  }

  private int nodesOfSlurm() throws Exception {
    return (int) lab.slurm("sinfo", "-h", "-N", "-o", "%N").lines().distinct().count();
  }

  /** Seconds since the epoch. */
  private long startBySlurm(long job) throws Exception {
    return Long.parseLong(lab.field("job", Long.toString(job), "StartTime"));
  }

  private static long now() {
    return System.currentTimeMillis() / 1000;
  }

  private static String address(DaemonProcess daemon) throws Exception {
    Matcher address = ADDRESS.matcher(daemon.log());
    assertThat(address.find()).as("address in the log").isTrue();
    return "http://" + address.group(1);
  }

  private static HttpResponse<String> get(String address, String user) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    if (!user.isEmpty()) {
      request.header("X-Remote-User", user);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
