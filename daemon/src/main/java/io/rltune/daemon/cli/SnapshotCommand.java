package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.service.OutputFiles;
import io.rltune.daemon.service.StateDir;
import io.rltune.daemon.service.Wiring;
import io.rltune.daemon.snapshot.CycleFile;
import io.rltune.daemon.snapshot.CycleRecord;
import io.rltune.daemon.snapshot.NameHasher;
import io.rltune.daemon.snapshot.PlanText;
import io.rltune.model.ClusterSnapshot;
import io.rltune.plan.Plan;
import io.rltune.plan.PlanContext;
import io.rltune.plan.Planner;
import io.rltune.slurm.SlurmGateway;
import io.rltune.slurm.SlurmGateways;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rltune snapshot}: a cycle's input and plan in one file. */
@Command(
    name = "snapshot",
    mixinStandardHelpOptions = true,
    description = {
      "Saves what a plan is made of, and the plan: cluster, settings, policy. Writes nothing to Slurm.",
      "'rltune replay FILE' makes the same plan again, anywhere. No token is in the file."
    })
final class SnapshotCommand implements Callable<Integer> {
  @Mixin private ConfigOption configOption;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "File to write (compressed JSON).")
  private Path output;

  @Option(
      names = "--last",
      description = "Take the daemon's last cycle instead of reading the cluster now.")
  private boolean last;

  @Option(
      names = "--hash-names",
      description = "Hash names of users, accounts, jobs, QOS and reservations.")
  private boolean hashNames;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    OutputFiles.checkReplaceable(spec, output);
    Config config = configOption.load();
    CycleRecord record = last ? lastCycle(config) : readNow(config);
    if (hashNames) {
      record = NameHasher.hash(record);
    }
    CycleFile.write(output, record);
    ClusterSnapshot snapshot = record.snapshot();
    spec.commandLine()
        .getOut()
        .printf(
            "%s: %d jobs, %d nodes, %d in order, %d start; plan %s%n%s%n",
            output,
            snapshot.jobs().size(),
            snapshot.nodes().size(),
            record.plan().order().size(),
            record.plan().starts().size(),
            record.digest().substring(0, 12),
            hashNames
                ? "names of users, accounts, jobs, QOS and reservations are hashed; node names are not"
                : "it holds names of users, accounts and jobs; --hash-names leaves them out");
    return ExitCodes.OK;
  }

  private static CycleRecord lastCycle(Config config) throws Exception {
    Path file = new StateDir(config.get(Settings.STATE_DIR)).lastCycle();
    if (!Files.exists(file)) {
      throw new IllegalStateException(
          "no cycle in " + file + ": the daemon has not run with this configuration");
    }
    return CycleFile.read(file).withPolicyZip(Wiring.policyZip(config));
  }

  private static CycleRecord readNow(Config config) throws Exception {
    Planner planner = Wiring.planner(config);
    try (SlurmGateway gateway = SlurmGateways.open(Wiring.slurm(config))) {
      ClusterSnapshot snapshot = gateway.snapshot();
      Plan plan = planner.plan(snapshot, PlanContext.EMPTY);
      return new CycleRecord(
          CycleRecord.FORMAT,
          Version.number(),
          config.get(Settings.MODE).name().toLowerCase(Locale.ROOT),
          0,
          config.get(Settings.POLICY),
          Wiring.policyZip(config),
          config.get(Settings.SOLVER),
          false,
          Wiring.plannerSettings(config),
          snapshot,
          PlanContext.EMPTY,
          planner.lastFeatures().base64(),
          plan,
          PlanText.digest(plan));
    }
  }
}
