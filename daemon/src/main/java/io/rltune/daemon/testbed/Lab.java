package io.rltune.daemon.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A running testbed cluster, as {@code local/up} described it in {@code lab.env}. All calls go
 * through Slurm's own commands.
 */
public final class Lab {
  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(60);
  private static final String COMPLETED = "COMPLETED";

  private final Path directory;
  private final Map<String, String> settings;
  private final Exec exec;

  private Lab(Path directory, Map<String, String> settings) {
    this.directory = directory;
    this.settings = settings;
    this.exec =
        new Exec(
            Map.of("SLURM_CONF", settings.get("SLURM_CONF"), "SLURM_TIME_FORMAT", "%s"),
            COMMAND_TIMEOUT);
  }

  /**
   * Opens the lab in a directory.
   *
   * @throws IOException where there is no {@code lab.env}, or it lacks the controller's settings
   */
  public static Lab open(Path directory) throws IOException {
    Path file = directory.resolve("lab.env");
    if (!Files.exists(file)) {
      throw new IOException(
          "no "
              + file
              + ": bring the cluster up with docker-slurm-testbed/local/up --lab "
              + directory);
    }
    Map<String, String> settings = new HashMap<>();
    for (String line : Files.readAllLines(file)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        settings.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    for (String key : List.of("SLURM_CONF", "REST_URL", "REST_USER", "TOKEN_FILE")) {
      if (settings.getOrDefault(key, "").isEmpty()) {
        throw new IOException(file + " has no " + key + "; it must come from local/up");
      }
    }
    return new Lab(directory, Map.copyOf(settings));
  }

  /** One job as the accounting has it; times are seconds since the epoch, 0 where there is none. */
  public record JobRecord(
      long id, String state, long submit, long start, long end, String exitCode) {
    public boolean completed() {
      return state.equals(COMPLETED);
    }

    /** A job that will not run any more. */
    public boolean ended() {
      return end > 0 && !state.equals("PENDING") && !state.equals("RUNNING");
    }
  }

  /** One job in the queue. */
  public record QueuedJob(
      long id, String state, long priority, String requiredNodes, String reason) {
    /** Slurm never starts a job of priority 0 by itself. */
    public boolean isHeld() {
      return priority == 0 && state.equals("PENDING");
    }
  }

  public Path directory() {
    return directory;
  }

  /** A line of {@code lab.env}; empty where it is missing. */
  public String setting(String key) {
    return settings.getOrDefault(key, "");
  }

  /** Runs a Slurm command, or a program of the lab by its path, as root. */
  public String slurm(String... command) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(prefix());
    all.addAll(List.of(command));
    return exec.run(all);
  }

  /** A command of this Slurm in one line, as a configuration takes it. */
  public String commandLine(String program) {
    List<String> all = new ArrayList<>(prefix());
    all.add(program);
    return String.join(" ", all);
  }

  /** What reaches the Slurm of another release, in a root of its own. */
  private List<String> prefix() {
    String prefix = setting("COMMAND_PREFIX").strip();
    return prefix.isEmpty() ? List.of() : List.of(prefix.split("\\s+"));
  }

  /**
   * Submits a job.
   *
   * @param user submitting user
   * @param script what {@code --wrap} runs
   * @param options options of sbatch
   * @return job id
   */
  public long submit(String user, String script, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix());
    // setpriv becomes sbatch, with no session of PAM in between: a submission costs one process.
    command.addAll(
        List.of("setpriv", "--reuid=" + user, "--regid=" + user, "--init-groups", "sbatch"));
    command.addAll(List.of("--parsable", "--output=/dev/null", "--chdir=/"));
    command.addAll(options);
    command.add("--wrap=" + script);
    return Long.parseLong(exec.run(command).split(";")[0]);
  }

  /** The pending and running jobs. */
  public List<QueuedJob> queue() throws IOException, InterruptedException {
    List<QueuedJob> jobList = new ArrayList<>();
    for (String line : slurm("squeue", "-h", "-r", "-o", "%A|%T|%Q|%n|%r").lines().toList()) {
      String[] fields = line.split("\\|", -1);
      jobList.add(
          new QueuedJob(
              Long.parseLong(fields[0]),
              fields[1],
              Long.parseLong(fields[2].strip()),
              fields[3].equals("(null)") ? "" : fields[3],
              fields[4]));
    }
    return jobList;
  }

  /** All jobs that the accounting knows, by id. */
  public Map<Long, JobRecord> accounting() throws IOException, InterruptedException {
    Map<Long, JobRecord> records = new HashMap<>();
    String answer =
        slurm(
            "sacct",
            "-a",
            "-X",
            "-n",
            "-P",
            "-S",
            "now-1day",
            "-o",
            "JobIDRaw,State,Submit,Start,End,ExitCode");
    for (String line : answer.lines().toList()) {
      String[] fields = line.split("\\|", -1);
      long id = Long.parseLong(fields[0]);
      records.put(
          id,
          new JobRecord(
              id, fields[1], time(fields[2]), time(fields[3]), time(fields[4]), fields[5]));
    }
    return records;
  }

  /** The node list that a job, pending or past, asks for; empty for none. */
  public String requiredNodes(long jobId) throws IOException, InterruptedException {
    return jobField(jobId, "ReqNodeList").filter(list -> !list.equals("(null)")).orElse("");
  }

  private Optional<String> jobField(long jobId, String field)
      throws IOException, InterruptedException {
    for (String word : slurm("scontrol", "-o", "show", "job", Long.toString(jobId)).split(" ")) {
      if (word.startsWith(field + "=")) {
        return Optional.of(word.substring(field.length() + 1));
      }
    }
    return Optional.empty();
  }

  private static long time(String text) {
    return text.matches("\\d+") ? Long.parseLong(text) : 0;
  }
}
