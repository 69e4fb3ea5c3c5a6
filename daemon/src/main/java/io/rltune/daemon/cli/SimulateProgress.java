package io.rltune.daemon.cli;

import io.rltune.sim.protocol.Comparison;
import io.rltune.sim.workload.WorkloadJob;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One line on a terminal that says how far each policy's replays are; silent elsewhere. */
final class SimulateProgress implements Comparison.Watcher {
  private static final long EVERY_NS = 200_000_000L;

  private final Optional<PrintWriter> terminal;
  private final Map<String, int[]> doneByPolicy = new LinkedHashMap<>();
  private final int total;
  private long shownNs;
  private int shownLength;

  SimulateProgress(
      Optional<PrintWriter> terminal, List<String> policies, List<List<WorkloadJob>> windows) {
    this.terminal = terminal;
    this.total = windows.stream().mapToInt(List::size).sum();
    policies.forEach(policy -> doneByPolicy.put(policy, new int[windows.size()]));
  }

  @Override
  public synchronized void at(String policy, int window, int jobsDone, int jobsTotal) {
    doneByPolicy.get(policy)[window] = jobsDone;
    long now = System.nanoTime();
    if (terminal.isPresent() && now - shownNs >= EVERY_NS) {
      shownNs = now;
      show(terminal.get());
    }
  }

  /** Clears the line. */
  synchronized void end() {
    if (shownLength > 0) {
      terminal.ifPresent(
          out -> {
            out.print("\r" + " ".repeat(shownLength) + "\r");
            out.flush();
          });
    }
  }

  private void show(PrintWriter out) {
    StringBuilder line = new StringBuilder();
    doneByPolicy.forEach(
        (policy, windows) -> {
          long done = 0;
          for (int jobs : windows) {
            done += jobs;
          }
          line.append("  %s %3d %%".formatted(policy, 100 * done / total));
        });
    out.print("\r" + line + " ".repeat(Math.max(0, shownLength - line.length())));
    out.flush();
    shownLength = line.length();
  }
}
