package io.rltune.daemon.cli;

import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.snapshot.CycleFile;
import io.rltune.daemon.snapshot.CycleRecord;
import io.rltune.daemon.snapshot.Replay;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rltune replay}: the plan of a saved cycle, made again. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = {
      "Makes the plan of a saved cycle again, without a cluster, and compares it bit for bit.",
      "Exit code 1 where the plan is not the one that was recorded."
    })
final class ReplayCommand implements Callable<Integer> {
  private static final int MOST_SHOWN = 40;

  @Parameters(paramLabel = "FILE", description = "File of 'rltune snapshot'.")
  private Path file;

  @Option(names = "--plan", description = "Print the whole plan.")
  private boolean showPlan;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    CycleRecord record = CycleFile.read(file);
    Replay.Result result = Replay.run(record);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonFiles.MAPPER.writeValueAsString(toJson(record, result)));
    } else {
      print(out, record, result);
    }
    return result.same() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private Map<String, Object> toJson(CycleRecord record, Replay.Result result) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("same", result.same());
    all.put("digest", result.digest());
    all.put("recorded_digest", record.digest());
    all.put("recorded_by", record.rltune());
    all.put("taken_at", record.snapshot().takenAt());
    all.put("differences", result.differences());
    all.put("plan_ms", result.plan().timings().totalMs());
    if (showPlan) {
      all.put("plan", result.lines());
    }
    return all;
  }

  private void print(PrintWriter out, CycleRecord record, Replay.Result result) {
    out.printf(
        "cycle %d of RLTune %s, mode %s, taken at %s%n",
        record.cycle(), record.rltune(), record.mode(), Times.at(record.snapshot().takenAt()));
    out.printf(
        "%d jobs, %d nodes; %d in order, %d start, placement %s; made in %.0f ms%n",
        record.snapshot().jobs().size(),
        record.snapshot().nodes().size(),
        result.plan().order().size(),
        result.plan().starts().size(),
        result.plan().solve().status(),
        result.plan().timings().totalMs());
    if (showPlan) {
      result.lines().forEach(out::println);
    }
    if (result.same()) {
      out.println("same plan, bit for bit: " + result.digest());
      return;
    }
    out.printf("NOT the same plan: %d lines differ%n", result.differences().size());
    result.differences().stream().limit(MOST_SHOWN).forEach(out::println);
    if (!result.why().isEmpty()) {
      out.println(result.why());
    }
  }
}
