package io.rltune.daemon.bench;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.demo.SteeredRun;
import io.rltune.daemon.journal.PlannedWrite;
import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.workload.WorkloadJob;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many writes keep the order of a queue on one day of a trace, against rewriting every waiting
 * job in every cycle. The day before is replayed too, so that the day begins with its queue.
 */
public final class OrderBench {
  private static final double DAY_S = 86_400;

  private final ClusterSpec cluster;
  private final List<WorkloadJob> jobs;
  private final double intervalS;

  /**
   * A measurement.
   *
   * @param jobs a whole trace, by submit time
   * @param intervalS simulated seconds between two cycles, positive
   */
  public OrderBench(ClusterSpec cluster, List<WorkloadJob> jobs, double intervalS) {
    this.cluster = cluster;
    this.jobs = List.copyOf(jobs);
    this.intervalS = intervalS;
  }

  /**
   * What was counted on the day, in cycles in which at least one job waited.
   *
   * @param day day of the trace, from 0
   * @param submitted jobs submitted on it
   * @param meanQueue waiting jobs that RLTune orders, mean over the cycles
   * @param orderWrites writes of priorities, all cycles together
   * @param firstWrites of those, the first to its job
   * @param startWrites of those, because the job starts now
   * @param mostOrderWrites in one cycle
   * @param quietShare share of the cycles without a write of a priority
   * @param listWrites node lists set or cleared
   * @param rewriteAll writes if every waiting job were written in every cycle
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Result(
      int day,
      int submitted,
      long cycles,
      double meanQueue,
      int longestQueue,
      long orderWrites,
      long firstWrites,
      long startWrites,
      long mostOrderWrites,
      double quietShare,
      long listWrites,
      long rewriteAll) {

    /** A few lines. */
    public String text() {
      double perCycle = Math.max(1, cycles);
      return String.format(
          Locale.ROOT,
          "day %d of the trace: %d jobs submitted, %d cycles with a queue, %.1f jobs in it (at most %d)%n"
              + "order         %.2f writes a cycle, at most %d; none in %.0f %% of the cycles%n"
              + "              of which %.2f the first to a job, %.2f because a job starts now%n"
              + "node lists    %.2f writes a cycle%n"
              + "rewriting all %.1f writes a cycle: %.0f times as many as the order takes",
          day,
          submitted,
          cycles,
          meanQueue,
          longestQueue,
          orderWrites / perCycle,
          mostOrderWrites,
          100 * quietShare,
          firstWrites / perCycle,
          startWrites / perCycle,
          listWrites / perCycle,
          rewriteAll / perCycle,
          rewriteAll / (double) Math.max(1, orderWrites));
    }
  }

  /** The day, after the first, on which most jobs are submitted. */
  public int busiestDay() {
    Map<Integer, Integer> submitted = new TreeMap<>();
    jobs.forEach(job -> submitted.merge((int) (job.submitS() / DAY_S), 1, Integer::sum));
    return submitted.entrySet().stream()
        .filter(day -> day.getKey() > 0)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElseThrow(() -> new IllegalArgumentException("the trace is shorter than two days"));
  }

  /**
   * A day with the one before it.
   *
   * @param number day of the trace, at least 1
   * @param jobs jobs of both days, times counted from the begin of the day before
   * @param submitted jobs submitted on the day itself, at least 1
   */
  public record Day(int number, List<WorkloadJob> jobs, int submitted) {
    public Day {
      jobs = List.copyOf(jobs);
    }
  }

  /**
   * Cuts out a day.
   *
   * @throws IllegalArgumentException where no job is submitted on that day
   */
  public Day day(int day) {
    double beginS = (day - 1) * DAY_S;
    List<WorkloadJob> part = new ArrayList<>();
    int submitted = 0;
    for (WorkloadJob job : jobs) {
      if (job.submitS() >= beginS && job.submitS() < beginS + 2 * DAY_S) {
        submitted += job.submitS() >= beginS + DAY_S ? 1 : 0;
        part.add(job.at(part.size(), job.submitS() - beginS));
      }
    }
    if (day < 1 || submitted == 0) {
      throw new IllegalArgumentException(
          "day " + day + ": no job of the trace is submitted on it; days count from 1");
    }
    return new Day(day, part, submitted);
  }

  /** Replays a day. */
  public Result run(Day day) throws IOException, ConfigException, SlurmException {
    Counter counter = new Counter();
    new SteeredRun(cluster, day.jobs(), intervalS, 2 * DAY_S)
        .run(start -> List.of(), (simulatedS, done, report) -> counter.see(simulatedS, report));
    return counter.result(day.number(), day.submitted());
  }

  private static final class Counter {
    private long cycles;
    private long quiet;
    private long queued;
    private int longest;
    private long order;
    private long first;
    private long starts;
    private final Set<Long> written = new HashSet<>();
    private long mostOrder;
    private long lists;

    void see(double simulatedS, CycleReport report) {
      int queue = report.plan().map(plan -> plan.order().size()).orElse(0);
      List<PlannedWrite> ordered =
          report.commit().done().stream()
              .filter(write -> write.update() instanceof JobUpdate.SiteFactor)
              .toList();
      long fresh = ordered.stream().filter(write -> written.add(write.update().jobId())).count();
      if (simulatedS < DAY_S || queue == 0) {
        return;
      }
      int count = ordered.size();
      cycles++;
      quiet += count == 0 ? 1 : 0;
      queued += queue;
      longest = Math.max(longest, queue);
      order += count;
      first += fresh;
      starts += ordered.stream().filter(write -> write.why().startsWith("starts now")).count();
      mostOrder = Math.max(mostOrder, count);
      lists += report.commit().done().size() - count;
    }

    Result result(int day, int submitted) {
      double count = Math.max(1, cycles);
      return new Result(
          day,
          submitted,
          cycles,
          queued / count,
          longest,
          order,
          first,
          starts,
          mostOrder,
          quiet / count,
          lists,
          queued);
    }
  }
}
