package io.rltune.daemon.testbed;

import io.rltune.daemon.testbed.SoakFaults.Fault;
import io.rltune.daemon.testbed.SoakReport.Outage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One soak on one lab: arrivals and faults for a time, then the reckoning. */
final class SoakRun {
  private static final long KILL_EVERY_S = 120;
  private static final int SHORTEST_FAULT_S = 8;
  private static final int LONGEST_FAULT_S = 25;
  private static final int REST_S = 10;
  private static final int DOWN_S = 3;

  /** RestartSec of the unit. */
  private static final int RESTART_S = 10;

  /** Unreachable controller, full disk, refused token: they heal by trying again. */
  private static final Set<Integer> RESTARTED = Set.of(69, 74, 77);

  /** Faults in which the end of a job may not be heard of. */
  private static final Set<String> DEAF = Set.of("slurmctld restart", "slurmd kill");

  /** After such a fault slurmctld and slurmd take this long to find each other again. */
  private static final long DEAF_AFTER_S = 60;

  private static final int RECOVERY_S = 120;
  private static final int JOBS_A_MINUTE = 20;

  /** Of the whole cluster; what the faults take away makes a queue of it that drains in time. */
  private static final double LOAD = 1.0;

  private static final long DRAIN_TIMEOUT_S = 1800;

  private final Lab lab;
  private final double minutes;
  private final long seed;
  private final Consumer<String> progress;
  private final Map<String, Integer> struck = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> explained = new ArrayList<>();
  private final List<Outage> outages = new ArrayList<>();
  private final long begin = System.nanoTime();
  private final long beginEpochS = Instant.now().getEpochSecond();
  private int kills;

  SoakRun(Lab lab, double minutes, long seed, Consumer<String> progress) {
    this.lab = lab;
    this.minutes = minutes;
    this.seed = seed;
    this.progress = progress;
  }

  SoakReport run() throws IOException, InterruptedException {
    Path token = lab.directory().resolve("etc/soak.token");
    int jobs = (int) Math.round(minutes * JOBS_A_MINUTE);
    AbWorkload workload = AbWorkload.generate(jobs, minutes * 60, LOAD, seed);
    try (SoakDaemon daemon = SoakDaemon.prepare(lab, token)) {
      SoakFaults faults = new SoakFaults(lab, daemon, token, seed);
      faults.renewToken();
      daemon.start();
      SoakArrivals arrivals = new SoakArrivals(lab, workload);
      try (SoakAdmin admin = new SoakAdmin(lab);
          SoakWatch watch = new SoakWatch(lab, daemon)) {
        admin.start();
        watch.start();
        strikeUntilTheEnd(daemon, faults);
        arrivals.stop();
        SoakCanaries canaries = new SoakCanaries(lab);
        int carried = revert(daemon, canaries);
        stop(daemon);
        canaries.cancel();
        drain();
        watch.close();
        admin.close();
        admin.acts().forEach((act, times) -> explained.add(times + " times an admin " + act));
        return reckon(daemon, arrivals, watch, carried);
      }
    }
  }

  private void strikeUntilTheEnd(SoakDaemon daemon, SoakFaults faults)
      throws IOException, InterruptedException {
    Random random = new Random(seed);
    Deque<String> round = new ArrayDeque<>();
    long nextKill = KILL_EVERY_S;
    long end = (long) (minutes * 60);
    rest(20, daemon);
    while (second() < end) {
      if (second() >= nextKill) {
        killAndStart(daemon);
        nextKill += KILL_EVERY_S;
      }
      if (round.isEmpty()) {
        round.addAll(faults.round());
      }
      String name = round.poll();
      int length = SHORTEST_FAULT_S + random.nextInt(LONGEST_FAULT_S - SHORTEST_FAULT_S);
      progress.accept("%4d s: %s for %d s".formatted(second(), name, length));
      Fault fault = faults.named(name);
      struck.merge(name, 1, Integer::sum);
      long from = Instant.now().getEpochSecond();
      try {
        fault.strike();
        // Now and then it dies in the middle of a fault, too.
        rest(Math.min(length, Math.max(1, nextKill - second())), daemon);
        if (second() >= nextKill) {
          killAndStart(daemon);
          nextKill += KILL_EVERY_S;
          rest(length / 2, daemon);
        }
      } finally {
        fault.heal();
        if (DEAF.contains(name)) {
          outages.add(new Outage(from, Instant.now().getEpochSecond() + DEAF_AFTER_S));
        }
      }
      rest(REST_S, daemon);
    }
  }

