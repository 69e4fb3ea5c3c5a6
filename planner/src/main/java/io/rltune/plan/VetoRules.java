package io.rltune.plan;

import io.rltune.model.Job;
import io.rltune.model.Partition;
import io.rltune.model.Veto;
import io.rltune.model.Veto.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Decides which pending jobs RLTune manages, and which of those it may give nodes. */
final class VetoRules {
  /** Reasons that no order and no node list can change. */
  private static final Map<String, Kind> REASONS =
      Map.of(
          "Dependency", Kind.DEPENDENCY,
          "DependencyNeverSatisfied", Kind.DEPENDENCY,
          "BeginTime", Kind.BEGIN_TIME,
          "BadConstraints", Kind.BAD_CONSTRAINTS,
          "JobArrayTaskLimit", Kind.ARRAY_THROTTLE,
          "Cleaning", Kind.NOT_PENDING,
          "DeadLine", Kind.BAD_CONSTRAINTS);

  /** Reasons of limits: such a job keeps its place, but resources are not set aside for it. */
  private static final List<String> LIMIT_PREFIXES =
      List.of("Assoc", "QOS", "MaxMemPerLimit", "Licenses", "MaxBFStart");

  /** Reasons that the partition or the cluster gives: no nodes can be had now. */
  private static final Set<String> NO_START_REASONS =
      Set.of(
          "PartitionDown",
          "PartitionInactive",
          "PartitionTimeLimit",
          "PartitionNodeLimit",
          "PartitionConfig",
          "AccountNotAllowed",
          "QosNotAllowed",
          "InvalidAccount",
          "InvalidQOS",
          "FrontEndDown",
          "BurstBufferResources",
          "BurstBufferStageIn",
          "DelayBoot");

  private final PlannerSettings settings;
  private final PlanContext context;
  private final Map<String, Partition> partitions;

  VetoRules(PlannerSettings settings, PlanContext context, Map<String, Partition> partitions) {
    this.settings = settings;
    this.context = context;
    this.partitions = partitions;
  }

  /**
   * The veto of a pending job: the first full one, else the first that only keeps nodes from it.
   */
  Optional<Veto> check(Job job) {
    return unmanaged(job).or(() -> unplaceable(job));
  }

  /** Whether nothing but resources and limits keeps a pending job from starting. */
  static boolean waitsForResources(Job job) {
    return job.oddity().isEmpty()
        && !job.isHeld()
        && job.state().isPlainPending()
        && job.times().eligible() != 0
        && !REASONS.containsKey(job.reason());
  }

  private Optional<Veto> unmanaged(Job job) {
    if (!job.oddity().isEmpty()) {
      return veto(job, Kind.ODD_RECORD, job.oddity());
    }
    if (job.isHeld()) {
      return veto(job, Kind.HELD, "priority=" + job.priority() + " reason=" + job.reason());
    }
    if (!job.state().isPlainPending()) {
      return veto(job, Kind.UNKNOWN_FLAG, "state flags " + job.state().flags());
    }
    if (job.hetJobId() != 0) {
      return veto(job, Kind.HET_JOB, "het_job_id=" + job.hetJobId());
    }
    Kind byReason = REASONS.get(job.reason());
    if (byReason != null) {
      return veto(job, byReason, "reason=" + job.reason());
    }
    if (job.times().eligible() == 0) {
      return veto(job, Kind.DEPENDENCY, "eligible_time=0 (dependency or hold)");
    }
    if (settings.excludedAccounts().contains(job.account())) {
      return veto(job, Kind.EXCLUDED, "account=" + job.account());
    }
    if (settings.excludedQos().contains(job.qos())) {
      return veto(job, Kind.EXCLUDED, "qos=" + job.qos());
    }
    for (String partition : job.partitions()) {
      if (settings.excludedPartitions().contains(partition)) {
        return veto(job, Kind.EXCLUDED, "partition=" + partition);
      }
    }
    Optional<String> exclusion = settings.rules().exclusion(job);
    if (exclusion.isPresent()) {
      return veto(job, Kind.EXCLUDED, exclusion.get());
    }
    String cooling = context.coolingDown().get(job.id());
    if (cooling != null) {
      return veto(job, Kind.COOL_DOWN, cooling);
    }
    return Optional.empty();
  }

  private Optional<Veto> unplaceable(Job job) {
    String reason = job.reason();
    if (LIMIT_PREFIXES.stream().anyMatch(reason::startsWith)) {
      return veto(job, Kind.LIMIT, "reason=" + reason);
    }
    if (NO_START_REASONS.contains(reason)) {
      return veto(job, Kind.LIMIT, "reason=" + reason);
    }
    boolean anyPartitionUp =
        partitions.isEmpty()
            || job.partitions().stream()
                .map(partitions::get)
                .anyMatch(partition -> partition != null && partition.up());
    if (!anyPartitionUp) {
      return veto(job, Kind.LIMIT, "no partition of " + job.partitions() + " is up");
    }
    if (!job.constraints().reservation().isEmpty()) {
      return veto(job, Kind.RESERVATION, "reservation=" + job.constraints().reservation());
    }
    if (!job.constraints().requiredNodes().isEmpty() && !context.leases().containsKey(job.id())) {
      return veto(job, Kind.OWN_NODE_LIST, "required_nodes=" + job.constraints().requiredNodes());
    }
    if (!job.constraints().excludedNodes().isEmpty()) {
      return veto(job, Kind.OWN_NODE_LIST, "excluded_nodes=" + job.constraints().excludedNodes());
    }
    if (!job.constraints().distribution().isEmpty()) {
      return veto(
          job, Kind.ARBITRARY_DISTRIBUTION, "distribution=" + job.constraints().distribution());
    }
    if (job.array().pendingTasks() > 1) {
      return veto(job, Kind.ARRAY, "record stands for " + job.array().pendingTasks() + " tasks");
    }
    if (job.array().throttle() > 0) {
      return veto(job, Kind.ARRAY, "array task limit %" + job.array().throttle());
    }
    Optional<String> gres = GresNeeds.unplannable(job);
    if (gres.isPresent()) {
      return veto(job, Kind.UNKNOWN_RESOURCE, gres.get());
    }
    if (!Features.isPlainAnd(job.constraints().features())) {
      return veto(job, Kind.CONSTRAINT_EXPRESSION, "features=" + job.constraints().features());
    }
    return Optional.empty();
  }

  private static Optional<Veto> veto(Job job, Kind kind, String detail) {
    return Optional.of(new Veto(job.id(), kind, detail));
  }
}
