package io.rltune.daemon.testbed;

import io.rltune.daemon.service.DaemonLock;
import io.rltune.daemon.service.OutputFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code rltune testbed-ab}, called by {@code docker-slurm-testbed/ab}: one workload of sleep jobs
 * on a real Slurm, once plain and once steered. Each arm gets a cluster made afresh, so that
 * neither inherits fair-share usage or a longer history.
 */
@Command(
    name = "testbed-ab",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Runs one workload twice on the testbed's real Slurm: plain, and steered by RLTune.",
      "Plain is priority/multifactor with age, job size, fair share and QOS, and tuned backfill;",
      "script is plain with site factors by requested GPU-time, what fits now first, set once a second."
    })
public final class AbCommand implements Callable<Integer> {
  static final String PLAIN = "plain";
  static final String SCRIPT = "script";
  static final String RLTUNE = "rltune";

  @Mixin private final LabOptions options = new LabOptions("/var/lib/rltune-testbed-ab", 16850);

  @Option(
      names = "--rltune",
      required = true,
      paramLabel = "COMMAND",
      description = "The command rltune.")
  private Path rltune;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "150",
      description = "Number of jobs (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "5",
      description = "Length of the arrival window (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--arms",
      split = ",",
      paramLabel = "ARM",
      defaultValue = "plain,rltune",
      description = "Which arms to run, in order (default: ${DEFAULT-VALUE}).")
  private List<String> arms;

  @Option(names = "--reverse", description = "Run the arms in the opposite order.")
  private boolean reverse;

  @Option(
      names = "--settings",
      paramLabel = "FILE",
      description = "YAML with further sections of the daemon's configuration.")
  private Path settings;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write one line for each job of each arm.")
  private Path csv;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    check();
    OutputFiles.check(spec, csv);
    AbWorkload workload = AbWorkload.generate(jobs, minutes * 60, options.seed());
    String extraYaml = settings == null ? "" : Files.readString(settings);
    List<String> order = new ArrayList<>(arms);
    if (reverse) {
      Collections.reverse(order);
    }
    options.progress(
        String.format(
            Locale.ROOT,
            "%d jobs in %.1f min, offered load %.2f, seed %d; arms %s",
            jobs,
            minutes,
            workload.offeredLoad(),
            options.seed(),
            order));
    List<ArmResult> results = new ArrayList<>();
    Map<String, String> conditions = new LinkedHashMap<>();
    FreshLab fresh = options.fresh();
    try (DaemonLock held = fresh.lock()) {
      for (String arm : order) {
        results.add(run(fresh, arm, workload, extraYaml, conditions));
      }
    }
    AbReport report = new AbReport(workload, conditions, results);
    options.print(report.toJson(), report::print);
    if (csv != null) {
      writeCsv(results);
    }
    boolean good =
        results.stream().allMatch(arm -> arm.problems().isEmpty() && arm.leasesLeft() == 0);
    return good ? 0 : 1;
  }

  private void check() {
    require(jobs >= 1, "--jobs " + jobs + " must be at least 1");
    require(minutes > 0, "--minutes " + minutes + " must be positive");
    for (String arm : arms) {
      require(
          List.of(PLAIN, SCRIPT, RLTUNE).contains(arm),
          "--arms knows plain, script and rltune, not " + arm);
    }
    require(
        arms.size() == arms.stream().distinct().count(), "--arms " + arms + " names an arm twice");
  }

  private void require(boolean right, String problem) {
    if (!right) {
      throw new ParameterException(spec.commandLine(), problem);
    }
  }

  private ArmResult run(
      FreshLab fresh,
      String arm,
      AbWorkload workload,
      String extraYaml,
      Map<String, String> conditions)
      throws IOException, InterruptedException {
    options.progress(arm + ": bringing up a fresh cluster in " + options.directory());
    Lab lab = fresh.up();
    conditions.putAll(conditions(lab, workload));
    try {
      AbArm run = new AbArm(lab, workload, options::progress);
      ArmResult result =
          switch (arm) {
            case PLAIN -> run.plain();
            case SCRIPT -> run.scripted();
            default -> run.steered(rltune, extraYaml);
          };
      if (result.problems().isEmpty()) {
        fresh.wipe();
      } else {
        options.progress(
            arm + ": had problems; the cluster's files stay in " + options.directory());
      }
      return result;
    } finally {
      fresh.down();
    }
  }

  private Map<String, String> conditions(Lab lab, AbWorkload workload)
      throws IOException, InterruptedException {
    Map<String, String> conditions = new LinkedHashMap<>();
    conditions.put("Slurm", lab.setting("SLURM_VERSION"));
    conditions.put(
        "workload",
        String.format(
            Locale.ROOT,
            "%d jobs in %.1f min, offered load %.2f, seed %d",
            jobs,
            minutes,
            workload.offeredLoad(),
            options.seed()));
    conditions.put("GPUs", AbWorkload.describeGpus());
    for (String line : lab.slurm("scontrol", "show", "config").lines().toList()) {
      String name = line.split("=")[0].strip();
      if (name.startsWith("PriorityWeight") || name.equals("SchedulerParameters")) {
        conditions.put(name, line.substring(line.indexOf('=') + 1).strip());
      }
    }
    conditions.values().removeIf(value -> value.equals("0") || value.equals("(null)"));
    return conditions;
  }

  private void writeCsv(List<ArmResult> results) throws IOException {
    List<String> lines = new ArrayList<>(List.of(JobOutcome.CSV_HEADER));
    for (ArmResult result : results) {
      result.outcomes().forEach(outcome -> lines.add(outcome.csv(result.arm())));
    }
    Files.write(csv, lines);
  }
}
