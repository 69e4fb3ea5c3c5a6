package io.rltune.daemon.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Veto;
import io.rltune.plan.PlanContext;
import io.rltune.plan.Planner;
import io.rltune.plan.PlannerSettings;
import io.rltune.slurm.CapturedAnswers;
import io.rltune.slurm.Inspect;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rltune inspect}: what RLTune understands of captured answers. */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = "Reads captured slurmrestd answers and prints the snapshot as JSON.")
final class InspectCommand implements Callable<Integer> {
  @Option(
      names = "--jobs",
      required = true,
      paramLabel = "FILE",
      description = "Answer of GET .../jobs.")
  private Path jobs;

  @Option(
      names = "--nodes",
      required = true,
      paramLabel = "FILE",
      description = "Answer of GET .../nodes.")
  private Path nodes;

  @Option(
      names = "--partitions",
      paramLabel = "FILE",
      description = "Answer of GET .../partitions.")
  private Path partitions;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    ClusterSnapshot snapshot = CapturedAnswers.snapshot(jobs, nodes, partitions);
    Map<Long, Veto> vetoes = Planner.vetoes(PlannerSettings.DEFAULT, snapshot, PlanContext.EMPTY);
    snapshot
        .warnings()
        .forEach(warning -> spec.commandLine().getErr().println("warning: " + warning));
    JsonNode json = Inspect.toJson(snapshot, job -> veto(job, vetoes.get(job.id())));
    spec.commandLine().getOut().println(JsonFiles.MAPPER.writeValueAsString(json));
    return ExitCodes.OK;
  }

  private static String veto(Job job, Veto veto) {
    if (!job.state().isPending()) {
      return "not_pending: state=" + job.state().base();
    }
    return veto == null ? null : veto.kind().name().toLowerCase(Locale.ROOT) + ": " + veto.detail();
  }
}
