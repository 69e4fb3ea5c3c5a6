package io.rltune.solver;

import io.rltune.solver.PlacementInstance.NodeExtras;
import io.rltune.solver.PlacementInstance.OptionalTerms;
import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.Map;

/** Refuses optional parts of instances that mean nothing. */
final class ExtrasValidator {
  private ExtrasValidator() {}

  static void validate(PlacementInstance instance) {
    terms(instance.terms());
    for (int i = 0; i < instance.nodes().size(); i++) {
      node("nodes[" + i + "] (" + instance.nodes().get(i).name() + ")", instance.nodes().get(i));
    }
    for (int i = 0; i < instance.jobs().size(); i++) {
      PlaceableJob job = instance.jobs().get(i);
      String place = "jobs[" + i + "] (id " + job.id() + ")";
      units(place + ".other_per_node.", job.extras().otherPerNode());
      units(place + ".other_per_gpu.", job.extras().otherPerGpu());
      if (job.gpus() == 0 && !job.extras().otherPerGpu().isEmpty()) {
        throw InstanceValidator.bad(
            place + ".other_per_gpu", job.extras().otherPerGpu(), "but gpus is 0");
      }
      notNegative(place + ".time_limit_s", job.extras().timeLimitS());
    }
    for (int i = 0; i < instance.reservations().size(); i++) {
      notNegative("reservations[" + i + "].start_in_s", instance.reservations().get(i).startInS());
    }
  }

  private static void terms(OptionalTerms terms) {
    for (int level = 0; level < terms.switches().size(); level++) {
      InstanceValidator.nonNegative("weights.switches[" + level + "]", terms.switches().get(level));
    }
    InstanceValidator.nonNegative("weights.gpu_group", terms.gpuGroup());
    InstanceValidator.nonNegative("weights.future_fit", terms.futureFit());
    InstanceValidator.nonNegative("weights.balance", terms.balance());
    InstanceValidator.nonNegative("weights.energy", terms.energy());
    for (int i = 0; i < terms.upcoming().size(); i++) {
      InstanceValidator.inRange("upcoming[" + i + "]", terms.upcoming().get(i));
    }
  }

  private static void node(String place, PlaceableNode node) {
    NodeExtras extras = node.extras();
    notNegative(place + ".job_slots", extras.jobSlots());
    units(place + ".other.", extras.other());
    int sum = 0;
    for (int i = 0; i < extras.gpuGroups().size(); i++) {
      InstanceValidator.inRange(place + ".gpu_groups[" + i + "]", extras.gpuGroups().get(i));
      sum += extras.gpuGroups().get(i);
    }
    if (!extras.gpuGroups().isEmpty() && sum != node.gpusFree()) {
      throw InstanceValidator.bad(
          place + ".gpu_groups", extras.gpuGroups(), "do not sum to gpus_free " + node.gpusFree());
    }
  }

  private static void units(String place, Map<String, Integer> byKind) {
    byKind.forEach((kind, units) -> InstanceValidator.inRange(place + kind, units));
  }

  private static void notNegative(String place, long value) {
    if (value < 0) {
      throw InstanceValidator.bad(place, value, "is negative");
    }
  }
}
