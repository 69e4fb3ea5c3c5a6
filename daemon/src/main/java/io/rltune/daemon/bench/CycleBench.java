package io.rltune.daemon.bench;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.rltune.daemon.service.WorkDirectory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The daemon as the packages start it, in shadow mode, against a simulated slurmrestd in a process
 * of its own; both on this machine.
 */
public final class CycleBench {
  /** As packaging/bin/rltune has them. */
  private static final List<String> JVM_OPTIONS =
      List.of("-XX:+UseSerialGC", "-Xmx600m", "-XX:+ExitOnOutOfMemoryError", "-Xshare:auto");

  private static final int WARM_UP = 5;
  private static final long TIMEOUT_S = 900;
  private static final Pattern CYCLE =
      Pattern.compile("cycle (\\d+) .*plan_ms=(\\d+).* read_ms=(\\d+) total_ms=(\\d+)");

  private final int nodes;
  private final int pending;
  private final int cycles;
  private final String profile;

  /**
   * A measurement.
   *
   * @param cycles measured cycles, after those to warm up
   * @param profile where Flight Recorder writes; empty for none
   */
  public CycleBench(int nodes, int pending, int cycles, String profile) {
    this.nodes = nodes;
    this.pending = pending;
    this.cycles = cycles;
    this.profile = profile;
  }

