package io.rltune.daemon.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rltune.daemon.service.OutputFiles;
import io.rltune.sim.replay.ReplayOptions;
import io.rltune.sim.replay.ReplayPolicies;
import io.rltune.sim.train.Evaluation;
import io.rltune.sim.train.Evaluation.Contestant;
import io.rltune.sim.train.EvaluationReport;
import io.rltune.sim.train.TraceSection;
import io.rltune.sim.train.TrainingOptions;
import io.rltune.sim.train.TrainingOptions.Loaded;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rltune evaluate}: policies against each other on what none was trained on. */
@Command(
    name = "evaluate",
    mixinStandardHelpOptions = true,
    description = {
      "Compares policies on the last fifth of each trace, which rltune train never sees: a table per trace, figures"
          + " paired by window against the first policy, with bootstrap intervals of 95 per cent.",
      "For a trace that a policy was not trained on at all, that is a test on a foreign workload.",
      "multifactor-milp, rltune-order and rltune beside multifactor-easy show what placement and order do alone."
    })
final class EvaluateCommand implements Callable<Integer> {
  private static final String SHIPPED = "shipped";
  private static final String HELD_OUT = "held-out";
  private static final String VALIDATION = "validation";

  @Option(names = "--trace", required = true, paramLabel = "F", description = "Trace; repeatable.")
  private List<Path> traces;

  @Option(names = "--format", required = true, paramLabel = "X", description = "Its format.")
  private List<String> formats;

  @Option(
      names = "--cluster",
      required = true,
      paramLabel = "C.yaml",
      description = "Cluster file; one for all traces, or one per trace.")
  private List<Path> clusters;

  @Option(
      names = "--policy",
      split = ",",
      paramLabel = "P",
      defaultValue =
          "multifactor-easy,fcfs,fcfs-easy,sjf-easy,sjf-oracle-easy,wfp3,unicep,f1,qssf,rltune-order,rltune-greedy",
      description = "Policies, the first is the baseline (default: ${DEFAULT-VALUE}).")
  private List<String> policies;

  @Option(
      names = "--policy-file",
      split = ",",
      paramLabel = "POLICY.zip",
      description =
          "Trained policies for the names that begin with rltune (default: the shipped one); several, such as"
              + " three seeds, are compared side by side, the shipped one among them by the name "
              + SHIPPED
              + ".")
  private List<Path> policyFiles = List.of();

  @Option(
      names = "--part",
      defaultValue = HELD_OUT,
      description = {
        "held-out: the last fifth of the trace; validation: 70 to 80 per cent of it, by which rltune train picks,",
        "to choose between policies without looking at what they are judged by (default: ${DEFAULT-VALUE})."
      })
  private String part;

  @Option(
      names = "--protocol",
      defaultValue = "continuous",
      description = {
        "continuous: windows of --window jobs (2000) with arrivals scaled to --load (1.0);",
        "windows: the paper's, 256 consecutive jobs as they came, from an empty cluster (default: ${DEFAULT-VALUE})."
      })
  private String protocol;

  @Option(
      names = "--windows",
      defaultValue = "5",
      description = "Windows (default: ${DEFAULT-VALUE}).")
  private int windows;

  @Option(names = "--window", paramLabel = "N", description = "Jobs of a window.")
  private Integer window;

  @Option(names = "--load", paramLabel = "L", description = "Load; 0 leaves the arrivals alone.")
  private Double load;

  @Option(
      names = "--cycle",
      defaultValue = "60",
      paramLabel = "S",
      description = "Seconds between RLTune's cycles (default: ${DEFAULT-VALUE}).")
  private double cycleS;

  @Option(names = "--json", paramLabel = "OUT", description = "Also write all figures as JSON.")
  private Path json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    boolean continuous = protocol.equals("continuous");
    if (!continuous && !protocol.equals("windows")) {
      throw new ParameterException(
          spec.commandLine(), "--protocol " + protocol + ": must be continuous or windows");
    }
    if (!List.of(HELD_OUT, VALIDATION).contains(part)) {
      throw new ParameterException(
          spec.commandLine(), "--part " + part + ": must be " + HELD_OUT + " or " + VALIDATION);
    }
    OutputFiles.check(spec, json);
    Evaluation evaluation =
        new Evaluation(
            contestants(),
            windows,
            window != null ? window : continuous ? 2_000 : 256,
            load != null ? load : continuous ? 1.0 : 0,
            ReplayOptions.defaults().withCycleS(cycleS));
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    List<Map<String, Object>> all = new ArrayList<>();
    List<String> arguments = TrainCommand.sources(spec, traces, formats, clusters);
    for (TrainingOptions.Source source : TrainingOptions.parse(arguments).sources()) {
      Loaded loaded = source.load(Integer.MAX_VALUE);
      TraceSection section = section(loaded);
      Evaluation.Outcome outcome =
          evaluation.run(
              section,
              line -> {
                err.println(line);
                err.flush();
              });
      out.println(EvaluationReport.text(outcome));
      out.flush();
      all.add(EvaluationReport.json(outcome));
    }
    if (json != null) {
      Files.write(json, new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(all));
    }
    return ExitCodes.OK;
  }

  private TraceSection section(Loaded loaded) {
    return part.equals(HELD_OUT)
        ? TraceSection.heldOut(loaded.label(), loaded.cluster(), loaded.trace().jobs())
        : TraceSection.validation(loaded.label(), loaded.cluster(), loaded.trace().jobs());
  }

  private List<Contestant> contestants() {
    List<Contestant> contestants = new ArrayList<>();
    for (String policy : policies) {
      if (!ReplayPolicies.names().contains(policy)) {
        throw new ParameterException(
            spec.commandLine(),
            "--policy " + policy + ": must be one of " + String.join(", ", ReplayPolicies.names()));
      }
      if (!policy.startsWith("rltune") || policyFiles.isEmpty()) {
        contestants.add(new Contestant(policy, policy, Optional.empty()));
        continue;
      }
      for (Path file : policyFiles) {
        String label = policyFiles.size() == 1 ? policy : policy + ":" + file.getFileName();
        boolean shipped = file.toString().equals(SHIPPED);
        contestants.add(
            new Contestant(label, policy, shipped ? Optional.empty() : Optional.of(file)));
      }
    }
    return contestants;
  }
}
