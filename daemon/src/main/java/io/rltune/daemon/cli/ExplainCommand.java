package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.explain.ExplainText;
import io.rltune.daemon.explain.Explainer;
import io.rltune.daemon.explain.JobExplanation;
import io.rltune.daemon.explain.JobWrites;
import io.rltune.daemon.history.History;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Wiring;
import io.rltune.daemon.snapshot.CycleFile;
import io.rltune.daemon.snapshot.CycleRecord;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rltune explain JOBID}: why a job waits, or why it started when it did. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Says where a job stands and why, when it can be expected to start, and what would make it",
      "start sooner, as of the daemon's last cycle. For a job that started: why it did when it did."
    })
final class ExplainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "JOBID", description = "Raw numeric job id.")
  private long jobId;

  @Mixin private ConfigOption configOption;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Config config = configOption.load();
    StateDir stateDir = new StateDir(config.get(Settings.STATE_DIR));
    if (!Files.exists(stateDir.lastCycle())) {
      throw new IllegalStateException(
          "no plan in " + stateDir.path() + ": the daemon has not run with this configuration");
    }
    CycleRecord cycle = CycleFile.read(stateDir.lastCycle());
    try (History history = History.readingIfThere(stateDir.history())) {
      Explainer explainer = new Explainer(cycle, Wiring.scorer(config), history);
      JobExplanation job =
          explainer
              .explain(jobId, JobWrites.read(stateDir.journal(), jobId))
              .orElseThrow(
                  () ->
                      new IllegalStateException(
                          "job "
                              + jobId
                              + " is not in the queue of "
                              + Times.at(cycle.snapshot().takenAt())
                              + " and the daemon has never seen it"));
      if (json) {
        spec.commandLine().getOut().println(JsonFiles.MAPPER.writeValueAsString(job));
      } else {
        List<String> lines = ExplainText.lines(job, Times::at);
        lines.forEach(spec.commandLine().getOut()::println);
      }
    }
    return ExitCodes.OK;
  }
}
