package io.rltune.daemon.testbed;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What an admin does about what Slurm itself does after a crash: a job that slurmctld had launched
 * and forgotten is launched again, slurmd calls that a duplicate, Slurm drains the node and
 * requeues the job held. Somebody must resume the one and release the other. The soak's own faults
 * are healed by themselves.
 */
final class SoakAdmin extends SoakLook {
  private static final long EVERY_MS = 10_000;

  private final Lab lab;
  private final Map<String, Integer> acts = new ConcurrentSkipListMap<>();

  SoakAdmin(Lab lab) {
    super("soak-admin", EVERY_MS);
    this.lab = lab;
  }

  /** What was done, and how often. */
  Map<String, Integer> acts() {
    return acts;
  }

  @Override
  void look() throws IOException, InterruptedException {
    resumeNodes(lab.slurm("sinfo", "-N", "-h", "-o", "%N|%T|%E").lines().toList());
    releaseJobs(lab.slurm("squeue", "-h", "-t", "PD", "-o", "%A|%r").lines().toList());
  }

  private void resumeNodes(List<String> lines) throws IOException, InterruptedException {
    // A node of two partitions has two lines.
    for (String line : lines.stream().distinct().toList()) {
      String[] fields = line.split("\\|", 3);
      if (isDrainedBySlurm(fields[1], fields[2])) {
        lab.slurm("scontrol", "update", "nodename=" + fields[0], "state=resume");
        acts.merge("resumed node " + fields[0] + ": " + fields[2], 1, Integer::sum);
      }
    }
  }

  private void releaseJobs(List<String> lines) throws IOException, InterruptedException {
    for (String line : lines) {
      String[] fields = line.split("\\|", 2);
      if (isRequeuedHeld(fields[1])) {
        lab.slurm("scontrol", "release", fields[0]);
        acts.merge("released job " + fields[0] + ": " + fields[1], 1, Integer::sum);
      }
    }
  }

  /** Whether Slurm took the node away for what it calls a failure of the node. */
  static boolean isDrainedBySlurm(String state, String reason) {
    return state.startsWith("drain") && !reason.equals("soak") && !reason.equals("none");
  }

  /** Whether Slurm holds the job because it could not launch it. */
  static boolean isRequeuedHeld(String reason) {
    return reason.replace('_', ' ').contains("requeued held");
  }
}
