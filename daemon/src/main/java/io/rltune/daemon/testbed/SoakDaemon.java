package io.rltune.daemon.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The daemon of a soak: a process that is killed and started again on one state directory, with a
 * clock that can be moved (libfaketime) and a disk that can be filled (a small tmpfs).
 */
final class SoakDaemon implements AutoCloseable {
  private static final long STOP_TIMEOUT_S = 90;
  private static final Pattern CYCLE = Pattern.compile("cycle (\\d+) .*writes_total=(-?\\d+)");
  private static final List<String> FAKETIME =
      List.of(
          "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
          "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1");

  private final Path home;
  private final Path config;
  private final Path clock;
  private final Path log;
  private final SoakDisk disk;
  private Process process;
  private int lives;
  private long writesOfEarlierLives;

  private SoakDaemon(Path home, Path config, Path clock, Path log, SoakDisk disk) {
    this.home = home;
    this.config = config;
    this.clock = clock;
    this.log = log;
    this.disk = disk;
  }

  /**
   * Prepares everything; starts nothing.
   *
   * @param token the token file that the daemon reads
   */
  static SoakDaemon prepare(Lab lab, Path token) throws IOException, InterruptedException {
    Path home = Files.createDirectories(lab.directory().resolve("soak"));
    SoakDisk disk = SoakDisk.mount(lab, home.resolve("state"));
    Path clock = Files.writeString(home.resolve("clock"), "+0");
    // Only the daemon's own clock jumps: scontrol speaks to a munged with the true one.
    Path scontrol = home.resolve("scontrol");
    Files.writeString(scontrol, "#!/bin/sh\nunset LD_PRELOAD\nexec scontrol \"$@\"\n");
    Files.setPosixFilePermissions(scontrol, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path config = home.resolve("rltune.yaml");
    Files.writeString(
        config,
        """
        slurm:
          endpoint: "%s"
          user: %s
          token_file: %s
          slurm_conf: %s
          scontrol: %s
        daemon: {mode: enforce, interval: 1s, state_dir: %s, min_free_mb: 8}
        lease: {ttl: 20s}
        http: {listen: "127.0.0.1:0"}
        """
            .formatted(
                lab.setting("REST_URL"),
                lab.setting("REST_USER"),
                token,
                lab.setting("SLURM_CONF"),
                scontrol,
                disk.directory()));
    return new SoakDaemon(home, config, clock, home.resolve("daemon.log"), disk);
  }

  /** Starts it; it is one more life on the same state. */
  void start() throws IOException {
    writesOfEarlierLives = Math.max(writesOfEarlierLives, writes());
    ProcessBuilder builder = new ProcessBuilder(command("daemon"));
    faketime().ifPresent(library -> fake(builder.environment(), library));
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    process = builder.start();
    lives++;
  }

  private void fake(Map<String, String> environment, String library) {
    environment.put("LD_PRELOAD", library);
    environment.put("FAKETIME_TIMESTAMP_FILE", clock.toString());
    environment.put("FAKETIME_CACHE_DURATION", "1");
    environment.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
    environment.put("DONT_FAKE_MONOTONIC", "1");
    // Its mend for pthread_cond_timedwait makes each timed wait of a JVM spin.
    environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
    environment.put("NO_FAKE_STAT", "1");
  }

  /** Whether its clock can be moved: Debian's package libfaketime. */
  static boolean canMoveClocks() {
    return faketime().isPresent();
  }

  private static java.util.Optional<String> faketime() {
    return FAKETIME.stream().filter(file -> Files.exists(Path.of(file))).findFirst();
  }

  /** Moves its clock away from the true one, by seconds. */
  void moveClock(long seconds) throws IOException {
    Files.writeString(clock, seconds < 0 ? Long.toString(seconds) : "+" + seconds);
  }

  SoakDisk disk() {
    return disk;
  }

  /** As kill -9 does. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** As systemd stops it. */
  void stop() throws IOException, InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS)) {
      throw new IOException("the daemon did not stop within %d s".formatted(STOP_TIMEOUT_S));
    }
  }

  /** Its exit code; only once it has ended. */
  int exitCode() {
    return process.exitValue();
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Lives until now. */
  int lives() {
    return lives;
  }

  /** Resident memory in MiB; 0 while it is dead. */
  double rssMib() throws IOException {
    Path status = Path.of("/proc/" + process.pid() + "/status");
    if (!process.isAlive() || !Files.exists(status)) {
      return 0;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) {
        return Double.parseDouble(line.replaceAll("\\D", "")) / 1024;
      }
    }
    return 0;
  }

  /** Cycles that ended without a problem, of all lives. */
  long goodCycles() throws IOException {
    return lines().stream()
        .filter(line -> CYCLE.matcher(line).find() && !line.contains("problem="))
        .count();
  }

  /** Cycles that wrote nothing because something was wrong. */
  long badCycles() throws IOException {
    return lines().stream()
        .filter(line -> CYCLE.matcher(line).find() && line.contains("problem="))
        .count();
  }

  /** Writes that Slurm took, of all lives. */
  long writes() throws IOException {
    long most = writesOfEarlierLives;
    for (String line : lines()) {
      Matcher cycle = CYCLE.matcher(line);
      if (cycle.find()) {
        most = Math.max(most, Long.parseLong(cycle.group(2)));
      }
    }
    return most;
  }

  /** Node lists given, of all lives. */
  long leases() throws IOException {
    return lines().stream().filter(line -> line.contains("ReqNodeList '' -> '")).count();
  }

  private List<String> lines() throws IOException {
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }

  Path home() {
    return home;
  }

  /** Runs another command of rltune on the same configuration. */
  String rltune(String command) throws IOException, InterruptedException {
    return new Exec(Map.of(), java.time.Duration.ofSeconds(150)).run(command(command));
  }

  /** As packaging/bin/rltune starts it. */
  private List<String> command(String name) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-Xmx600m", "-Xshare:auto"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("io.rltune.daemon.cli.Main", name, "--config", config.toString()));
    return command;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (process != null) {
      process.destroyForcibly();
      process.waitFor();
    }
    disk.close();
  }
}
