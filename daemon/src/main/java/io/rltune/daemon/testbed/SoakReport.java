package io.rltune.daemon.testbed;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.rltune.daemon.testbed.SoakWatch.Memory;
import io.rltune.sim.workload.WorkloadJob;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a soak came to.
 *
 * @param faults how often each kind struck
 * @param kills daemon kills
 * @param jobs jobs submitted, without the canaries
 * @param requeued of those, jobs that Slurm started again after it lost their node
 * @param goodCycles cycles without a problem
 * @param badCycles cycles that wrote nothing because something was wrong
 * @param carried pending jobs with a site factor just before the revert
 * @param memory resident memory of the daemon, oldest first
 * @param explained what happened to jobs by the faults alone
 * @param problems what must not be
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record SoakReport(
    double minutes,
    long seed,
    Map<String, Integer> faults,
    int kills,
    int jobs,
    int completed,
    int requeued,
    long goodCycles,
    long badCycles,
    long writes,
    long leases,
    int carried,
    List<Memory> memory,
    List<String> explained,
    List<String> problems) {
  /** Younger daemons have not seen all of their heap yet. */
  private static final long GROWN_UP_S = 40;

  /** Later lives may have this much more than earlier ones: state grows, the JVM breathes. */
  private static final double FLAT = 1.25;

  SoakReport {
    faults = new TreeMap<>(faults);
    memory = List.copyOf(memory);
    explained = List.copyOf(explained);
    problems = List.copyOf(problems);
  }

  /**
   * A time in which Slurm could not hear of the end of a job, because slurmctld or a slurmd was
   * dead; seconds since the epoch.
   */
  record Outage(long from, long to) {
    boolean overlaps(SoakJobs.Job job) {
      return job.start() > 0 && job.start() <= to && (job.end() == 0 || job.end() >= from);
    }
  }

  /**
   * What explains an end.
   *
   * @param begin begin of the soak, seconds since the epoch
   * @param forgotten jobs that slurmctld killed because the node had them started already
   */
  record Facts(long begin, List<Outage> outages, Set<Long> forgotten) {
    Facts {
      outages = List.copyOf(outages);
      forgotten = Set.copyOf(forgotten);
    }
  }

  /**
   * Judges the jobs.
   *
   * @param submitted jobs as they were submitted
   * @param found jobs as slurmctld has them in the end
   * @param facts what is known of the faults
   * @param explained takes what the faults explain
   * @param problems takes what they do not
   */
  static void judge(
      Map<Long, WorkloadJob> submitted,
      Map<Long, SoakJobs.Job> found,
      Facts facts,
      List<String> explained,
      List<String> problems) {
    submitted.forEach(
        (id, wish) -> {
          SoakJobs.Job job = found.get(id);
          if (job == null) {
            problems.add("job " + id + " is gone from slurmctld");
          } else {
            judge(wish, job, facts, explained, problems);
          }
        });
  }

  private static void judge(
      WorkloadJob wish,
      SoakJobs.Job job,
      Facts facts,
      List<String> explained,
      List<String> problems) {
    String what =
        "job %d ended as %s (%s, exit code %s, %d restarts, nodes %s, second %d to %d)"
            .formatted(
                job.id(),
                job.state(),
                job.reason(),
                job.exitCode(),
                job.restarts(),
                job.nodeList(),
                Math.max(0, job.start() - facts.begin()),
                Math.max(0, job.end() - facts.begin()));
    switch (job.state()) {
      case "COMPLETED" -> {
        if (job.nodes() != wish.nodes()) {
          problems.add(
              "job %d ran on %d nodes and asked for %d"
                  .formatted(job.id(), job.nodes(), wish.nodes()));
        }
      }
      case "NODE_FAIL" -> explained.add(what);
      case "TIMEOUT" -> {
        // It slept to its end; the word of it came after its limit, or was lost with slurmctld.
        boolean unheard = facts.outages().stream().anyMatch(outage -> outage.overlaps(job));
        if (unheard) {
          explained.add(what + ": Slurm could not hear of its end in time");
        } else {
          problems.add(what);
        }
      }
      case "FAILED" -> {
        if (facts.forgotten().contains(job.id())) {
          explained.add(what + ": slurmctld had forgotten its first start and could not repeat it");
        } else {
          problems.add(what);
        }
      }
      default -> problems.add(what);
    }
  }

  /** Whether later lives of the daemon had about as much memory as earlier ones. */
  static String memoryGrowth(List<Memory> memory) {
    List<Double> grown =
        memory.stream().filter(m -> m.age() >= GROWN_UP_S).map(Memory::rssMib).toList();
    if (grown.size() < 6) {
      return "";
    }
    double first = median(grown.subList(0, grown.size() / 3));
    double last = median(grown.subList(grown.size() * 2 / 3, grown.size()));
    return last <= FLAT * first
        ? ""
        : String.format(
            Locale.ROOT,
            "memory is not flat: median %.0f MiB in the first third, %.0f MiB in the last",
            first,
            last);
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }

  void print(PrintWriter out) {
    out.printf(Locale.ROOT, "Soak of %.0f min, seed %d%n", minutes, seed);
    out.printf("faults    %s%n", faults);
    out.printf("          daemon killed %d times%n", kills);
    out.printf(
        "daemon    %d good cycles, %d with a problem and without a write; %d writes, %d node lists%n",
        goodCycles, badCycles, writes, leases);
    out.printf(
        "jobs      %d submitted, %d completed, %d started again after a node was lost%n",
        jobs, completed, requeued);
    out.printf("revert    %d jobs carried a site factor before it%n", carried);
    out.printf("memory    MiB by life (first, last, most): %s%n", memoryByLife());
    explained.forEach(line -> out.println("explained " + line));
    problems.forEach(line -> out.println("PROBLEM   " + line));
    out.println(
        problems.isEmpty()
            ? "passed    no job harmed, no lease left, nothing of ours left, memory flat"
            : "FAILED    " + problems.size() + " problems");
    out.flush();
  }

  private String memoryByLife() {
    Map<Integer, List<Double>> lives = new TreeMap<>();
    memory.forEach(m -> lives.computeIfAbsent(m.life(), l -> new ArrayList<>()).add(m.rssMib()));
    List<String> texts = new ArrayList<>();
    lives.forEach(
        (life, rss) ->
            texts.add(
                String.format(
                    Locale.ROOT,
                    "%d: %.0f %.0f %.0f",
                    life,
                    rss.get(0),
                    rss.get(rss.size() - 1),
                    rss.stream().mapToDouble(Double::doubleValue).max().orElse(0))));
    return String.join("; ", texts);
  }
}
