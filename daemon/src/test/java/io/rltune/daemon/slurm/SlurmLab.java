package io.rltune.daemon.slurm;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.rltune.daemon.testbed.Lab;
import io.rltune.daemon.testbed.Lab.QueuedJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.core.ConditionTimeoutException;

/** The real Slurm of docker-slurm-testbed/local/up, with the few things that tests do to it. */
final class SlurmLab {
  /** Typed and untyped GPU nodes of the profile "default". */
  static final List<String> GPU_NODES = List.of("a1", "a2", "v1", "v2", "t1", "t2");

  private static final String VARIABLE = "RLTUNE_LAB";
  private static final String GRES_VARIABLE = "RLTUNE_GRES_LAB";
  static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final Pattern SCHEDULER = Pattern.compile("(?m)^SchedulerParameters=.*$");

  /**
   * No submission, end or update of a job makes Slurm look at the queue; a test is over before time
   * does.
   */
  private static final String DROWSY =
      "SchedulerParameters=defer,batch_sched_delay=600,sched_interval=3600,bf_interval=3600";

  /** Where a test's own lines of slurm.conf begin. */
  private static final String ADDED = "# for one test:\n";

  private final Lab lab;
  private final String scheduler;

  private SlurmLab(Lab lab, String scheduler) {
    this.lab = lab;
    this.scheduler = scheduler;
  }

  /** The lab of the environment; without one the test is skipped, aloud. */
  static SlurmLab require() throws IOException {
    return require(VARIABLE, "");
  }

  /** The same for the lab of the profile "gres". */
  static SlurmLab requireGres() throws IOException {
    return require(GRES_VARIABLE, " --profile gres");
  }

  private static SlurmLab require(String variable, String options) throws IOException {
    String directory = System.getenv(variable);
    if (directory == null || directory.isEmpty()) {
      String reason =
          variable
              + " is not set: needs a real Slurm; run docker-slurm-testbed/local/up"
              + options
              + " first";
      System.out.println("SKIPPED: " + reason);
      abort(reason);
    }
    Lab lab = Lab.open(Path.of(directory));
    Matcher line = SCHEDULER.matcher(Files.readString(Path.of(lab.setting("SLURM_CONF"))));
    if (!line.find() || line.group().equals(DROWSY)) {
      throw new IOException(lab.setting("SLURM_CONF") + " was left changed: run local/down and up");
    }
    return new SlurmLab(lab, line.group());
  }

  /** A setting of lab.env. */
  String setting(String key) {
    return lab.setting(key);
  }

  /** The scontrol of this Slurm, as a configuration names it. */
  String scontrol() {
    return lab.commandLine("scontrol");
  }

  String slurm(String... command) throws IOException, InterruptedException {
    return lab.slurm(command);
  }

  /** Whether this is the Slurm of Debian 12, the oldest that is supported. */
  boolean is2205() {
    return setting("SLURM_VERSION").startsWith("22.05");
  }

