package io.rltune.daemon.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code rltune daemon} as a process of its own, seen from outside: its log, its status, its end.
 */
final class DaemonProcess implements AutoCloseable {
  private static final Pattern CYCLE = Pattern.compile("cycle (\\d+) .*writes_total=(\\d+)");
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String MAIN = "io.rltune.daemon.cli.Main";

  private final Process process;
  private final Path config;
  private final Path log;

  private DaemonProcess(Process process, Path config, Path log) {
    this.process = process;
    this.config = config;
    this.log = log;
  }

  /**
   * Configuration of a daemon; each call of {@link #start()} is one more process on the same state.
   */
  record Setup(
      SlurmLab lab,
      Path home,
      String mode,
      Path tokenFile,
      String scontrol,
      String extra,
      String tokenKey,
      String interval) {
    static Setup of(SlurmLab lab, Path home, String mode) {
      return new Setup(
          lab,
          home,
          mode,
          Path.of(lab.setting("TOKEN_FILE")),
          lab.scontrol(),
          "",
          "token_file",
          "1s");
    }

    Setup withMode(String newMode) {
      return new Setup(lab, home, newMode, tokenFile, scontrol, extra, tokenKey, interval);
    }

    Setup withToken(Path file) {
      return new Setup(lab, home, mode, file, scontrol, extra, tokenKey, interval);
    }

    /** Tokens of its own making instead of a token file. */
    Setup withJwtKey(Path key) {
      return new Setup(lab, home, mode, key, scontrol, extra, "jwt_key", interval);
    }

    /** Another command for scontrol, and everything written through it. */
    Setup withScontrol(String command) {
      return new Setup(lab, home, mode, tokenFile, command, extra, tokenKey, interval);
    }

    /** Further sections of the configuration. */
    Setup with(String yaml) {
      return new Setup(lab, home, mode, tokenFile, scontrol, extra + yaml, tokenKey, interval);
    }

    /** Another time between cycles than a second. */
    Setup every(String newInterval) {
      return new Setup(lab, home, mode, tokenFile, scontrol, extra, tokenKey, newInterval);
    }

    /** Starts the daemon and waits for its first good cycle. */
    DaemonProcess start() throws IOException {
      DaemonProcess daemon = launch();
      try {
        SlurmLab.eventually(
            "a first cycle of the daemon, see " + daemon.log,
            () -> {
              if (!daemon.process.isAlive()) {
                throw new IOException("the daemon ended at once:\n" + daemon.log());
              }
              return daemon.cycles() > 0;
            });
      } catch (RuntimeException e) {
        daemon.close();
        throw e;
      }
      return daemon;
    }

    /** Starts the daemon and waits for nothing. */
    DaemonProcess launch() throws IOException {
      Path config = home.resolve("rltune.yaml");
      Files.writeString(config, yaml());
      Path log = Files.createTempFile(home, "daemon", ".log");
      ProcessBuilder builder = new ProcessBuilder(command(config, "daemon"));
      builder.redirectErrorStream(true).redirectOutput(log.toFile());
      return new DaemonProcess(builder.start(), config, log);
    }

    private String yaml() {
      return """
      slurm:
        endpoint: "%s"
        user: %s
        %s: %s
        slurm_conf: %s
        scontrol: %s
        write_transport: %s
      daemon:
        mode: %s
        interval: %s
        read_share: 1
        state_dir: %s
      """
              .formatted(
                  lab.setting("REST_URL"),
                  lab.setting("REST_USER"),
                  tokenKey,
                  tokenFile,
                  lab.setting("SLURM_CONF"),
                  scontrol,
                  scontrol.equals(lab.scontrol()) ? "auto" : "scontrol",
                  mode,
                  interval,
                  home.resolve("state"))
          + extra;
    }
  }

  /**
   * Runs another command of rltune with the same configuration.
   *
   * @return its standard output and standard error
   */
  String run(String... arguments) throws IOException, InterruptedException {
    return output(command(config, arguments));
  }

  /** Runs a command of rltune that takes no configuration. */
  static String runWithout(String... arguments) throws IOException, InterruptedException {
    return output(command(arguments));
  }

  private static String output(List<String> arguments) throws IOException, InterruptedException {
    Process command = new ProcessBuilder(arguments).redirectErrorStream(true).start();
    String output = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!command.waitFor(60, TimeUnit.SECONDS) || command.exitValue() != 0) {
      command.destroyForcibly();
      List<String> own = arguments.subList(arguments.indexOf(MAIN) + 1, arguments.size());
      throw new IOException("rltune " + String.join(" ", own) + " failed: " + output);
    }
    return output;
  }

  JsonNode status() throws IOException, InterruptedException {
    return MAPPER.readTree(run("status", "--json"));
  }

  /** Good cycles until now. */
  long cycles() throws IOException {
    return lastCycle(1);
  }

  /** Writes that Slurm took until now. */
  long writes() throws IOException {
    return lastCycle(2);
  }

  /** Waits for this many more good cycles. */
  void awaitCycles(int count) throws IOException {
    long target = cycles() + count;
    SlurmLab.eventually("cycle " + target, () -> cycles() >= target);
  }

  /** Waits for a line of the log. */
  void awaitLog(String regex) {
    awaitLog(SlurmLab.PATIENCE, regex);
  }

  /** Waits longer than usual for a line of the log. */
  void awaitLog(Duration atMost, String regex) {
    Pattern pattern = Pattern.compile(regex);
    SlurmLab.eventually(atMost, "log line " + regex, () -> pattern.matcher(log()).find());
  }

  String log() throws IOException {
    return Files.readString(log);
  }

  /** What systemd sends. */
  void terminate() {
    process.destroy();
  }

  /** A crash: no handler runs. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  boolean awaitEnd(Duration time) throws InterruptedException {
    return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private long lastCycle(int group) throws IOException {
    long value = 0;
    for (String line : Files.readAllLines(log)) {
      Matcher cycle = CYCLE.matcher(line);
      if (cycle.find()) {
        value = Long.parseLong(cycle.group(group));
      }
    }
    return value;
  }

  private static List<String> command(Path config, String... arguments) {
    List<String> command = command(arguments[0], "--config", config.toString());
    command.addAll(List.of(arguments).subList(1, arguments.length));
    return command;
  }

  private static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(MAIN);
    command.addAll(List.of(arguments));
    return command;
  }
}
