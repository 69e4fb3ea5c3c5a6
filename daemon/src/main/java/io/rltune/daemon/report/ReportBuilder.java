package io.rltune.daemon.report;

import io.rltune.daemon.history.CyclePoint;
import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.daemon.report.ReportData.Against;
import io.rltune.daemon.report.ReportData.Agreement;
import io.rltune.daemon.report.ReportData.Group;
import io.rltune.daemon.report.ReportData.ModeTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/** Makes a report of a history. */
public final class ReportBuilder {
  private static final long NOTICEABLE_S = 60;

  private ReportBuilder() {}

  /** The report of the jobs that started from {@code from} (inclusive) to {@code to}. */
  public static ReportData build(History history, long from, long to) throws IOException {
    // A job that ran before the daemon saw it says nothing of either.
    List<JobRun> runs =
        history.started(from, to).stream().filter(run -> !run.mode().isEmpty()).toList();
    List<JobRun> ordered = runs.stream().filter(run -> run.standing().position() > 0).toList();
    List<CyclePoint> points = history.points(from, to);
    return new ReportData(
        from,
        to,
        modes(points),
        runs.size(),
        ordered.size(),
        agreement(ordered),
        against(ordered),
        groups(runs, JobRun::partition),
        groups(runs, JobRun::account),
        notes(ordered, points));
  }

  private static List<ModeTime> modes(List<CyclePoint> points) {
    Map<String, long[]> byMode = new TreeMap<>();
    for (CyclePoint point : points) {
      long[] sums = byMode.computeIfAbsent(point.mode(), mode -> new long[2]);
      sums[0]++;
      sums[1] += point.writes();
    }
    List<ModeTime> modes = new ArrayList<>();
    byMode.forEach((mode, sums) -> modes.add(new ModeTime(mode, sums[0], sums[1])));
    return modes;
  }

  private static Agreement agreement(List<JobRun> ordered) {
    int before = 0;
    int earlier = 0;
    int passed = 0;
    int ours = 0;
    double sum = 0;
    for (JobRun run : ordered) {
      before += run.agreed() ? 1 : 0;
      if (run.firstPlanned() == 0) {
        ours += writes(run) ? 1 : 0;
        passed += writes(run) ? 0 : 1;
      }
      long lead = run.firstPlanned() == 0 ? 0 : run.started() - run.firstPlanned();
      if (lead > NOTICEABLE_S) {
        earlier++;
        sum += lead;
      }
    }
    return new Agreement(before, earlier, earlier == 0 ? 0 : sum / earlier, ours, passed);
  }

  private static boolean writes(JobRun run) {
    return run.mode().equals("enforce") || run.mode().equals("advise");
  }

  private static Against against(List<JobRun> ordered) {
    List<JobRun> known =
        ordered.stream().filter(run -> writes(run) && run.plainStart() > 0).toList();
    double wait = 0;
    double plain = 0;
    int sooner = 0;
    int later = 0;
    for (JobRun run : known) {
      wait += run.waitS();
      plain += plainWaitS(run);
      sooner += run.plainStart() - run.started() > NOTICEABLE_S ? 1 : 0;
      later += run.started() - run.plainStart() > NOTICEABLE_S ? 1 : 0;
    }
    int n = Math.max(1, known.size());
    return new Against(known.size(), wait / n, plain / n, sooner, later);
  }

  private static long plainWaitS(JobRun run) {
    return Math.max(0, run.plainStart() - Math.max(run.eligible(), run.submit()));
  }

  private static List<Group> groups(List<JobRun> runs, Function<JobRun, String> key) {
    Map<String, List<JobRun>> groups = new TreeMap<>();
    runs.forEach(run -> groups.computeIfAbsent(key.apply(run), k -> new ArrayList<>()).add(run));
    List<Group> result = new ArrayList<>();
    groups.forEach((name, members) -> result.add(group(name.isEmpty() ? "(none)" : name, members)));
    result.sort(Comparator.comparingInt((Group group) -> -group.jobs()).thenComparing(Group::name));
    return result;
  }

  private static Group group(String name, List<JobRun> runs) {
    long[] waits = runs.stream().mapToLong(JobRun::waitS).sorted().toArray();
    double gain = 0;
    int counted = 0;
    for (JobRun run : runs) {
      OptionalLong own = gainS(run);
      if (own.isPresent()) {
        gain += own.getAsLong();
        counted++;
      }
    }
    return new Group(
        name,
        runs.size(),
        Arrays.stream(waits).average().orElse(0),
        waits[waits.length / 2],
        waits[(int) (waits.length * 0.9)],
        waits[waits.length - 1],
        counted == 0 ? 0 : gain / counted,
        counted);
  }

  /** See {@link Group#gainS}; empty where it cannot be said. */
  private static OptionalLong gainS(JobRun run) {
    if (run.standing().position() == 0) {
      return OptionalLong.empty();
    }
    if (writes(run)) {
      return run.plainStart() > 0
          ? OptionalLong.of(run.plainStart() - run.started())
          : OptionalLong.empty();
    }
    return run.firstPlanned() > 0
        ? OptionalLong.of(Math.max(0, run.started() - run.firstPlanned()))
        : OptionalLong.empty();
  }

  private static List<String> notes(List<JobRun> ordered, List<CyclePoint> points) {
    List<String> notes = new ArrayList<>();
    if (!ordered.isEmpty()) {
      notes.add("Jobs that started between two cycles were never seen waiting and do not count.");
    }
    if (ordered.stream().anyMatch(run -> !writes(run))) {
      notes.add(
          "In a mode that writes nothing a plan is made from the cluster as Slurm left it. That a plan"
              + " started a job earlier is what one cycle could have done, not what a week of RLTune would have:"
              + " GPUs given to one job are not there for the next. Jobs that no plan had started are the other side.");
    }
    if (ordered.stream().anyMatch(ReportBuilder::writes)) {
      notes.add(
          "Waits of plain Slurm are those of the daemon's virtual Slurm: priority order with backfill, with the"
              + " runtimes that jobs really had. It knows no licences, limits or reservations, and where jobs ask for much longer"
              + " limits than they need it takes Slurm to be slower than it is. Jobs that only one of the two has started so far"
              + " are not compared.");
    }
    if (points.isEmpty()) {
      notes.add("The daemon did not run in this span.");
    }
    return notes;
  }
}
