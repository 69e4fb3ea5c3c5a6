package io.rltune.daemon.cli;

import io.rltune.daemon.accounting.PastImport;
import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Mechanism;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.service.Wiring;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Node;
import io.rltune.slurm.AccessReport;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmGateway;
import io.rltune.slurm.SlurmGateways;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rltune connect-check}: can this configuration reach and read the cluster? */
@Command(
    name = "connect-check",
    mixinStandardHelpOptions = true,
    description =
        "Connects to Slurm, reads the cluster once and says what was found: what works, what its rights are, what to grant. Changes nothing.")
final class ConnectCheckCommand implements Callable<Integer> {
  private static final int MOST_ROWS = 50_000;

  @Mixin private ConfigOption configOption;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Config config = configOption.load();
    PrintWriter out = spec.commandLine().getOut();
    try (SlurmGateway gateway = SlurmGateways.open(Wiring.slurm(config))) {
      out.println("connected: " + gateway.describe());
      gateway.tokenExpiry().ifPresent(expiry -> out.println("token expires: " + expiry));
      long begin = System.nanoTime();
      ClusterSnapshot snapshot = gateway.snapshot();
      out.printf("read: whole snapshot in %.0f ms%n", (System.nanoTime() - begin) / 1e6);
      out.printf(
          "cluster: %d nodes (%d usable), %d GPUs (%d free), %d partitions%n",
          snapshot.nodes().size(),
          snapshot.nodes().stream().filter(Node::isUsable).count(),
          snapshot.nodes().stream().mapToInt(Node::gpusTotal).sum(),
          snapshot.nodes().stream().filter(Node::isUsable).mapToInt(Node::gpusFree).sum(),
          snapshot.partitions().size());
      out.printf(
          "jobs: %d pending, %d running%n",
          snapshot.pendingJobs().size(), snapshot.activeJobs().size());
      out.println("history: " + history(config, snapshot));
      snapshot.warnings().forEach(warning -> out.println("warning: " + warning));
      return gateway.access().map(access -> rights(config, gateway, access, out)).orElse(0);
    }
  }

  /** What slurmdbd tells of the last day's runs, and whether it tells us of everybody's. */
  private static String history(Config config, ClusterSnapshot snapshot) {
    if (config.get(Settings.FROM_SLURMDBD).isZero()) {
      return "runs of before are not asked for (history.from_slurmdbd)";
    }
    long now = Instant.now().getEpochSecond();
    List<String> users = new ArrayList<>();
    try {
      boolean whole =
          Wiring.sacct(config)
              .ended(now - 86_400, now, MOST_ROWS, run -> users.add(run.user()))
              .whole();
      String us = System.getProperty("user.name");
      boolean othersHere = snapshot.jobs().stream().anyMatch(job -> !job.user().equals(us));
      return "slurmdbd tells of %s%d runs of %d users in the last day%s"
          .formatted(
              whole ? "" : "more than ",
              users.size(),
              Set.copyOf(users).size(),
              othersHere && Set.of(us).containsAll(users) ? "; " + PastImport.advice(us) : "");
    } catch (IOException e) {
      return "none from slurmdbd, the policy learns runtimes as jobs end: " + e.getMessage();
    }
  }

  private static int rights(
      Config config, SlurmGateway gateway, AccessReport access, PrintWriter out) {
    out.println("rights by REST: " + line(access.rest()));
    out.println("rights by scontrol: " + line(access.scontrol()));
    String how = gateway.describe();
    Mechanism mechanism = config.get(Settings.MECHANISM);
    boolean writable = gateway.canWrite(new JobUpdate.SiteFactor(1, 1));
    boolean fallsBack = mechanism == Mechanism.SITE_FACTOR && !writable;
    out.println(
        "order by: "
            + (fallsBack ? Mechanism.NICE : mechanism).name().toLowerCase(Locale.ROOT)
            + (fallsBack ? " (site factors need scontrol or Slurm 23.11)" : ""));
    AccessAdvice advice =
        new AccessAdvice(
            access,
            !how.contains("writes by scontrol"),
            how.contains("by scontrol"),
            config.get(Settings.USER),
            mechanism);
    advice.todo().forEach(todo -> out.println("to do: " + todo));
    boolean mustWrite = config.get(Settings.MODE).writesPriorities();
    if (advice.lacksRights()) {
      out.println(
          mustWrite
              ? "mode " + config.text(Settings.MODE) + " cannot work: rights are missing"
              : "mode " + config.text(Settings.MODE) + " needs no rights to write");
    } else {
      out.println("all is there; nothing was changed");
    }
    out.flush();
    return advice.lacksRights() && mustWrite ? ExitCodes.PERMISSION : ExitCodes.OK;
  }

  private static String line(AccessReport.Access way) {
    return way.level().name().toLowerCase(Locale.ROOT) + " (" + way.detail() + ")";
  }
}
