package io.rltune.daemon.cli;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.service.Wiring;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Node;
import io.rltune.slurm.SlurmGateway;
import io.rltune.slurm.SlurmGateways;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rltune connect-check}: can this configuration reach and read the cluster? */
@Command(
    name = "connect-check",
    mixinStandardHelpOptions = true,
    description = "Connects to Slurm, reads the cluster once and says what was found.")
final class ConnectCheckCommand implements Callable<Integer> {
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
      snapshot.warnings().forEach(warning -> out.println("warning: " + warning));
    }
    return ExitCodes.OK;
  }
}
