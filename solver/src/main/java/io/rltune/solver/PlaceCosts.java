package io.rltune.solver;

import io.rltune.solver.PlacementInstance.NodeExtras;
import io.rltune.solver.PlacementInstance.OptionalTerms;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What it costs to touch a node, and to give a job GPUs on it; spread is counted elsewhere. */
final class PlaceCosts {
  private final OptionalTerms terms;
  private final List<PlaceableNode> nodes;
  private final double[] touch;
  private final double[] perGpu;
  private final boolean groupsCost;
  private final boolean switchesCost;
  private final boolean balanceCosts;

  PlaceCosts(PlacementInstance instance) {
    terms = instance.terms();
    nodes = instance.nodes();
    touch = new double[nodes.size()];
    perGpu = new double[nodes.size()];
    for (int n = 0; n < touch.length; n++) {
      PlaceableNode node = nodes.get(n);
      touch[n] =
          instance.fragmentation() * node.gpusFree()
              + terms.futureFit() * roomForUpcoming(node)
              + (node.extras().poweredOn() ? 0 : terms.energy());
      perGpu[n] = terms.balance() * node.load();
    }
    groupsCost =
        terms.gpuGroup() > 0 && nodes.stream().anyMatch(n -> n.extras().gpuGroups().size() > 1);
    switchesCost =
        terms.switches().stream().anyMatch(weight -> weight > 0)
            && nodes.stream().anyMatch(n -> !n.extras().switches().isEmpty());
    balanceCosts = terms.balance() > 0 && nodes.stream().anyMatch(n -> n.load() > 0);
  }

  private int roomForUpcoming(PlaceableNode node) {
    return terms.upcoming().stream()
        .filter(gpus -> gpus <= node.gpusFree())
        .max(Comparator.naturalOrder())
        .orElse(0);
  }

  /** Whether nothing costs but touching a node. */
  boolean onlyOfTouch() {
    return !groupsCost && !switchesCost && !balanceCosts;
  }

  /** Cost of using the node at all; fragmentation gives back its share for each GPU used. */
  double ofTouch(int node) {
    return touch[node];
  }

  double perGpu(int node) {
    return perGpu[node];
  }

  /** Cost of so many GPUs for one job on the node. */
  double ofChunk(int node, int gpus) {
    double cost = perGpu[node] * gpus;
    return groupsCost ? cost + terms.gpuGroup() * extraGroups(node, gpus) : cost;
  }

  private int extraGroups(int node, int gpus) {
    int extra = -1;
    int left = gpus;
    for (int free : groupsOf(node)) {
      if (left <= 0) {
        break;
      }
      left -= free;
      extra++;
    }
    return Math.max(0, extra);
  }

  /** Free GPUs of the node's groups, the largest first; empty where groups cost nothing. */
  List<Integer> groupsOf(int node) {
    List<Integer> groups = nodes.get(node).extras().gpuGroups();
    return groupsCost && groups.size() > 1
        ? groups.stream().sorted(Comparator.reverseOrder()).toList()
        : List.of();
  }

  double perGroup() {
    return terms.gpuGroup();
  }

  /** Weights of the levels of switches. */
  List<Double> switchWeights() {
    return switchesCost ? terms.switches() : List.of();
  }

  /** Name of the switch above the node at a level; nodes that name none share one. */
  String switchOf(int node, int level) {
    NodeExtras extras = nodes.get(node).extras();
    return level < extras.switches().size() ? extras.switches().get(level) : "";
  }

  /** Cost of all chunks of a job, and of the switches that it spans. */
  double ofStart(int[] on, int[] gpus) {
    double cost = 0;
    for (int i = 0; i < on.length; i++) {
      cost += ofChunk(on[i], gpus[i]);
    }
    List<Double> weights = on.length > 1 ? switchWeights() : List.of();
    for (int level = 0; level < weights.size(); level++) {
      Set<String> spanned = new HashSet<>();
      for (int node : on) {
        spanned.add(switchOf(node, level));
      }
      cost += weights.get(level) * (spanned.size() - 1);
    }
    return cost;
  }
}
