package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.SampleConfig;
import io.rltune.daemon.service.JsonFiles;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rltune show-conf}: every setting, its value and where that came from. */
@Command(
    name = "show-conf",
    mixinStandardHelpOptions = true,
    description = "Prints every setting with its value and where the value came from.")
final class ShowConfCommand implements Callable<Integer> {
  @Mixin private ConfigOption configOption;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(names = "--sample", description = "Print the commented sample file instead.")
  private boolean sample;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (sample) {
      spec.commandLine().getOut().print(SampleConfig.render());
      spec.commandLine().getOut().flush();
      return ExitCodes.OK;
    }
    Config config = configOption.load();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> all = new LinkedHashMap<>();
      for (Config.Line line : config.lines()) {
        all.put(line.key(), Map.of("value", line.value(), "origin", line.origin()));
      }
      out.println(JsonFiles.MAPPER.writeValueAsString(all));
    } else {
      for (Config.Line line : config.lines()) {
        out.printf("%-34s %-28s # %s%n", line.key(), line.value(), line.origin());
      }
    }
    return ExitCodes.OK;
  }
}
