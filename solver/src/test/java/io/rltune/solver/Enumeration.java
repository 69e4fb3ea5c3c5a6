package io.rltune.solver;

import io.rltune.model.Placement;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The optimum of a tiny instance by trying every placement; {@link PlanChecker} judges each. */
final class Enumeration {
  private final PlacementInstance instance;
  private final List<Placement> current = new ArrayList<>();
  private double best;

  Enumeration(PlacementInstance instance) {
    this.instance = instance;
  }

  double best() {
    tryJob(0);
    return best;
  }

  private void tryJob(int job) {
    if (job == instance.jobs().size()) {
      best = Math.max(best, PlanChecker.check(instance, current));
      return;
    }
    tryJob(job + 1);
    PlaceableJob of = instance.jobs().get(job);
    tryNodes(job, 0, of.gpus(), new TreeMap<>());
  }

  private void tryNodes(int job, int node, int left, Map<String, Integer> chosen) {
    PlaceableJob of = instance.jobs().get(job);
    if (node == instance.nodes().size()) {
      if (left == 0 && !chosen.isEmpty()) {
        current.add(new Placement(of.id(), chosen));
        if (isAllowed()) {
          tryJob(job + 1);
        }
        current.remove(current.size() - 1);
      }
      return;
    }
    tryNodes(job, node + 1, left, chosen);
    String name = instance.nodes().get(node).name();
    int least = of.gpus() == 0 ? 0 : 1;
    int most = Math.min(left, instance.nodes().get(node).gpusFree());
    for (int gpus = least; gpus <= most; gpus++) {
      chosen.put(name, gpus);
      tryNodes(job, node + 1, left - gpus, chosen);
      chosen.remove(name);
    }
  }

  private boolean isAllowed() {
    try {
      PlanChecker.check(instance, current);
      return true;
    } catch (PlanViolationException e) {
      return false;
    }
  }
}
