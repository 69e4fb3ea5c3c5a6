package io.rltune.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.service.JsonFiles;
import io.rltune.sim.cluster.DemoCluster;
import io.rltune.sim.demo.PlainPolicy;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.rest.SimulatedSlurmrestd;
import io.rltune.sim.workload.BurstySpec;
import io.rltune.sim.workload.BurstyWorkload;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command line as a user meets it: output, messages, exit codes; never a stack trace. */
class CliTest {
  private static final String TOKEN = "right-token";

  @TempDir Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private SimulatedSlurmrestd slurmrestd;

  @BeforeEach
  void startSlurmrestd() throws IOException {
    ClusterSim sim = new ClusterSim(DemoCluster.spec(), PlainPolicy.MULTIFACTOR_EASY.params());
    BurstySpec spec = BurstySpec.demo(DemoCluster.capacity(sim.cluster())).withJobs(100);
    BurstyWorkload.generate(spec, 1).forEach(sim::submit);
    sim.advanceTo(20_000);
    slurmrestd = SimulatedSlurmrestd.start(sim, 0, TOKEN);
  }

  @AfterEach
  void stopSlurmrestd() {
    slurmrestd.close();
  }

  private int run(String... arguments) {
    CommandLine commandLine = Main.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    int code = commandLine.execute(arguments);
    assertThat(err.toString()).doesNotContain("\tat ").doesNotContain("Exception");
    return code;
  }

  private String config(String endpoint, String token) throws IOException {
    Path tokenFile = directory.resolve("token");
    Files.deleteIfExists(tokenFile);
    Files.createFile(
        tokenFile,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(tokenFile, token);
    Path file = directory.resolve("rltune.yaml");
    Files.writeString(
        file,
        """
        slurm: {endpoint: "%s", user: test, token_file: %s, scontrol: "", write_transport: rest}
        daemon: {state_dir: %s}
        """
            .formatted(endpoint, tokenFile, directory.resolve("state")));
    return file.toString();
  }

  @Test
  void withoutACommandTheUsageIsShown() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("rltune demo");
  }

  @Test
  void connectCheckSaysWhatItFound() throws IOException {
    int code = run("connect-check", "--config", config(slurmrestd.uri().toString(), TOKEN));

    assertThat(code).isZero();
    assertThat(out.toString()).contains("v0.0.42").contains("200 GPUs");
  }

  @Test
  void aWrongTokenIsAPermissionProblem() throws IOException {
    int code = run("connect-check", "--config", config(slurmrestd.uri().toString(), "wrong-token"));

    assertThat(code).isEqualTo(77);
    assertThat(err.toString()).hasLineCount(1).contains("AUTH").doesNotContain("wrong-token");
  }

  @Test
  void aPortWithoutAListenerIsUnreachable() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }

    int code = run("plan", "--once", "--config", config("http://127.0.0.1:" + port, TOKEN));

    assertThat(code).isEqualTo(69);
    assertThat(err.toString()).hasLineCount(1).contains("UNREACHABLE").contains(":" + port);
  }

  @Test
  void aMissingTokenFileIsNamed() throws IOException {
    String config = config(slurmrestd.uri().toString(), TOKEN);
    Files.delete(directory.resolve("token"));

    int code = run("connect-check", "--config", config);

    assertThat(code).isEqualTo(77);
    assertThat(err.toString()).hasLineCount(1).contains(directory.resolve("token").toString());
  }

  @Test
  void everyConfigurationProblemIsNamedAtOnce() throws IOException {
    Path file = directory.resolve("bad.yaml");
    Files.writeString(file, "daemon:\n  mod: enforce\npolicy: {name: best}\nlease: {ttl: soon}\n");

    int code = run("check-config", file.toString());

    assertThat(code).isEqualTo(78);
    assertThat(err.toString())
        .contains(file + ":2: unknown key 'daemon.mod'")
        .contains("did you mean 'daemon.mode'?")
        .contains(file + ":4: key 'lease.ttl': value 'soon'");
  }

  @Test
  void anUnknownPolicyIsNamedWithTheKnownOnes() throws IOException {
    Path file = directory.resolve("bad.yaml");
    Files.writeString(file, "policy: {name: best}\n");

    assertThat(run("check-config", file.toString())).isEqualTo(78);
    assertThat(err.toString())
        .contains("bad.yaml:1: key 'policy.name': value 'best'")
        .contains("fcfs");
  }

  @Test
  void planShowsPositionsAndDecisionsAndWritesNothing() throws IOException {
    int code = run("plan", "--once", "--config", config(slurmrestd.uri().toString(), TOKEN));

    assertThat(code).isZero();
    assertThat(out.toString()).contains("DECISION");
    assertThat(slurmrestd.writes()).isZero();
  }

  @Test
  void parsePrintsJsonAndTellsWhyNot() throws IOException {
    assertThat(run("parse", "gres", "gpu:a100:8(S:1,3,5,7)")).isZero();
    assertThat(JsonFiles.MAPPER.readTree(out.toString()).get(0).get("count").asInt()).isEqualTo(8);

    assertThat(run("parse", "hostlist", "node]1-2[")).isEqualTo(1);
    assertThat(err.toString()).contains("node]1-2[");
  }

  @Test
  void solvePlacesTheExampleOfTheManual() throws IOException {
    Path file = directory.resolve("instance.json");
    Files.writeString(
        file,
        """
        {"nodes":[{"name":"n1","gpu_type":"a100","gpus_free":4,"gpus_total":8,"cpus_free":32,"mem_mb_free":256000,"features":["nvlink"]},
                  {"name":"n2","gpu_type":"a100","gpus_free":4,"gpus_total":8,"cpus_free":32,"mem_mb_free":256000,"features":[]}],
         "jobs":[{"id":7,"gpus":8,"min_nodes":1,"max_nodes":2,"cpus_per_gpu":4,"mem_mb_per_gpu":16000,
                  "gpu_types":{"a100":1.0,"v100":0.5},"priority":0.83,"account":"x","features":[]}],
         "account_caps":{"x":64}, "weights":{"fragmentation":0.02,"spread":0.05}}
        """);

    assertThat(run("solve", file.toString())).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(JsonFiles.MAPPER.readTree(out.toString()).at("/placements/0/nodes/n2").asInt())
        .isEqualTo(4);
  }

  @Test
  void solveSaysWhatIsOddAndAnswersAllTheSame() throws IOException {
    Path file = Files.writeString(directory.resolve("empty.json"), "{\"nodes\":[],\"jobs\":[]}");

    assertThat(run("solve", file.toString())).isZero();
    assertThat(err.toString()).contains("nodes is empty", "jobs is empty");
    assertThat(JsonFiles.MAPPER.readTree(out.toString()).at("/placements")).isEmpty();
  }

  @Test
  void statusAndExplainSayThatNothingHasRunYet() throws IOException {
    String config = config(slurmrestd.uri().toString(), TOKEN);

    assertThat(run("status", "--config", config)).isEqualTo(1);
    assertThat(run("explain", "7", "--config", config)).isEqualTo(1);
    assertThat(err.toString()).contains("the daemon has not run");
  }
}
