package io.rltune.daemon.service;

import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.service.Status.NextJob;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.Placement;
import io.rltune.model.Veto;
import io.rltune.plan.Plan;
import io.rltune.plan.Plan.RankedJob;
import io.rltune.plan.Plan.Reservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The head of the order, for a screen. */
final class NextJobs {
  private static final int MOST = 5;

  /** Of names and notes, in characters: users choose them as long as they like. */
  private static final int LONGEST = 200;

  private NextJobs() {}

  static List<NextJob> of(CycleReport report) {
    if (report.snapshot().isEmpty() || report.plan().isEmpty()) {
      return List.of();
    }
    ClusterSnapshot snapshot = report.snapshot().get();
    Plan plan = report.plan().get();
    List<RankedJob> head = plan.order().subList(0, Math.min(MOST, plan.order().size()));
    Map<Long, Job> jobs = new HashMap<>();
    snapshot.pendingJobs().forEach(job -> jobs.put(job.id(), job));
    List<NextJob> next = new ArrayList<>();
    for (RankedJob ranked : head) {
      Job job = jobs.get(ranked.jobId());
      if (job != null) {
        next.add(
            new NextJob(
                job.id(),
                cut(job.name()),
                cut(job.user()),
                cut(asks(job)),
                job.waitedS(snapshot.takenAt()),
                ranked.role().name().toLowerCase(Locale.ROOT),
                cut(note(plan, job))));
      }
    }
    return next;
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }

  private static String asks(Job job) {
    GpuDemand demand = job.request().gpus();
    if (demand.isNone()) {
      return job.request().cpus() + " CPUs";
    }
    String type = demand.isUntyped() ? "GPU" : String.join("+", demand.byType().keySet());
    return demand.total() + " " + type;
  }

  private static String note(Plan plan, Job job) {
    for (Placement start : plan.starts()) {
      if (start.jobId() == job.id()) {
        return "on " + String.join(",", start.gpusByNode().keySet());
      }
    }
    for (Reservation kept : plan.reservations()) {
      if (kept.jobId() == job.id()) {
        long left = Math.max(0, kept.shadowTime() - plan.takenAt());
        return "nodes are kept for it, free in %d min at the latest".formatted(left / 60);
      }
    }
    Veto veto = plan.vetoes().get(job.id());
    if (veto != null) {
      return veto.detail().isEmpty() ? veto.kind().name().toLowerCase(Locale.ROOT) : veto.detail();
    }
    return job.reason().isEmpty() ? "" : "Slurm says " + job.reason();
  }
}
