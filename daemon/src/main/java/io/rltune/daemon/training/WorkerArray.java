package io.rltune.daemon.training;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The job array of rollout workers. */
final class WorkerArray implements AutoCloseable {
  private static final Pattern JOB_ID = Pattern.compile("[0-9]+");
  private static final SlurmCommand SLURM = new SlurmCommand(Duration.ofSeconds(60));

  private final String jobId;

  private WorkerArray(String jobId) {
    this.jobId = jobId;
  }

  /**
   * Submits the array.
   *
   * @param workers tasks
   * @param minutes time limit of each; 0 for the partition's own
   * @param options further options of sbatch, such as --partition=cpu; they come last and win
   * @param script what a task runs
   * @param logs directory for the tasks' output
   */
  static WorkerArray submit(
      int workers, long minutes, List<String> options, String script, Path logs)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "sbatch",
                "--parsable",
                "--job-name=rltune-train",
                "--array=0-" + (workers - 1),
                "--ntasks=1",
                "--cpus-per-task=1",
                "--mem=" + WorkerSetup.MEMORY_MB,
                "--open-mode=append",
                // Nothing of the submitting environment: it may hold tokens.
                "--export=PATH,LANG",
                "--output=" + logs.resolve("worker-%a.log")));
    if (minutes > 0) {
      command.add("--time=" + minutes);
    }
    command.addAll(options);
    String said = SLURM.run(command, script).strip();
    // With several clusters it is ID;CLUSTER.
    String id = said.split(";", 2)[0];
    if (!JOB_ID.matcher(id).matches()) {
      throw new IOException("sbatch gave no job id but '" + said + "'");
    }
    return new WorkerArray(id);
  }

  String jobId() {
    return jobId;
  }

  /** States of the tasks that have not ended, a line each; empty when all have. */
  List<String> states() throws IOException {
    try {
      return SLURM
          .run(List.of("squeue", "--noheader", "--array", "--job=" + jobId, "--format=%T %r"), "")
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (IOException e) {
      // What slurmctld says of a job that has ended some minutes ago.
      if (String.valueOf(e.getMessage()).contains("Invalid job id")) {
        return List.of();
      }
      throw e;
    }
  }

  /** Cancels what is left of it. Only ours: a training array that this process submitted. */
  @Override
  public void close() throws IOException {
    SLURM.run(List.of("scancel", jobId), "");
  }
}
