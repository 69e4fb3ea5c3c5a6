package io.rltune.daemon.slurm;

import static io.rltune.daemon.slurm.SlurmLab.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.rltune.policy.net.PolicyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code rltune train --slurm} as its user meets it: a real job array, real deaths. */
class TrainOnSlurmTest extends OnSlurm {
  private static final Path LEARNING = Path.of("..", "rl-policy", "target", "train-lib");
  private static final Pattern ARRAY = Pattern.compile("submitted job array (\\d+)");

  private Process train;

  @BeforeEach
  void needsDeeplearning4j() {
    if (!Files.isDirectory(LEARNING)) {
      String reason = LEARNING + " is not there: run mvn package first";
      System.out.println("SKIPPED: " + reason);
      abort(reason);
    }
  }

  @Override
  void restore() throws Exception {
    if (train != null) {
      train.descendants().forEach(ProcessHandle::destroyForcibly);
      train.destroyForcibly().waitFor();
    }
  }

  private Path out() {
    return home.resolve("policy.zip");
  }

  private Path shared() {
    return home.resolve("policy.zip.workers");
  }

  private String log() throws IOException {
    return Files.readString(home.resolve("train.log"));
  }

  private void start(String epochs, String options) throws IOException {
    Path trace = home.resolve("trace.txt");
    StringBuilder rows =
        new StringBuilder("JobID|User|Submit|ElapsedRaw|TimelimitRaw|ReqTRES|JobName\n");
    for (int i = 0; i < 700; i++) {
      int gpus = 1 + i % 4;
      rows.append(
          "%d|u%d|%d|%d|120|cpu=%d,gres/gpu=%d|sweep-%d\n"
              .formatted(
                  i + 1, i % 5, 1_000_000 + 60L * i, 60 + 97 * i % 3_600, gpus, gpus, i % 9));
    }
    Files.writeString(trace, rows);
    Path cluster = home.resolve("cluster.yaml");
    Files.writeString(
        cluster,
        """
        name: small
        nodes:
          - {names: "n[1-4]", gpu_type: a100, gpus: 4, cpus: 16, mem_mb: 64000}
        partitions:
          - {name: gpu, nodes: "n[1-4]", default: true}
        """);
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Drltune.train.classpath=" + classPath + ":" + LEARNING + "/*");
    command.addAll(List.of("-cp", classPath, "io.rltune.daemon.cli.Main", "train", "--slurm"));
    command.addAll(List.of("--workers", "2", "--slurm-options", options, "--epochs", epochs));
    command.addAll(List.of("--trace", trace.toString(), "--format", "sacct"));
    command.addAll(List.of("--cluster", cluster.toString(), "--out", out().toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(home.resolve("train.log").toFile());
    builder.environment().put("SLURM_CONF", lab.setting("SLURM_CONF"));
    // Jobs run as this user, whose directory is closed to others.
    train = builder.start();
  }

  private String array() throws IOException {
    Matcher array = ARRAY.matcher(log());
    return array.find() ? array.group(1) : "";
  }

  /** Episodes that a task has claimed in the round at hand. */
  private boolean works(String task) throws IOException {
    Path claims = shared().resolve("claims");
    if (!Files.isDirectory(claims)) {
      return false;
    }
    try (Stream<Path> files = Files.list(claims)) {
      for (Path claim : files.toList()) {
        if (Files.exists(claim) && Files.readString(claim).startsWith(task)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Two JVMs and Deeplearning4j have to start first, perhaps on a busy machine. */
  private static void atWork(String what, Callable<Boolean> condition) {
    await(what).atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(100)).until(condition);
  }

  private boolean isGone(String array) throws IOException, InterruptedException {
    return lab.slurm("squeue", "-h", "-t", "PD,R", "-j", array).isEmpty();
  }

  @Test
  void aWorkerThatIsKilledCostsItsOwnEpisodesAndTheTrainingGoesOn() throws Exception {
    start("2", "--partition=batch");
    atWork("both tasks at work", () -> works("task-0-") && works("task-1-"));
    lab.slurm("scancel", "--signal=KILL", array() + "_1");

    assertThat(train.waitFor(5, TimeUnit.MINUTES)).as(log()).isTrue();

    assertThat(train.exitValue()).as(log()).isZero();
    assertThat(log()).contains("iteration 2,").contains("cancelled what was left of job array");
    assertThat(log().lines().filter(line -> line.contains("lost: worker task-1-")))
        .hasSizeLessThanOrEqualTo(1);
    assertThat(log()).doesNotContain("lost: worker task-0-");
    assertThat(PolicyFile.read(out()).trainingCard()).containsEntry("iterations", "2");
    assertThat(shared()).doesNotExist();
    String array = array();
    eventually("no task left", () -> isGone(array));
  }

  @Test
  void aSignalLeavesNoJobNoProcessAndNoDirectory() throws Exception {
    start("1000", "--partition=batch");
    atWork("a task at work", () -> works("task-"));
    String array = array();
    List<ProcessHandle> children = train.descendants().toList();

    train.destroy();

    assertThat(train.waitFor(60, TimeUnit.SECONDS)).isTrue();
    eventually("no task left", () -> isGone(array));
    eventually("no learner left", () -> children.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(shared()).doesNotExist();
    assertThat(out()).doesNotExist();
  }

  @Test
  void whatSbatchRefusesIsSaidAndNothingIsLeft() throws Exception {
    start("1", "--partition=nowhere");

    assertThat(train.waitFor(60, TimeUnit.SECONDS)).isTrue();

    assertThat(train.exitValue()).isEqualTo(1);
    assertThat(log()).contains("sbatch failed").contains("nowhere");
    assertThat(shared()).doesNotExist();
  }
}