  /**
   * Restarts slurmctld with one more line in slurm.conf.
   *
   * @param line what to add; empty for the configuration as the lab came up
   */
  void restartController(String line) throws IOException, InterruptedException {
    String text = Files.readString(conf());
    String own = text.contains(ADDED) ? text.substring(0, text.indexOf(ADDED)) : text;
    Files.writeString(conf(), line.isEmpty() ? own : own + ADDED + line + "\n");
    long pid = Long.parseLong(Files.readString(Path.of(setting("CTLD_PID_FILE"))).strip());
    ProcessHandle controller = ProcessHandle.of(pid).orElseThrow();
    controller.destroy();
    eventually("the end of slurmctld", () -> !controller.isAlive());
    lab.slurm("slurmctld", "-f", conf().toString());
    await("slurmctld")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> lab.slurm("scontrol", "ping").contains(" UP"));
  }

  /** Cancels every job, gives nodes back, and starts slurmrestd where it is not running. */
  void clean() throws IOException, InterruptedException {
    wakeScheduler();
    for (QueuedJob job : lab.queue()) {
      lab.slurm("scancel", Long.toString(job.id()));
    }
    eventually("an empty queue", () -> lab.queue().isEmpty());
    for (String node : lab.setting("NODES").split(",")) {
      if (field("node", node, "State").contains("DRAIN")) {
        lab.slurm("scontrol", "update", "nodename=" + node, "state=resume");
      }
    }
    restd("start");
  }

  /** Submits a job that sleeps for ten minutes. */
  long submit(String user, String... options) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("--mem=100"));
    all.addAll(List.of(options));
    return lab.submit(user, "exec sleep 600", all);
  }

  /**
   * Fills nodes with running jobs, so that what is submitted next has to wait.
   *
   * @return the job on each node, in the order of the nodes
   */
  List<Long> fill(List<String> nodes) throws IOException, InterruptedException {
    List<Long> blockers = new ArrayList<>();
    for (String node : nodes) {
      String gpus = node.startsWith("a") ? "4" : node.startsWith("v") ? "8" : "2";
      blockers.add(submit("root", "--nodelist=" + node, "--gres=gpu:" + gpus, "--time=30"));
    }
    for (long job : blockers) {
      eventually("job " + job + " running", () -> state(job).equals("RUNNING"));
    }
    return blockers;
  }

  void cancel(long job) throws IOException, InterruptedException {
    lab.slurm("scancel", Long.toString(job));
  }

  String state(long job) throws IOException, InterruptedException {
    return field("job", Long.toString(job), "JobState");
  }

  /** Nodes that a running job has, as a hostlist. */
  String nodes(long job) throws IOException, InterruptedException {
    return field("job", Long.toString(job), "NodeList");
  }

  /** Nodes that a job asks for; empty for none. */
  String requiredNodes(long job) throws IOException, InterruptedException {
    return lab.requiredNodes(job);
  }

  long priority(long job) throws IOException, InterruptedException {
    return Long.parseLong(field("job", Long.toString(job), "Priority"));
  }

  /** The site factor as sprio shows it; a pending job only. Columns differ between releases. */
  long siteFactor(long job) throws IOException, InterruptedException {
    List<String> lines = lab.slurm("sprio", "-l", "-j", Long.toString(job)).lines().toList();
    int column = List.of(lines.get(0).strip().split("\\s+")).indexOf("SITE");
    return Long.parseLong(lines.get(1).strip().split("\\s+")[column]);
  }

  /** A field of what scontrol shows; empty where it has no such field. */
  String field(String kind, String name, String field) throws IOException, InterruptedException {
    for (String word : lab.slurm("scontrol", "-o", "show", kind, name).split("\\s+")) {
      if (word.startsWith(field + "=")) {
        return word.substring(field.length() + 1);
      }
    }
    return "";
  }

  void drain(String node) throws IOException, InterruptedException {
    lab.slurm("scontrol", "update", "nodename=" + node, "state=drain", "reason=test");
  }

  /** Starts or stops slurmrestd alone. */
  void restd(String action) throws IOException, InterruptedException {
    lab.slurm(lab.setting("RESTD"), action);
  }

  /** Writes a token that only its owner can read. */
  void writeToken(Path file, String user, int seconds) throws IOException, InterruptedException {
    String token = lab.slurm(lab.setting("TOKEN"), user, Integer.toString(seconds));
    Path fresh =
        Files.createTempFile(
            file.getParent(),
            "token",
            "",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, token);
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Makes Slurm's scheduler sleep for the better part of a minute: jobs that could start stay
   * pending, which leaves time to see what the daemon does with them.
   */
  void lullScheduler() throws IOException, InterruptedException {
    configureScheduler(DROWSY);
    // The first event after a quiet time is still acted on at once; after it the scheduler sleeps.
    // A job with an exclusion list of its own gets no node list from the daemon.
    List<String> options = List.of("--partition=batch", "--exclude=c2", "--mem=10", "--time=1");
    boolean asleep = false;
    for (int i = 0; i < 10 && !asleep; i++) {
      long canary = lab.submit("root", "true", options);
      asleep = staysPending(canary);
      cancel(canary);
    }
    if (!asleep) {
      throw new IOException("the scheduler would not sleep with " + DROWSY);
    }
  }

  /** Gives the scheduler its own parameters back. */
  void wakeScheduler() throws IOException, InterruptedException {
    if (Files.readString(conf()).contains(DROWSY)) {
      configureScheduler(scheduler);
    }
  }

  /** What a script has to run to do the same. */
  String wakeCommand() {
    return "sed -i 's|^SchedulerParameters=.*|%s|' %s && scontrol reconfigure"
        .formatted(scheduler, conf());
  }

  /** Waits for a condition, and fails with its name where it does not come true. */
  static void eventually(String what, Callable<Boolean> condition) {
    eventually(PATIENCE, what, condition);
  }

  /** The same with another patience. */
  static void eventually(Duration atMost, String what, Callable<Boolean> condition) {
    await(what).atMost(atMost).pollInterval(Duration.ofMillis(200)).until(condition);
  }

  /** A condition that must stay true for a time. */
  static void throughout(Duration time, String what, Callable<Boolean> condition) {
    await(what)
        .during(time)
        .atMost(time.plusSeconds(10))
        .pollInterval(Duration.ofMillis(300))
        .until(condition);
  }

  private boolean staysPending(long job) {
    try {
      throughout(Duration.ofSeconds(3), "job still pending", () -> state(job).equals("PENDING"));
      return true;
    } catch (ConditionTimeoutException started) {
      return false;
    }
  }

  private void configureScheduler(String line) throws IOException, InterruptedException {
    String text = SCHEDULER.matcher(Files.readString(conf())).replaceFirst(line);
    Files.writeString(conf(), text);
    lab.slurm("scontrol", "reconfigure");
  }

  private Path conf() {
    return Path.of(lab.setting("SLURM_CONF"));
  }
}
