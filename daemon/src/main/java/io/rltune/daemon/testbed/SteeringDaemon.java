package io.rltune.daemon.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The daemon as a process of its own, as an admin would run it, in enforce mode on a lab. */
final class SteeringDaemon implements AutoCloseable {
  private static final long START_TIMEOUT_S = 90;
  private static final long STOP_TIMEOUT_S = 90;
  private static final Pattern CYCLE = Pattern.compile("cycle (\\d+) .*writes_total=(\\d+)");
  private static final Pattern LEASE = Pattern.compile("write job=\\d+ ReqNodeList '' -> '[^']+'");

  private final Process process;
  private final Path log;

  private SteeringDaemon(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts the daemon and waits for its first cycle.
   *
   * @param rltune the command rltune
   * @param extraYaml settings added to the configuration, as YAML; may be empty
   * @throws IOException where it ends or has no cycle in time; the message carries its last lines
   */
  static SteeringDaemon start(Lab lab, Path rltune, String extraYaml)
      throws IOException, InterruptedException {
    Path home = Files.createDirectories(lab.directory().resolve("rltune"));
    Path config = home.resolve("rltune.yaml");
    Path log = home.resolve("daemon.log");
    Path state = home.resolve("state");
    Files.writeString(config, configuration(lab, state) + extraYaml);
    ProcessBuilder builder =
        new ProcessBuilder(rltune.toString(), "daemon", "--config", config.toString());
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    SteeringDaemon daemon = new SteeringDaemon(builder.start(), log);
    daemon.awaitFirstCycle();
    return daemon;
  }

  static String configuration(Lab lab, Path state) {
    return """
    slurm:
      endpoint: "%s"
      user: %s
      token_file: %s
      slurm_conf: %s
      scontrol: scontrol
      write_transport: auto
    daemon:
      mode: enforce
      interval: 1s
      read_share: 1
      state_dir: %s
    """
        .formatted(
            lab.setting("REST_URL"),
            lab.setting("REST_USER"),
            lab.setting("TOKEN_FILE"),
            lab.setting("SLURM_CONF"),
            state);
  }

  /**
   * What the daemon did until now.
   *
   * @param cycles cycles
   * @param writes writes that Slurm took
   * @param leases node lists given
   */
  record Activity(long cycles, long writes, long leases) {}

  /** Read from the log: it has every cycle, while the status file has the last one only. */
  Activity activity() throws IOException {
    long cycles = 0;
    long writes = 0;
    long leases = 0;
    for (String line : Files.readAllLines(log)) {
      Matcher cycle = CYCLE.matcher(line);
      if (cycle.find()) {
        cycles = Long.parseLong(cycle.group(1));
        writes = Long.parseLong(cycle.group(2));
      }
      leases += LEASE.matcher(line).find() ? 1 : 0;
    }
    return new Activity(cycles, writes, leases);
  }

  /** Stops it as systemd would. */
  void stop() throws IOException, InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(
          "the daemon did not stop within " + STOP_TIMEOUT_S + " s of SIGTERM; see " + log);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  Path log() {
    return log;
  }

  @Override
  public void close() {
    process.destroy();
  }

  private void awaitFirstCycle() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_TIMEOUT_S);
    while (process.isAlive() && System.nanoTime() < deadline) {
      if (activity().cycles() > 0) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
    process.destroy();
    List<String> lines = new ArrayList<>(Files.readAllLines(log));
    String last = String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()));
    throw new IOException(
        "the daemon had no good cycle within %d s; the end of %s:%n%s"
            .formatted(START_TIMEOUT_S, log, last));
  }
}
