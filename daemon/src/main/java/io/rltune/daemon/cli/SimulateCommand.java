package io.rltune.daemon.cli;

import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.OutputFiles;
import io.rltune.sim.protocol.Comparison;
import io.rltune.sim.protocol.PolicyOutcome;
import io.rltune.sim.protocol.Windows;
import io.rltune.sim.replay.NodeFailures;
import io.rltune.sim.replay.ReplayContext;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.report.HtmlReport;
import io.rltune.sim.report.ReportInput;
import io.rltune.sim.trace.Trace;
import io.rltune.sim.workload.WorkloadJob;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rltune simulate}: what each policy would have done with a trace on a cluster. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Replays a job trace on a simulated cluster under several policies and compares them.",
      "Your own trace: sacct -P -X -a -S 2024-05-01 -E 2024-06-01 --format=JobID,User,Account,Partition,QOS,Submit,"
          + "Eligible,Start,End,ElapsedRaw,TimelimitRaw,NNodes,ReqCPUS,ReqMem,ReqTRES,AllocTRES,State,JobName > may.txt"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final int USUAL_WINDOW = 256;
  private static final int USUAL_WINDOWS = 10;

  @Mixin private TraceArguments arguments;

  @Option(
      names = "--policy",
      required = true,
      split = ",",
      paramLabel = "P",
      description = {
        "Policies, separated by commas; the first one is what the others are compared with. Known:",
        "fcfs, fcfs-easy, multifactor-easy (what Slurm does), sjf-easy, sjf-oracle-easy, wfp3, unicep, f1, qssf,"
            + " rltune-greedy, rltune,"
            + " rltune-order, sjf-oracle, fcfs-milp, multifactor-milp, sept-oracle-easy, sept-oracle-greedy."
      })
  private List<String> policies;

  @Option(
      names = "--policy-file",
      paramLabel = "POLICY.zip",
      description =
          "Trained policy of rltune and rltune-greedy (default: the one that is shipped).")
  private Path policyFile;

  @Option(
      names = "--window",
      paramLabel = "N",
      description =
          "Windows of N consecutive jobs, each from an empty cluster, not one replay of all.")
  private Integer window;

  @Option(
      names = "--windows",
      paramLabel = "K",
      description = "So many windows, spread evenly over the trace (default: 10 of 256 jobs).")
  private Integer windows;

  @Option(names = "--random-windows", description = "Windows at random places drawn from the seed.")
  private boolean randomWindows;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "Seed of walltimes, random windows and node failures (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--node-mtbf-hours",
      paramLabel = "H",
      description = "Let each node fail every H hours on average (default: never).")
  private Double mtbfHours;

  @Option(
      names = "--node-mttr-hours",
      paramLabel = "H",
      defaultValue = "4",
      description = "Hours until a failed node is back, on average (default: ${DEFAULT-VALUE}).")
  private double mttrHours;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Replays at a time (default: one for each processor).")
  private Integer threads;

  @Option(
      names = "--json",
      paramLabel = "OUT",
      description = "Write the figures of each policy as JSON; - for standard output.")
  private Path json;

  @Option(
      names = "--report",
      paramLabel = "OUT.html",
      description = "Write a report as one HTML page that needs no network.")
  private Path report;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    ReplayContext context = new ReplayContext(Optional.ofNullable(policyFile));
    checkOptions();
    policies.forEach(policy -> arguments.named(() -> ReplayPolicies.byName(policy, context)));
    TraceArguments.Loaded loaded = arguments.load(seed);
    List<List<WorkloadJob>> workloads = workloads(loaded.trace().jobs());

    boolean toStdout = json != null && json.toString().equals("-");
    PrintWriter out = toStdout ? spec.commandLine().getErr() : spec.commandLine().getOut();
    SimulateTable table = new SimulateTable(out, loaded, workloads);
    table.head();
    SimulateProgress progress =
        new SimulateProgress(
            Optional.ofNullable(System.console()).map(console -> spec.commandLine().getErr()),
            policies,
            workloads);
    List<PolicyOutcome> outcomes =
        new Comparison(loaded.cluster(), workloads, replayOptions(), context)
            .run(policies, threads(), progress);
    progress.end();
    table.rows(outcomes);
    if (json != null) {
      writeJson(outcomes, loaded.trace(), toStdout);
    }
    if (report != null) {
      Files.writeString(
          report, HtmlReport.of(new ReportInput(loaded.trace(), loaded.cluster(), outcomes)));
      out.println("Report: " + report.toAbsolutePath().normalize());
    }
    out.flush();
    return ExitCodes.OK;
  }

  /** Also of the places to write to, so that an hour of replay is not lost to a misspelt one. */
  private void checkOptions() {
    arguments.usage(window == null || window > 0, "--window " + window + ": must be positive");
    arguments.usage(windows == null || windows > 0, "--windows " + windows + ": must be positive");
    arguments.usage(threads == null || threads > 0, "--threads " + threads + ": must be positive");
    arguments.usage(
        (mtbfHours == null || mtbfHours > 0) && mttrHours > 0,
        "--node-mtbf-hours and --node-mttr-hours must be positive");
    arguments.usage(
        !randomWindows || window != null || windows != null,
        "--random-windows: needs --window or --windows");
    arguments.usage(
        policies.stream().distinct().count() == policies.size(),
        "--policy " + String.join(",", policies) + ": names a policy twice");
    OutputFiles.check(spec, json, report);
  }

  private List<List<WorkloadJob>> workloads(List<WorkloadJob> jobs) {
    if (window == null && windows == null) {
      return List.of(jobs);
    }
    int size = window == null ? USUAL_WINDOW : window;
    int count = windows == null ? USUAL_WINDOWS : windows;
    return arguments.named(
        () ->
            randomWindows
                ? Windows.random(jobs, size, count, seed)
                : Windows.even(jobs, size, count));
  }

  private ReplayOptions replayOptions() {
    ReplayOptions options = ReplayOptions.defaults().withSeed(seed);
    return mtbfHours == null
        ? options
        : options.withFailures(new NodeFailures(mtbfHours * 3600, mttrHours * 3600, 0));
  }

  private int threads() {
    return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
  }

  private void writeJson(List<PolicyOutcome> outcomes, Trace trace, boolean toStdout)
      throws IOException {
    List<Map<String, Object>> all =
        outcomes.stream().map(outcome -> SimulateCommand.fields(outcome, trace)).toList();
    String text = JsonFiles.MAPPER.writeValueAsString(all);
    if (toStdout) {
      spec.commandLine().getOut().println(text);
      spec.commandLine().getOut().flush();
    } else {
      Files.writeString(json, text + System.lineSeparator());
    }
  }

  private static Map<String, Object> fields(PolicyOutcome outcome, Trace trace) {
    Map<String, Object> fields = new LinkedHashMap<>(outcome.metrics().toJson());
    fields.put("windows", outcome.runs().size());
    double error = outcome.waitStandardErrorS();
    fields.put("mean_wait_se_s", Double.isNaN(error) ? null : error);
    fields.put("jobs_left_out", trace.leftOutCount());
    fields.put("lines_skipped", trace.problems().size());
    return fields;
  }
}
