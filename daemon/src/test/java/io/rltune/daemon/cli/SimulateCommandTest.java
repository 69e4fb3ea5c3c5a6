package io.rltune.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.trace.TraceFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code rltune simulate} as a user meets it. */
class SimulateCommandTest {
  private static final String CLUSTER = "../conf/clusters/philly-192.yaml";

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path trace;

  @BeforeEach
  void writeTrace() throws IOException {
    StringBuilder text = new StringBuilder("job_id,arrival_s,service_sec,gpu_count\n");
    for (int i = 0; i < 300; i++) {
      text.append("j%d,%d,%d,%d\n".formatted(i, 40 * i, 900 + 613 * (i % 29), 1 << (i % 5)));
    }
    text.append("j300,12000,60,500\nthis is no job\n");
    trace = Files.writeString(directory.resolve("trace.csv"), text);
  }

  private int run(String... more) {
    List<String> arguments = new ArrayList<>(List.of("simulate"));
    arguments.addAll(List.of(more));
    CommandLine commandLine = Main.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    int code = commandLine.execute(arguments.toArray(String[]::new));
    assertThat(err.toString()).doesNotContain("\tat ").doesNotContain("Exception");
    return code;
  }

  private int simulate(String policies, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--trace",
                trace.toString(),
                "--format",
                "helios",
                "--cluster",
                CLUSTER,
                "--policy",
                policies));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  @Test
  void printsATableAndWritesJsonAndReport() throws Exception {
    Path json = directory.resolve("out.json");
    Path report = directory.resolve("out.html");

    assertThat(
            simulate(
                "multifactor-easy,fcfs,fcfs-easy,sjf-easy",
                "--json",
                json.toString(),
                "--report",
                report.toString()))
        .isZero();

    assertThat(out.toString())
        .contains("300 jobs")
        .contains("Left out: 1 jobs (larger than partition gpu can ever run)")
        .contains("line 303: 1 fields where the header has 4: this is no job")
        .containsPattern("fcfs-easy +[0-9.]+ (s|min|h|d)");
    JsonNode policies = JsonFiles.read(json);
    assertThat(policies).hasSize(4);
    assertThat(policies.get(0).fieldNames())
        .toIterable()
        .startsWith(
            "policy",
            "jobs",
            "mean_wait_s",
            "p50_wait_s",
            "p90_wait_s",
            "p99_wait_s",
            "max_wait_s",
            "mean_jct_s",
            "mean_bsld",
            "gpu_utilization",
            "arrival_utilization",
            "makespan_s",
            "fragmentation",
            "jain_fairness",
            "decisions",
            "wall_s");
    assertThat(policies.get(1).path("policy").asText()).isEqualTo("fcfs");
    assertThat(policies.get(1).path("mean_wait_s").asDouble())
        .isGreaterThan(policies.get(2).path("mean_wait_s").asDouble());
    assertThat(policies.get(0).path("jobs_left_out").asInt()).isEqualTo(1);
    assertThat(Files.readString(report)).contains("</html>");
  }

  @Test
  void sameSeedSameFigures() throws Exception {
    simulate("multifactor-easy", "--json", directory.resolve("1").toString(), "--seed", "4");
    simulate("multifactor-easy", "--json", directory.resolve("2").toString(), "--seed", "4");

    assertThat(JsonFiles.read(directory.resolve("1")).get(0).path("mean_wait_s"))
        .isEqualTo(JsonFiles.read(directory.resolve("2")).get(0).path("mean_wait_s"));
  }

  @Test
  void windowsStartOnAnEmptyCluster() {
    assertThat(simulate("fcfs", "--window", "50", "--windows", "4", "--json", "-")).isZero();

    assertThat(err.toString()).contains("4 windows of 50 consecutive jobs");
    assertThat(out.toString())
        .startsWith("[")
        .contains("\"jobs\" : 200")
        .contains("\"windows\" : 4");
  }

  @Test
  void fasterArrivalsWaitLonger() throws Exception {
    simulate("fcfs", "--json", directory.resolve("1").toString());
    simulate("fcfs", "--json", directory.resolve("2").toString(), "--scale-arrivals", "3");

    assertThat(JsonFiles.read(directory.resolve("2")).get(0).path("mean_wait_s").asDouble())
        .isGreaterThan(
            JsonFiles.read(directory.resolve("1")).get(0).path("mean_wait_s").asDouble());
  }

  @Test
  void wrongNamesAreWrongUsageAndNameTheNearest() {
    assertThat(simulate("fcsf")).isEqualTo(2);
    assertThat(err.toString()).contains("did you mean fcfs?");
    assertThat(simulate("fcfs", "--walltime", "modul")).isEqualTo(2);
    assertThat(
            run(
                "--trace",
                trace.toString(),
                "--format",
                "heliox",
                "--cluster",
                CLUSTER,
                "--policy",
                "fcfs"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("did you mean helios?");
    assertThat(simulate("fcfs,fcfs")).isEqualTo(2);
    assertThat(simulate("fcfs", "--window", "1000")).isEqualTo(2);
    assertThat(simulate("fcfs", "--scale-arrivals", "0")).isEqualTo(2);
    assertThat(simulate("fcfs", "--report", "/no/such/place/r.html")).isEqualTo(2);
    assertThat(err.toString()).contains("/no/such/place does not exist");
  }

  @Test
  void filesThatAreMissingOrOfAnotherKindAreNamed() throws Exception {
    assertThat(
            run(
                "--trace",
                "/no/trace",
                "--format",
                "helios",
                "--cluster",
                CLUSTER,
                "--policy",
                "fcfs"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("/no/trace: no such file");
    assertThat(
            run(
                "--trace",
                trace.toString(),
                "--format",
                "philly",
                "--cluster",
                CLUSTER,
                "--policy",
                "fcfs"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("is not a philly trace");
    assertThat(
            run(
                "--trace",
                trace.toString(),
                "--format",
                "helios",
                "--cluster",
                "/no/cluster",
                "--policy",
                "fcfs"))
        .isEqualTo(78);
    Path broken = Files.writeString(directory.resolve("c.yaml"), "name: x\nnodes: []\n");
    assertThat(
            run(
                "--trace",
                trace.toString(),
                "--format",
                "helios",
                "--cluster",
                broken.toString(),
                "--policy",
                "fcfs"))
        .isEqualTo(78);
  }

  @Test
  void theHelpNamesEveryPolicyAndFormat() {
    assertThat(run("--help")).isZero();

    ReplayPolicies.names().forEach(name -> assertThat(out.toString()).contains(name));
    TraceFormat.labels().forEach(name -> assertThat(out.toString()).contains(name));
  }
}
