package io.rltune.plan;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What RLTune itself has done so far, as far as planning must know.
 *
 * @param leases node lists that we set, by job id
 * @param coolingDown jobs that are left alone for a while, with the reason
 * @param noLease jobs that get no node list for a while (their last lease came to nothing)
 */
public record PlanContext(
    Map<Long, List<String>> leases, Map<Long, String> coolingDown, Set<Long> noLease) {
  public static final PlanContext EMPTY = new PlanContext(Map.of(), Map.of(), Set.of());

  public PlanContext {
    leases = Map.copyOf(leases);
    coolingDown = Map.copyOf(coolingDown);
    noLease = Set.copyOf(noLease);
  }
}
