package io.rltune.daemon.cli;

import io.rltune.daemon.demo.DemoRun;
import io.rltune.daemon.demo.SteeredRun;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.sim.demo.SimDriver;
import io.rltune.sim.metrics.ReplayMetrics;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rltune demo}: the whole loop on a simulated cluster. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Runs one workload on a simulated cluster twice: left to Slurm, and steered by RLTune over HTTP.",
      "The same seed and length give the same figures."
    })
final class DemoCommand implements Callable<Integer> {
  /** Jobs that a second of the demo gets through, roughly, on a small machine. */
  private static final int JOBS_PER_SECOND = 40;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "15",
      description =
          "Length of the demo, about (default: ${DEFAULT-VALUE}); sets the number of jobs.")
  private int seconds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Seed of the workload (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (seconds < 1 || seconds > 3600) {
      throw new ParameterException(
          spec.commandLine(), "--seconds " + seconds + ": must be from 1 to 3600");
    }
    PrintWriter out = spec.commandLine().getOut();
    DemoRun run = new DemoRun(seed, seconds * JOBS_PER_SECOND);
    if (!json) {
      out.printf(
          "A simulated Slurm: %d nodes, %d GPUs %s; %d jobs in bursts, seed %d.%n",
          run.cluster().nodes().size(),
          run.cluster().totalGpus(),
          run.cluster().gpusByType(),
          run.jobCount(),
          seed);
      out.println("First left to Slurm (multifactor priority, backfill) ...");
      out.flush();
    }
    SimDriver.Outcome plain = run.plain();
    if (!json) {
      out.println(
          "... then with RLTune: every cycle reads jobs and nodes over HTTP, scores, places, writes back.");
      out.printf(
          "It has seen %,d earlier jobs of these users run, as after some weeks in shadow mode.%n",
          DemoRun.JOBS_BEFORE);
      out.flush();
    }
    boolean live = !json && System.console() != null;
    DemoRun.Result result =
        run.steered(
            plain,
            live
                ? new Progress(
                    new PrintWriter(System.out, false, StandardCharsets.UTF_8), run.jobCount())
                : (s, d, r) -> {});
    if (json) {
      out.println(JsonFiles.MAPPER.writeValueAsString(toJson(result)));
    } else {
      print(out, result);
    }
    out.flush();
    return result.leasesLeft() == 0 && result.jobsFailed() == 0 ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private static Map<String, Object> toJson(DemoRun.Result result) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("seed", result.seed());
    all.put("plain", result.plain().metrics().toJson());
    all.put("rltune", result.rltune().metrics().toJson());
    all.put("cycles", result.cycles());
    all.put("writes", result.writes());
    all.put("leases", result.leases());
    all.put("leases_left", result.leasesLeft());
    all.put("jobs_failed", result.jobsFailed());
    return all;
  }

  private static void print(PrintWriter out, DemoRun.Result result) {
    ReplayMetrics plain = result.plain().metrics();
    ReplayMetrics tuned = result.rltune().metrics();
    out.printf("%n%-28s %12s %12s %9s%n", "", "Slurm", "with RLTune", "change");
    minutes(out, "mean wait", plain.meanWaitS(), tuned.meanWaitS());
    minutes(out, "median wait", plain.p50WaitS(), tuned.p50WaitS());
    minutes(out, "90 % wait at most", plain.p90WaitS(), tuned.p90WaitS());
    minutes(out, "99 % wait at most", plain.p99WaitS(), tuned.p99WaitS());
    minutes(out, "longest wait", plain.maxWaitS(), tuned.maxWaitS());
    row(out, "mean bounded slowdown", "%.1f", plain.meanBsld(), tuned.meanBsld());
    row(
        out,
        "GPU utilisation (%)",
        "%.1f",
        100 * plain.gpuUtilization(),
        100 * tuned.gpuUtilization());
    minutes(out, "makespan", plain.makespanS(), tuned.makespanS());
    out.printf(
        "%n%d jobs done, %d failed; %d cycles, %d writes, of those %d node leases, %d left at the end.%n",
        tuned.jobs(),
        result.jobsFailed(),
        result.cycles(),
        result.writes(),
        result.leases(),
        result.leasesLeft());
  }

  private static void minutes(PrintWriter out, String what, double plainS, double tunedS) {
    row(out, what + " (min)", "%.1f", plainS / 60, tunedS / 60);
  }

  private static void row(PrintWriter out, String what, String format, double plain, double tuned) {
    String change = plain == 0 ? "" : String.format("%+.0f %%", 100 * (tuned - plain) / plain);
    out.printf(
        "%-28s %12s %12s %9s%n",
        what, String.format(format, plain), String.format(format, tuned), change);
  }

  /** A line that is overwritten after each cycle; figures only, so it may move the cursor. */
  private static final class Progress implements SteeredRun.Watcher {
    private final PrintWriter out;
    private final int jobs;
    private long lastShown;
    private long writes;

    Progress(PrintWriter out, int jobs) {
      this.out = out;
      this.jobs = jobs;
    }

    @Override
    public void afterCycle(
        double simulatedS, int jobsDone, io.rltune.daemon.cycle.CycleReport report) {
      writes += report.commit().confirmed();
      long now = System.nanoTime();
      if (now - lastShown < 100_000_000L && jobsDone < jobs) {
        return;
      }
      lastShown = now;
      int pending = report.snapshot().map(s -> s.pendingJobs().size()).orElse(0);
      int running = report.snapshot().map(s -> s.activeJobs().size()).orElse(0);
      int starts = report.plan().map(p -> p.starts().size()).orElse(0);
      out.printf(
          "\r  %5.1f h  done %4d/%d  running %3d  waiting %4d  starts now %3d  writes %6d  cycle %3.0f ms ",
          simulatedS / 3600, jobsDone, jobs, running, pending, starts, writes, report.totalMs());
      if (jobsDone == jobs) {
        out.println();
      }
      out.flush();
    }
  }
}
