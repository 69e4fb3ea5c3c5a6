package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.explain.PlanJson;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.Wiring;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Placement;
import io.rltune.model.Veto;
import io.rltune.plan.Plan;
import io.rltune.plan.Plan.RankedJob;
import io.rltune.plan.PlanContext;
import io.rltune.plan.Planner;
import io.rltune.slurm.SlurmGateway;
import io.rltune.slurm.SlurmGateways;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rltune plan --once}: one cycle, nothing written. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = "Reads the cluster once and prints what RLTune would do. Writes nothing.")
final class PlanCommand implements Callable<Integer> {
  @Mixin private ConfigOption configOption;

  @Option(names = "--once", description = "One cycle (the only way there is).")
  private boolean once;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Config config = configOption.load();
    Planner planner = configOption.planner(config);
    try (SlurmGateway gateway = SlurmGateways.open(Wiring.slurm(config))) {
      ClusterSnapshot snapshot = gateway.snapshot();
      Plan plan = planner.plan(snapshot, PlanContext.EMPTY);
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(JsonFiles.MAPPER.writeValueAsString(PlanJson.of(snapshot, plan)));
      } else {
        print(out, gateway.describe(), snapshot, plan);
      }
      out.flush();
    }
    return ExitCodes.OK;
  }

  private static void print(PrintWriter out, String how, ClusterSnapshot snapshot, Plan plan) {
    out.println(how);
    out.printf(
        "%d pending (%d managed), %d running, %d nodes; placement %s in %.0f ms%s%n%n",
        snapshot.pendingJobs().size(),
        plan.order().size(),
        snapshot.activeJobs().size(),
        snapshot.nodes().size(),
        plan.solve().status(),
        plan.timings().solveMs(),
        plan.solve().note().isEmpty() ? "" : " (" + plan.solve().note() + ")");
    Map<Long, Job> jobs = new HashMap<>();
    snapshot.pendingJobs().forEach(job -> jobs.put(job.id(), job));
    Map<Long, Placement> starts = new HashMap<>();
    plan.starts().forEach(start -> starts.put(start.jobId(), start));
    out.printf(
        "%4s %10s %5s %9s %7s  %s%n", "POS", "JOBID", "GPUS", "WAITED_S", "SCORE", "DECISION");
    int position = 0;
    for (RankedJob ranked : plan.order()) {
      Job job = jobs.get(ranked.jobId());
      Placement start = starts.get(ranked.jobId());
      Veto veto = plan.vetoes().get(ranked.jobId());
      String decision =
          switch (ranked.role()) {
            case STARTS_NOW -> "start on " + start.gpusByNode();
            case RESERVED -> "blocked, nodes are kept for it";
            case WAITS -> veto == null ? "wait" : "wait; no nodes: " + veto.detail();
          };
      out.printf(
          "%4d %10d %5d %9d %7.3f  %s%n",
          ++position,
          job.id(),
          job.request().gpus().total(),
          job.waitedS(snapshot.takenAt()),
          ranked.score(),
          decision);
    }
    plan.vetoes().values().stream()
        .filter(veto -> !veto.kind().placementOnly())
        .sorted((a, b) -> Long.compare(a.jobId(), b.jobId()))
        .forEach(
            veto ->
                out.printf(
                    "   - %10d %s left to Slurm: %s (%s)%n",
                    veto.jobId(), " ".repeat(22), veto.kind(), veto.detail()));
  }
}
