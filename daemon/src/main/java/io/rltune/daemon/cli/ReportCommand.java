package io.rltune.daemon.cli;

import io.rltune.daemon.config.Settings;
import io.rltune.daemon.history.History;
import io.rltune.daemon.report.ReportBuilder;
import io.rltune.daemon.report.ReportData;
import io.rltune.daemon.report.ReportPage;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.OutputFiles;
import io.rltune.daemon.service.StateDir;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rltune report}: a span of time in figures. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = {
      "Says what RLTune did, or in shadow mode would have done, against what Slurm did: waits by",
      "partition and account, who gained and who lost. From the daemon's own history (90 days)."
    })
final class ReportCommand implements Callable<Integer> {
  private static final Pattern SPAN = Pattern.compile("([1-9][0-9]{0,5})([mhd])");

  @Mixin private ConfigOption configOption;

  @Option(
      names = "--since",
      paramLabel = "SPAN",
      defaultValue = "7d",
      description = "How far back: 30m, 12h or 7d (default: ${DEFAULT-VALUE}).")
  private String since;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page too; it loads nothing.")
  private Path html;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    long span = spanS();
    OutputFiles.check(spec, html);
    StateDir stateDir = new StateDir(configOption.load().get(Settings.STATE_DIR));
    if (!Files.exists(stateDir.history())) {
      throw new IllegalStateException(
          "no history in " + stateDir.path() + ": the daemon has not run with this configuration");
    }
    long now = Instant.now().getEpochSecond();
    try (History history = History.reading(stateDir.history())) {
      ReportData data = ReportBuilder.build(history, now - span, now + 1);
      PrintWriter out = spec.commandLine().getOut();
      if (html != null) {
        Files.writeString(html, ReportPage.html(data, Times::at));
      }
      if (json) {
        out.println(JsonFiles.MAPPER.writeValueAsString(data));
      } else {
        ReportPage.text(data, Times::at).forEach(out::println);
      }
    }
    return ExitCodes.OK;
  }

  private long spanS() {
    Matcher matcher = SPAN.matcher(since);
    if (!matcher.matches()) {
      throw new ParameterException(
          spec.commandLine(), "--since " + since + ": expected a span such as 30m, 12h or 7d");
    }
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "m" -> Duration.ofMinutes(count).toSeconds();
      case "h" -> Duration.ofHours(count).toSeconds();
      default -> Duration.ofDays(count).toSeconds();
    };
  }
}
