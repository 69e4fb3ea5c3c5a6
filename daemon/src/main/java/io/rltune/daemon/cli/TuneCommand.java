package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.daemon.service.OutputFiles;
import io.rltune.daemon.tune.LivePolicy;
import io.rltune.daemon.tune.PolicyInForce;
import io.rltune.daemon.tune.TuneRun;
import io.rltune.daemon.tune.TunedPolicies;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code rltune tune}: a policy tuned to what the daemon has seen, if it is better beyond doubt.
 */
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    description = {
      "Trains the policy in force on with the runs that the daemon has recorded, and compares both in replays of weeks"
          + " that the new one was not trained on.",
      "With --apply a candidate that waits less beyond doubt is put in force; the daemon (tune.apply: true) takes it back"
          + " when live waits get worse. Nothing but the policy file changes, and every one is kept.",
      "Run it as the daemon's user, at a quiet hour: it takes a processor for its time."
    })
final class TuneCommand implements Callable<Integer> {
  @Mixin private ConfigOption configOption;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "30",
      description = "Time to train for (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--epochs",
      paramLabel = "E",
      defaultValue = "100000",
      description =
          "Most iterations to train for; where they end before the time does, the same record gives the same candidate.")
  private int epochs;

  @Option(
      names = "--days",
      paramLabel = "D",
      defaultValue = "30",
      description = "How far back the recorded runs may be (default: ${DEFAULT-VALUE}).")
  private int days;

  @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--candidate",
      paramLabel = "POLICY.zip",
      description = "Judge this policy instead of training one.")
  private Path candidate;

  @Option(
      names = "--out",
      paramLabel = "POLICY.zip",
      description = "Where to leave the candidate (default: STATE_DIR/candidate.zip).")
  private Path out;

  @Option(names = "--apply", description = "Put an accepted candidate in force.")
  private boolean apply;

  @Option(
      names = "--take-back",
      description = "Take the tuned policy in force back: the one before it comes back.")
  private boolean takeBack;

  @Option(names = "--show", description = "Say which policy is in force, and what happened.")
  private boolean show;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Config config = configOption.load();
    if (!config.get(Settings.POLICY).equals("rltune")) {
      throw new IllegalStateException(
          "policy.name is " + config.get(Settings.POLICY) + ": only the network can be tuned");
    }
    TunedPolicies tuned = new TunedPolicies(config.get(Settings.STATE_DIR));
    if (show) {
      return show(config, tuned);
    }
    if (takeBack) {
      Optional<LivePolicy> now = tuned.takeBack("by hand", Instant.now().getEpochSecond());
      say("in force again: " + now.map(LivePolicy::name).orElse("the configured policy"));
      return ExitCodes.OK;
    }
    if (minutes <= 0 || days < 1 || epochs < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--minutes, --days and --epochs must be positive: %s, %d, %d"
              .formatted(minutes, days, epochs));
    }
    OutputFiles.checkReplaceable(spec, out);
    return tune(config);
  }

  private int tune(Config config) throws IOException, InterruptedException {
    Path left = out == null ? config.get(Settings.STATE_DIR).resolve("candidate.zip") : out;
    TuneRun.Result result =
        new TuneRun(config, line -> say(line))
            .run(
                new TuneRun.Request(
                    Optional.ofNullable(candidate),
                    left,
                    minutes,
                    epochs,
                    seed,
                    Duration.ofDays(days),
                    apply));
    if (json) {
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("candidate", result.candidate().toString());
      answer.put("verdict", result.verdict());
      answer.put("in_force", result.inForce().orElse(null));
      spec.commandLine().getOut().println(JsonFiles.MAPPER.writeValueAsString(answer));
    }
    return ExitCodes.OK;
  }

  private int show(Config config, TunedPolicies tuned) throws IOException, ConfigException {
    PrintWriter output = spec.commandLine().getOut();
    if (json) {
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("in_force", PolicyInForce.of(config).name());
      answer.put("tuned", tuned.live().orElse(null));
      answer.put("history", tuned.history());
      output.println(JsonFiles.MAPPER.writeValueAsString(answer));
    } else {
      output.println("in force: " + PolicyInForce.of(config).name());
      tuned.history().forEach(output::println);
    }
    output.flush();
    return ExitCodes.OK;
  }

  /** Progress; beside JSON it goes where it does no harm. */
  private void say(String line) {
    if (!line.startsWith("SLF4J")) {
      PrintWriter to = json ? spec.commandLine().getErr() : spec.commandLine().getOut();
      to.println(line);
      to.flush();
    }
  }
}