  /**
   * What was measured; times in milliseconds of wall time, memory in MiB.
   *
   * @param answerMb size of the jobs answer
   * @param cpuMs CPU time of the daemon, all threads, per cycle; on a busy machine this says more
   *     than wall time
   * @param firstMs the first cycle of the process
   * @param rssMib resident memory at the end
   * @param peakRssMib the most it was (VmHWM)
   * @param notes what the daemon said about it
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Result(
      int nodes,
      int pending,
      int running,
      double answerMb,
      int cycles,
      double firstMs,
      double medianMs,
      double p90Ms,
      double readMedianMs,
      double planMedianMs,
      double cpuMs,
      double rssMib,
      double peakRssMib,
      List<String> notes) {
    public Result {
      notes = List.copyOf(notes);
    }

    /** A few lines. */
    public String text() {
      String head =
          String.format(
              Locale.ROOT,
              "%d nodes, %d pending and %d running jobs, a jobs answer of %.0f MB; %d cycles%n"
                  + "whole cycle  median %.0f ms, 90 %% at most %.0f ms, the first %.0f ms%n"
                  + "of that      reading %.0f ms, planning %.0f ms (medians)%n"
                  + "CPU time     %.0f ms a cycle, all threads%n"
                  + "memory       %.0f MiB resident, %.0f MiB at most",
              nodes,
              pending,
              running,
              answerMb,
              cycles,
              medianMs,
              p90Ms,
              firstMs,
              readMedianMs,
              planMedianMs,
              cpuMs,
              rssMib,
              peakRssMib);
      StringBuilder text = new StringBuilder(head);
      notes.forEach(
          note -> text.append(System.lineSeparator()).append("it said      ").append(note));
      return text.toString();
    }
  }

  /** Times of one cycle in milliseconds. */
  private record Times(double plan, double read, double total) {}

  /** Runs both processes and stops them. */
  public Result run() throws IOException, InterruptedException {
    try (WorkDirectory home = WorkDirectory.create("rltune-bench")) {
      return run(home.path());
    }
  }

  private Result run(Path home) throws IOException, InterruptedException {
    Path errors = home.resolve("server.log");
    ProcessBuilder builder =
        java(
            List.of("-Xmx6g"),
            List.of("bench", "cycle", "--serve", "--nodes=" + nodes, "--pending=" + pending));
    Process server = builder.redirectError(errors.toFile()).start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      if (line == null) {
        throw new IOException("the simulated slurmrestd ended: " + Files.readString(errors));
      }
      return measure(home, line.split(" "));
    } finally {
      end(server);
    }
  }

  private Result measure(Path home, String[] server) throws IOException, InterruptedException {
    Path config = configuration(home, server[0]);
    Path log = home.resolve("daemon.log");
    List<String> options = new ArrayList<>(JVM_OPTIONS);
    if (!profile.isEmpty()) {
      options.add("-XX:StartFlightRecording=dumponexit=true,settings=profile,filename=" + profile);
    }
    Process daemon =
        java(options, List.of("daemon", "--config", config.toString()))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      awaitCycles(daemon, log, WARM_UP);
      double cpuBefore = cpuMs(daemon);
      int before = cyclesIn(log).size();
      List<Times> all = awaitCycles(daemon, log, before + cycles);
      double cpuPerCycle = (cpuMs(daemon) - cpuBefore) / (all.size() - before);
      List<Times> warm = all.subList(before, before + cycles);
      return new Result(
          nodes,
          Integer.parseInt(server[1]),
          Integer.parseInt(server[2]),
          Long.parseLong(server[3]) / 1e6,
          warm.size(),
          all.get(0).total(),
          quantile(warm.stream().map(Times::total).toList(), 0.5),
          quantile(warm.stream().map(Times::total).toList(), 0.9),
          quantile(warm.stream().map(Times::read).toList(), 0.5),
          quantile(warm.stream().map(Times::plan).toList(), 0.5),
          cpuPerCycle,
          memoryMib(daemon, "VmRSS"),
          memoryMib(daemon, "VmHWM"),
          notes(log));
    } finally {
      end(daemon);
    }
  }

  private static Path configuration(Path home, String endpoint) throws IOException {
    Path token = home.resolve("token");
    Files.createFile(
        token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, LongQueueServer.TOKEN);
    return Files.writeString(
        home.resolve("rltune.yaml"),
        """
        slurm: {endpoint: "%s", user: bench, token_file: %s, write_transport: rest}
        daemon: {mode: shadow, interval: 2s, read_share: 1, state_dir: %s}
        http: {listen: "127.0.0.1:0"}
        """
            .formatted(endpoint, token, home.resolve("state")));
  }

  private static double cpuMs(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e6;
  }

  private static List<Times> cyclesIn(Path log) throws IOException {
    List<Times> times = new ArrayList<>();
    for (String line : Files.readAllLines(log)) {
      Matcher cycle = CYCLE.matcher(line);
      if (cycle.find()) {
        times.add(
            new Times(
                Double.parseDouble(cycle.group(2)),
                Double.parseDouble(cycle.group(3)),
                Double.parseDouble(cycle.group(4))));
      }
    }
    return times;
  }

  private static List<Times> awaitCycles(Process daemon, Path log, int count)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
    while (daemon.isAlive() && System.nanoTime() < deadline) {
      List<Times> times = cyclesIn(log);
      if (times.size() >= count) {
        return times;
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
    List<String> lines = Files.readAllLines(log);
    throw new IOException(
        "the daemon did not come to %d cycles in %d s; the end of its log:%n%s"
            .formatted(
                count,
                TIMEOUT_S,
                String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()))));
  }

  /** Warnings, each once. */
  private static List<String> notes(Path log) throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
        .map(line -> line.replaceFirst("^\\S+ ", ""))
        .distinct()
        .limit(5)
        .toList();
  }

  private static double memoryMib(Process process, String field) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith(field + ":")) {
        return Double.parseDouble(line.replaceAll("\\D", "")) / 1024;
      }
    }
    throw new IOException("/proc/" + process.pid() + "/status has no " + field);
  }

  private static double quantile(List<Double> values, double share) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get((int) Math.min(sorted.size() - 1.0, Math.floor(share * sorted.size())));
  }

  private static ProcessBuilder java(List<String> options, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("io.rltune.daemon.cli.Main");
    command.addAll(arguments);
    return new ProcessBuilder(command);
  }

  private static void end(Process process) throws InterruptedException {
    process.destroy();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
