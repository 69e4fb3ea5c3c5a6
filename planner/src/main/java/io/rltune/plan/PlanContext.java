package io.rltune.plan;

import io.rltune.model.Placement;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What RLTune itself has done so far, as far as planning must know.
 *
 * @param leases node lists that we set, by job id
 * @param coolingDown jobs that are left alone for a while, with the reason
 * @param noLease jobs that get no node list for a while (their last lease came to nothing)
 * @param dueS seconds of waiting before which a job is not overdue, by job id, where {@link
 *     PlainShadow} knows what plain Slurm would have done; a job not named would still wait there
 *     and is not overdue. Empty where nothing is known: then the bounds of {@link PlannerSettings}
 *     alone count
 * @param lastStarts the starts of the last plan: the solver begins from those that are still
 *     possible. It checks each of them, so that wrong ones do no harm
 */
@RecordBuilder
public record PlanContext(
    Map<Long, List<String>> leases,
    Map<Long, String> coolingDown,
    Set<Long> noLease,
    Optional<Map<Long, Double>> dueS,
    List<Placement> lastStarts)
    implements PlanContextBuilder.With {
  public static final PlanContext EMPTY = new PlanContext(Map.of(), Map.of(), Set.of());

  public PlanContext {
    leases = Map.copyOf(leases);
    coolingDown = Map.copyOf(coolingDown);
    noLease = Set.copyOf(noLease);
    dueS = dueS.map(Map::copyOf);
    // Cycles that were saved by an older version name none.
    lastStarts = lastStarts == null ? List.of() : List.copyOf(lastStarts);
  }

  /** A context in which nothing is known of plain Slurm. */
  public PlanContext(
      Map<Long, List<String>> leases, Map<Long, String> coolingDown, Set<Long> noLease) {
    this(leases, coolingDown, noLease, Optional.empty(), List.of());
  }
}