  private void killAndStart(SoakDaemon daemon) throws IOException, InterruptedException {
    progress.accept("%4d s: kill -9 of the daemon".formatted(second()));
    daemon.kill();
    kills++;
    TimeUnit.SECONDS.sleep(DOWN_S);
    daemon.start();
  }

  /**
   * As its unit does. A start that finds no slurmrestd, a full disk or an expired token is such an
   * end; any other is a problem.
   */
  private void startAgain(SoakDaemon daemon) throws IOException, InterruptedException {
    int code = daemon.exitCode();
    String what = "the daemon ended with exit code %d in second %d".formatted(code, second());
    (RESTARTED.contains(code) ? explained : problems).add(what);
    progress.accept(what);
    TimeUnit.SECONDS.sleep(RESTART_S);
    daemon.start();
  }

  /** Waits; a daemon that has ended is started again. */
  private void rest(long seconds, SoakDaemon daemon) throws IOException, InterruptedException {
    long until = second() + seconds;
    while (second() < until) {
      if (!daemon.isAlive()) {
        startAgain(daemon);
      }
      TimeUnit.MILLISECONDS.sleep(500);
    }
  }

  /** All is healed: the daemon must steer again; then everything is taken back. */
  private int revert(SoakDaemon daemon, SoakCanaries canaries)
      throws IOException, InterruptedException {
    awaitGoodCycles(daemon, 2);
    canaries.submit();
    awaitGoodCycles(daemon, 8);
    int carried = canaries.withSiteFactor();
    progress.accept("%4d s: revert, %d jobs carry a site factor".formatted(second(), carried));
    if (carried == 0) {
      problems.add("the daemon did not steer in the end: no pending job carried a site factor");
    }
    try {
      daemon.rltune("revert");
    } catch (IOException e) {
      problems.add("rltune revert failed: " + e.getMessage());
    }
    canaries.left().forEach(line -> problems.add("after revert: " + line));
    return carried;
  }

  private void awaitGoodCycles(SoakDaemon daemon, int count)
      throws IOException, InterruptedException {
    long from = daemon.goodCycles();
    long until = second() + RECOVERY_S;
    while (daemon.goodCycles() < from + count) {
      if (second() > until) {
        problems.add(
            "no %d good cycles within %d s of the last fault".formatted(count, RECOVERY_S));
        return;
      }
      TimeUnit.MILLISECONDS.sleep(500);
    }
  }

  private void stop(SoakDaemon daemon) throws InterruptedException {
    try {
      daemon.stop();
    } catch (IOException e) {
      problems.add(e.getMessage());
    }
  }

  private void drain() throws IOException, InterruptedException {
    progress.accept("%4d s: waiting for the queue to drain".formatted(second()));
    if (!new QueueWatch(lab).awaitEmpty(DRAIN_TIMEOUT_S)) {
      lab.queue()
          .forEach(
              job ->
                  problems.add(
                      "job %d is still %s (%s)".formatted(job.id(), job.state(), job.reason())));
    }
  }

  private SoakReport reckon(SoakDaemon daemon, SoakArrivals arrivals, SoakWatch watch, int carried)
      throws IOException, InterruptedException {
    Map<Long, SoakJobs.Job> found = SoakJobs.read(lab);
    SoakReport.judge(
        arrivals.submitted(),
        found,
        new SoakReport.Facts(beginEpochS, outages, SoakJobs.forgotten(lab)),
        explained,
        problems);
    watch
        .held()
        .forEach(
            (id, why) -> {
              boolean byHand = why.contains("JobHeld") && !SoakAdmin.isRequeuedHeld(why);
              (byHand ? problems : explained).add("job " + id + " had priority 0: " + why);
            });
    if (arrivals.refused() > 0) {
      explained.add(arrivals.refused() + " jobs could not be submitted");
    }
    String growth = SoakReport.memoryGrowth(watch.memory());
    if (!growth.isEmpty()) {
      problems.add(growth);
    }
    List<SoakJobs.Job> ours =
        arrivals.submitted().keySet().stream().filter(found::containsKey).map(found::get).toList();
    return new SoakReport(
        minutes,
        seed,
        struck,
        kills,
        arrivals.submitted().size(),
        (int) ours.stream().filter(job -> job.state().equals("COMPLETED")).count(),
        (int) ours.stream().filter(job -> job.restarts() > 0).count(),
        daemon.goodCycles(),
        daemon.badCycles(),
        daemon.writes(),
        daemon.leases(),
        carried,
        watch.memory(),
        explained,
        problems);
  }

  private long second() {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
  }
}
