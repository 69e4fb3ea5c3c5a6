package io.rltune.daemon.testbed;

import io.rltune.daemon.service.DaemonLock;
import io.rltune.daemon.service.OutputFiles;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.replay.Replay;
import io.rltune.sim.replay.ReplayContext;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.replay.ReplayProgress;
import io.rltune.sim.replay.ReplayResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code rltune testbed-fidelity}, called by {@code docker-slurm-testbed/fidelity}: one workload on
 * a real Slurm and, with the same settings, submit times and elapsed times, in the simulator.
 */
@Command(
    name = "testbed-fidelity",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Runs one workload on the testbed's real Slurm and in the simulator, and compares them:",
      "order of starts (Kendall's tau), waits and utilisation. Exit code 1 where tau is below 0.9",
      "or the mean wait is off by more than a tenth."
    })
public final class FidelityCommand implements Callable<Integer> {
  @Mixin private final LabOptions options = new LabOptions("/var/lib/rltune-fidelity", 17250);

  @Option(
      names = "--jobs",
      paramLabel = "N",
      defaultValue = "120",
      description = "Number of jobs (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "4",
      description = "Length of the arrival window (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write one line for each job: index, GPUs, submit, real and simulated start.")
  private Path csv;

  @Spec private CommandSpec spec;

  private long bootS;

  @Override
  public Integer call() throws Exception {
    OutputFiles.check(spec, csv);
    AbWorkload workload = AbWorkload.generate(jobs, minutes * 60, options.seed());
    ArmResult arm = real(workload);
    List<JobOutcome> outcomes =
        arm.outcomes().stream().filter(outcome -> outcome.record().completed()).toList();
    List<FinishedJob> realJobs = new ArrayList<>();
    for (JobOutcome outcome : outcomes) {
      realJobs.add(
          new FinishedJob(
              outcome.record().submit(),
              outcome.record().start(),
              outcome.record().end(),
              outcome.job().gpus(),
              outcome.job().account(),
              true));
    }
    ReplayResult simulated =
        Replay.run(
            SimulatedLab.cluster(),
            SimulatedLab.workload(outcomes, bootS),
            ReplayPolicies.byName("multifactor-easy", ReplayContext.DEFAULT),
            ReplayOptions.defaults().withSlurm(SimulatedLab.params()),
            ReplayProgress.NONE);
    FidelityReport report =
        FidelityReport.of(realJobs, simulated.finishedJobs(), AbWorkload.totalGpus());
    if (csv != null) {
      writeCsv(outcomes, simulated);
    }
    options.print(report.toJson(), report::print);
    arm.problems().forEach(options::progress);
    return report.holds() && arm.problems().isEmpty() ? 0 : 1;
  }

  private ArmResult real(AbWorkload workload) throws IOException, InterruptedException {
    FreshLab fresh = options.fresh();
    try (DaemonLock held = fresh.lock()) {
      options.progress("bringing up a fresh cluster in " + options.directory());
      Lab lab = fresh.up();
      bootS = bootS(lab);
      try {
        return new AbArm(lab, workload, options::progress).plain();
      } finally {
        fresh.down();
      }
    }
  }

  private static long bootS(Lab lab) throws IOException, InterruptedException {
    for (String line : lab.slurm("scontrol", "show", "config").lines().toList()) {
      if (line.startsWith("BOOT_TIME")) {
        String time = line.substring(line.indexOf('=') + 1).strip();
        return time.matches("\\d+")
            ? Long.parseLong(time)
            : LocalDateTime.parse(time).atZone(ZoneId.systemDefault()).toEpochSecond();
      }
    }
    throw new IOException("scontrol show config has no BOOT_TIME; is that slurmctld up?");
  }

  private void writeCsv(List<JobOutcome> outcomes, ReplayResult simulated) throws IOException {
    long firstS = outcomes.stream().mapToLong(o -> o.record().submit()).min().orElseThrow();
    List<String> lines =
        new ArrayList<>(
            List.of(
                "index,account,gpus,gpu_type,nodes,time_limit_s,submit,elapsed_s,real_start,"
                    + "simulated_start,simulated_nodes"));
    for (int i = 0; i < outcomes.size(); i++) {
      JobOutcome outcome = outcomes.get(i);
      lines.add(
          "%d,%s,%d,%s,%d,%d,%d,%d,%d,%.0f,\"%s\""
              .formatted(
                  outcome.job().index(),
                  outcome.job().account(),
                  outcome.job().gpus(),
                  outcome.job().gpuType(),
                  outcome.job().nodes(),
                  outcome.job().timeLimitS(),
                  outcome.record().submit() - firstS,
                  outcome.record().end() - outcome.record().start(),
                  outcome.record().start() - firstS,
                  simulated.finishedJobs().get(i).startS() - (firstS - bootS),
                  String.join(" ", simulated.nodeNames(i))));
    }
    Files.write(csv, lines);
  }
}
