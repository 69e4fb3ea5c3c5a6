package io.rltune.daemon.testbed;

import io.rltune.daemon.testbed.Lab.JobRecord;
import io.rltune.daemon.testbed.Lab.QueuedJob;
import io.rltune.daemon.testbed.SteeringDaemon.Activity;
import io.rltune.sim.metrics.FinishedJob;
import io.rltune.sim.metrics.ReplayMetrics;
import io.rltune.sim.workload.WorkloadJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs the workload once on a fresh lab, with or without the daemon, and takes the measure of it.
 */
final class AbArm {
  private static final int WARM_UP_JOBS = 6;
  private static final long WARM_UP_TIMEOUT_S = 60;
  private static final long ACCOUNTING_TIMEOUT_S = 60;

  private final Lab lab;
  private final AbWorkload workload;
  private final Consumer<String> progress;
  private final List<String> problems = new ArrayList<>();

  AbArm(Lab lab, AbWorkload workload, Consumer<String> progress) {
    this.lab = lab;
    this.workload = workload;
    this.progress = progress;
  }

  /** The arm without the daemon. */
  ArmResult plain() throws IOException, InterruptedException {
    warmUp();
    SubmitReport submitted = runWorkload("plain");
    return measure("plain", submitted, new Activity(0, 0, 0), 0);
  }

  /** The arm with {@link OrderScript}. */
  ArmResult scripted() throws IOException, InterruptedException {
    warmUp();
    try (OrderScript script = OrderScript.start(lab)) {
      SubmitReport submitted = runWorkload(AbCommand.SCRIPT);
      if (!script.failure().isEmpty()) {
        problems.add("the script ended during the run: " + script.failure());
      }
      return measure(AbCommand.SCRIPT, submitted, script.activity(), 0);
    }
  }

  /**
   * The arm with the daemon in enforce mode.
   *
   * @param rltune the command rltune
   * @param extraYaml further settings of the daemon
   */
  ArmResult steered(Path rltune, String extraYaml) throws IOException, InterruptedException {
    try (SteeringDaemon daemon = SteeringDaemon.start(lab, rltune, extraYaml)) {
      warmUp();
      Activity before = daemon.activity();
      SubmitReport submitted = runWorkload("rltune");
      if (!daemon.isAlive()) {
        problems.add("the daemon ended during the run; see " + daemon.log());
        return measure("rltune", submitted, since(before, daemon.activity()), leasesInQueue());
      }
      Activity activity = since(before, daemon.activity());
      daemon.stop();
      return measure("rltune", submitted, activity, leasesInQueue());
    }
  }

  private static Activity since(Activity before, Activity after) {
    return new Activity(
        after.cycles() - before.cycles(),
        after.writes() - before.writes(),
        after.leases() - before.leases());
  }

  /** The first jobs of a cluster start slowly; they are not part of the experiment. */
  private void warmUp() throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UP_JOBS; i++) {
      lab.submit("root", "exec sleep 1", List.of("--gres=gpu:1", "--mem=100", "--time=1"));
    }
    if (!new QueueWatch(lab).awaitEmpty(WARM_UP_TIMEOUT_S)) {
      throw new IOException(
          "warm-up jobs did not end within %d s; see %s/log/slurmctld.log"
              .formatted(WARM_UP_TIMEOUT_S, lab.directory()));
    }
  }

  private SubmitReport runWorkload(String arm) throws IOException, InterruptedException {
    progress.accept(arm + ": submitting " + workload.jobs().size() + " jobs");
    SubmitReport submitted = new Submitter(lab).submit(workload.jobs());
    progress.accept(arm + ": all submitted, waiting for the queue to drain");
    QueueWatch watch = new QueueWatch(lab);
    boolean drained = watch.awaitEmpty(drainTimeoutS());
    watch.held().forEach((id, why) -> problems.add("job " + id + " was held: " + why));
    if (!drained) {
      for (QueuedJob job : lab.queue()) {
        problems.add(
            "job %d is still %s (%s), node list '%s'"
                .formatted(job.id(), job.state(), job.reason(), job.requiredNodes()));
      }
    }
    return submitted;
  }

  /** Twice what a cluster that runs one wide job after the other would need for what queued up. */
  private long drainTimeoutS() {
    double work = workload.jobs().stream().mapToDouble(job -> job.gpus() * job.runtimeS()).sum();
    return 300 + (long) (2 * work / AbWorkload.totalGpus());
  }

  private ArmResult measure(String arm, SubmitReport submitted, Activity activity, long leasesLeft)
      throws IOException, InterruptedException {
    Map<Long, JobRecord> records = awaitAccounting(submitted);
    List<FinishedJob> finished = new ArrayList<>();
    int failed = 0;
    List<JobOutcome> outcomes = new ArrayList<>();
    for (Map.Entry<Long, WorkloadJob> entry : submitted.jobs().entrySet()) {
      WorkloadJob job = entry.getValue();
      JobRecord record = records.get(entry.getKey());
      Optional<String> failure = failure(entry.getKey(), record);
      failure.ifPresent(problems::add);
      failed += failure.isPresent() ? 1 : 0;
      if (record != null) {
        outcomes.add(new JobOutcome(job, record, lab.requiredNodes(entry.getKey())));
      }
      if (record != null && record.start() > 0 && record.end() >= record.start()) {
        finished.add(
            new FinishedJob(
                record.submit(),
                record.start(),
                record.end(),
                job.gpus(),
                job.account(),
                record.completed()));
      }
    }
    ReplayMetrics metrics =
        ReplayMetrics.of(
            arm, finished, AbWorkload.totalGpus(), Double.NaN, activity.cycles(), Double.NaN);
    return new ArmResult(
        arm,
        metrics,
        activity,
        outcomes,
        leasesLeft,
        failed,
        problems,
        submitted.meanLagS(),
        submitted.maxLagS());
  }

  private static Optional<String> failure(long id, JobRecord record) {
    if (record == null) {
      return Optional.of("job " + id + " is not in the accounting");
    }
    if (record.completed()) {
      return Optional.empty();
    }
    return Optional.of(
        "job %d ended as %s with exit code %s".formatted(id, record.state(), record.exitCode()));
  }

  /** slurmctld reports to the accounting in batches; a job's end arrives a little later. */
  private Map<Long, JobRecord> awaitAccounting(SubmitReport submitted)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ACCOUNTING_TIMEOUT_S);
    Map<Long, JobRecord> records = lab.accounting();
    while (System.nanoTime() < deadline && !allEnded(submitted, records)) {
      TimeUnit.SECONDS.sleep(1);
      records = lab.accounting();
    }
    return records;
  }

  private static boolean allEnded(SubmitReport submitted, Map<Long, JobRecord> records) {
    return submitted.jobs().keySet().stream()
        .allMatch(id -> records.containsKey(id) && records.get(id).ended());
  }

  private long leasesInQueue() throws IOException, InterruptedException {
    return lab.queue().stream()
        .filter(job -> job.state().equals("PENDING") && !job.requiredNodes().isEmpty())
        .count();
  }
}
