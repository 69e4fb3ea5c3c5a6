package io.rltune.daemon.explain;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Placement;
import io.rltune.model.Veto;
import io.rltune.plan.Plan;
import io.rltune.plan.Plan.RankedJob;
import io.rltune.plan.Plan.Reservation;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A plan as {@code rltune plan --json} prints it: one entry a pending job. */
public final class PlanJson {
  private PlanJson() {}

  /** All pending jobs, by id: position, score, role, nodes, veto. */
  public static Map<String, Object> of(ClusterSnapshot snapshot, Plan plan) {
    Map<Long, Map<String, Object>> byId = new LinkedHashMap<>();
    Map<Long, Job> jobs = new LinkedHashMap<>();
    snapshot.pendingJobs().forEach(job -> jobs.put(job.id(), job));
    int position = 0;
    for (RankedJob ranked : plan.order()) {
      position++;
      Map<String, Object> entry =
          byId.computeIfAbsent(ranked.jobId(), id -> facts(jobs.get(id), snapshot));
      entry.put("position", position);
      entry.put("of", plan.order().size());
      entry.put("score", ranked.score());
      entry.put("role", ranked.role().name().toLowerCase(Locale.ROOT));
    }
    for (Placement start : plan.starts()) {
      byId.get(start.jobId()).put("starts_on", start.gpusByNode());
    }
    for (Placement lease : plan.leases()) {
      byId.get(lease.jobId()).put("lease", lease.gpusByNode().keySet());
    }
    for (Reservation reservation : plan.reservations()) {
      Map<String, Object> entry = byId.get(reservation.jobId());
      entry.put("reserved_nodes", reservation.nodes());
      entry.put("starts_by", reservation.shadowTime());
    }
    for (Veto veto : plan.vetoes().values()) {
      Map<String, Object> entry =
          byId.computeIfAbsent(veto.jobId(), id -> facts(jobs.get(id), snapshot));
      entry.put("veto", veto.kind().name().toLowerCase(Locale.ROOT));
      entry.put("veto_detail", veto.detail());
      entry.put("managed", veto.kind().placementOnly());
    }
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("taken_at", snapshot.takenAt());
    Map<String, Object> perJob = new LinkedHashMap<>();
    byId.forEach((id, entry) -> perJob.put(Long.toString(id), entry));
    all.put("jobs", perJob);
    return all;
  }

  private static Map<String, Object> facts(Job job, ClusterSnapshot snapshot) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("reason", job.reason());
    facts.put("waited_s", job.waitedS(snapshot.takenAt()));
    facts.put("gpus", job.request().gpus().total());
    facts.put("priority", job.priority());
    facts.put("managed", true);
    return facts;
  }
}
