package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.PlacementInstance.PlaceableNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Builds instances: {@code new Fixtures().node("n1", "a100", 8).job(1, 4).instance()}. */
final class Fixtures {
  private final List<PlaceableNode> nodes = new ArrayList<>();
  private final List<PlaceableJob> jobs = new ArrayList<>();
  private final Map<String, Integer> caps = new HashMap<>();
  private double fragmentation = 0.02;
  private double spread = 0.05;

  Fixtures node(String name, String type, int gpus) {
    return node(name, type, gpus, 1000, 1_000_000);
  }

  Fixtures node(String name, String type, int gpus, int cpus, long mem, String... features) {
    nodes.add(new PlaceableNode(name, type, gpus, gpus, cpus, mem, Set.of(features)));
    return this;
  }

  /** A job of priority 1 on a100 at speed 1, any number of nodes, one CPU per GPU. */
  Fixtures job(long id, int gpus) {
    return job(id, gpus, job -> job);
  }

  Fixtures job(long id, int gpus, UnaryOperator<JobSpec> change) {
    JobSpec spec =
        new JobSpec(0, 1, Math.max(1, gpus), 1, 0, Map.of("a100", 1.0), 1, "x", Set.of(), Set.of());
    JobSpec s = change.apply(spec);
    jobs.add(
        new PlaceableJob(
            id,
            gpus,
            s.perNode,
            s.min,
            s.max,
            s.cpus,
            s.mem,
            s.speeds,
            s.priority,
            s.account,
            s.features,
            s.allowed));
    return this;
  }

  Fixtures cap(String account, int gpus) {
    caps.put(account, gpus);
    return this;
  }

  Fixtures weights(double ofFragmentation, double ofSpread) {
    fragmentation = ofFragmentation;
    spread = ofSpread;
    return this;
  }

  PlacementInstance instance() {
    return new PlacementInstance(nodes, jobs, caps, fragmentation, spread);
  }

  /** What a test may change of a job. */
  record JobSpec(
      int perNode,
      int min,
      int max,
      double cpus,
      double mem,
      Map<String, Double> speeds,
      double priority,
      String account,
      Set<String> features,
      Set<String> allowed) {
    JobSpec perNode(int value) {
      return new JobSpec(value, min, max, cpus, mem, speeds, priority, account, features, allowed);
    }

    JobSpec nodes(int fewest, int most) {
      return new JobSpec(
          perNode, fewest, most, cpus, mem, speeds, priority, account, features, allowed);
    }

    JobSpec needs(double ofCpus, double ofMem) {
      return new JobSpec(
          perNode, min, max, ofCpus, ofMem, speeds, priority, account, features, allowed);
    }

    JobSpec speeds(Map<String, Double> value) {
      return new JobSpec(perNode, min, max, cpus, mem, value, priority, account, features, allowed);
    }

    JobSpec priority(double value) {
      return new JobSpec(perNode, min, max, cpus, mem, speeds, value, account, features, allowed);
    }

    JobSpec account(String value) {
      return new JobSpec(perNode, min, max, cpus, mem, speeds, priority, value, features, allowed);
    }

    JobSpec features(String... values) {
      return new JobSpec(
          perNode, min, max, cpus, mem, speeds, priority, account, Set.of(values), allowed);
    }

    JobSpec allowed(String... values) {
      return new JobSpec(
          perNode, min, max, cpus, mem, speeds, priority, account, features, Set.of(values));
    }
  }
}
