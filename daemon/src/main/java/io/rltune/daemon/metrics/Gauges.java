package io.rltune.daemon.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.rltune.daemon.config.Mode;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.service.Status;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Node;
import io.rltune.model.Veto;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Values as they stand: the queue, the GPUs, the daemon itself. */
final class Gauges {
  private final MeterRegistry registry;
  private final Map<String, AtomicReference<Double>> values = new ConcurrentHashMap<>();

  Gauges(MeterRegistry registry) {
    this.registry = registry;
  }

  void update(CycleReport report, Status status) {
    update(status);
    report.snapshot().ifPresent(this::gpus);
    report
        .plan()
        .ifPresent(
            plan -> {
              set(
                  "rltune.jobs.reserved",
                  "Blocked jobs that nodes are kept for.",
                  "",
                  plan.reservations().size());
              Map<Veto.Kind, Integer> kinds = new EnumMap<>(Veto.Kind.class);
              plan.vetoes().values().forEach(veto -> kinds.merge(veto.kind(), 1, Integer::sum));
              for (Veto.Kind kind : Veto.Kind.values()) {
                set(
                    "rltune.jobs.vetoed",
                    "Pending jobs left to Slurm, or given no nodes, by reason.",
                    "",
                    kinds.getOrDefault(kind, 0),
                    "kind",
                    kind.name().toLowerCase(Locale.ROOT));
              }
            });
  }

  void update(Status status) {
    set(
        "rltune.healthy",
        "1 when the last cycle went well.",
        "",
        status.health().equals("ok") ? 1 : 0);
    set(
        "rltune.standby",
        "1 while another daemon is active.",
        "",
        status.health().equals("standby") ? 1 : 0);
    set("rltune.paused", "1 while writing is paused.", "", status.paused() ? 1 : 0);
    for (Mode mode : Mode.values()) {
      String name = mode.name().toLowerCase(Locale.ROOT);
      set(
          "rltune.mode",
          "1 for the configured mode.",
          "",
          status.mode().equals(name) ? 1 : 0,
          "mode",
          name);
    }
    set("rltune.jobs.pending", "Pending job records.", "", status.pending());
    set("rltune.jobs.managed", "Pending jobs that RLTune orders.", "", status.managed());
    set(
        "rltune.jobs.beyond.head",
        "Managed jobs too far down for nodes to be sought (planner.head_size).",
        "",
        status.detail().beyondHead());
    set(
        "rltune.cycle.overrun",
        "1 while cycles take longer than daemon.interval.",
        "",
        status.detail().overrun() ? 1 : 0);
    set("rltune.jobs.running", "Jobs that hold nodes.", "", status.running());
    set("rltune.jobs.touched", "Jobs that carry something of RLTune.", "", status.touched());
    set("rltune.leases", "Node lists standing on pending jobs.", "", status.leases());
    set(
        "rltune.starts.planned",
        "Jobs that the last plan would start.",
        "",
        status.startsPlanned());
    set("rltune.alerts", "Things that an admin should look at.", "", status.alerts().size());
    set(
        "rltune.last.snapshot.timestamp",
        "When the cluster was last read whole; 0 before the first time.",
        "seconds",
        status.lastSnapshotAt());
    if (status.shadowAgreement() >= 0) {
      set(
          "rltune.shadow.agreement.ratio",
          "Share of Slurm's starts that the plan before had, too.",
          "",
          status.shadowAgreement());
    }
  }

  private void gpus(ClusterSnapshot snapshot) {
    Map<String, int[]> byType = new HashMap<>();
    for (Node node : snapshot.nodes()) {
      node.gpus()
          .forEach(
              (type, share) -> {
                int[] counts = byType.computeIfAbsent(type, t -> new int[3]);
                counts[0] += share.used();
                counts[node.isUsable() ? 1 : 2] += share.free();
              });
    }
    byType.forEach(
        (type, counts) -> {
          String[] states = {"used", "free", "unusable"};
          for (int i = 0; i < states.length; i++) {
            set(
                "rltune.gpus",
                "GPUs by type and state.",
                "",
                counts[i],
                "type",
                type.isEmpty() ? "any" : type,
                "state",
                states[i]);
          }
        });
  }

  void set(String name, String help, String unit, double value, String... tags) {
    values
        .computeIfAbsent(
            name + String.join(",", tags),
            key -> {
              AtomicReference<Double> held = new AtomicReference<>(value);
              Gauge.builder(name, held, AtomicReference::get)
                  .description(help)
                  .baseUnit(unit.isEmpty() ? null : unit)
                  .tags(Tags.of(tags))
                  .register(registry);
              return held;
            })
        .set(value);
  }
}
