package io.rltune.sim.replay;

import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The textbook in its plainest form: one pool of processors, a list of waiting and a list of
 * running jobs, everything looked at again at every event. Written from Lifka (1995) and Mu'alem
 * and Feitelson (2001), with nothing of the engine in it.
 */
final class NaiveScheduler {
  private record Running(int job, double endS, double limitEndS) {}

  private final List<WorkloadJob> jobs;
  private final Comparator<Integer> order;
  private final boolean easy;
  private final double[] startS;
  private final List<Integer> waiting = new ArrayList<>();
  private final List<Running> running = new ArrayList<>();
  private int free;

  private NaiveScheduler(
      int processors, List<WorkloadJob> jobs, Comparator<Integer> order, boolean easy) {
    this.free = processors;
    this.jobs = jobs;
    this.order = order;
    this.easy = easy;
    this.startS = new double[jobs.size()];
  }

  /** Start times in the order of the jobs, each of which takes its GPUs out of one pool. */
  static double[] starts(
      int processors, List<WorkloadJob> jobs, Comparator<Integer> order, boolean easy) {
    return new NaiveScheduler(processors, jobs, order, easy).run();
  }

  private double[] run() {
    TreeSet<Double> times = new TreeSet<>();
    jobs.forEach(job -> times.add(job.submitS()));
    while (!times.isEmpty()) {
      double nowS = times.pollFirst();
      for (Running ended : running.stream().filter(r -> r.endS == nowS).toList()) {
        running.remove(ended);
        free += jobs.get(ended.job).gpus();
      }
      for (int job = 0; job < jobs.size(); job++) {
        if (jobs.get(job).submitS() == nowS) {
          waiting.add(job);
        }
      }
      waiting.sort(order);
      schedule(nowS);
      running.forEach(r -> times.add(r.endS));
    }
    return startS;
  }

  private void schedule(double nowS) {
    while (!waiting.isEmpty() && jobs.get(waiting.get(0)).gpus() <= free) {
      start(waiting.remove(0), nowS);
    }
    if (waiting.isEmpty() || !easy) {
      return;
    }
    int head = jobs.get(waiting.get(0)).gpus();
    double shadowS = Double.POSITIVE_INFINITY;
    for (Running candidate : running) {
      if (free + endedBy(candidate.limitEndS) >= head) {
        shadowS = Math.min(shadowS, candidate.limitEndS);
      }
    }
    int extra = free + endedBy(shadowS) - head;
    for (int job : List.copyOf(waiting.subList(1, waiting.size()))) {
      int size = jobs.get(job).gpus();
      if (size > free) {
        continue;
      }
      if (nowS + jobs.get(job).timeLimitS() > shadowS) {
        if (size > extra) {
          continue;
        }
        extra -= size;
      }
      waiting.remove((Integer) job);
      start(job, nowS);
    }
  }

  private int endedBy(double atS) {
    return running.stream()
        .filter(r -> r.limitEndS <= atS)
        .mapToInt(r -> jobs.get(r.job).gpus())
        .sum();
  }

  private void start(int job, double nowS) {
    WorkloadJob request = jobs.get(job);
    startS[job] = nowS;
    free -= request.gpus();
    double limitEndS = nowS + request.timeLimitS();
    running.add(new Running(job, Math.min(limitEndS, nowS + request.runtimeS()), limitEndS));
  }
}
