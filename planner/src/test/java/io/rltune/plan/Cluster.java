package io.rltune.plan;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.JobBuilder;
import io.rltune.model.JobState;
import io.rltune.model.Node;
import io.rltune.model.NodeState;
import io.rltune.model.Partition;
import io.rltune.policy.JobScorer;
import io.rltune.solver.PlacementSolvers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** A small cluster for tests; jobs are scored by the number in their name. */
final class Cluster {
  static final long NOW = 1_000_000;

  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final List<Job> jobs = new ArrayList<>();

  Cluster node(String name, String type, int gpus, String... flags) {
    nodes.put(
        name,
        new Node(
            name,
            new NodeState("MIXED", Set.of(flags)),
            new TreeMap<>(Map.of(type, new GpuCount(gpus, 0))),
            gpus * 8,
            gpus * 64_000,
            Set.of(type),
            Set.of("gpu")));
    return this;
  }

  Cluster pending(long id, double score, GpuDemand gpus, UnaryOperator<JobBuilder> more) {
    jobs.add(
        more.apply(Job.builder(id).name(Double.toString(score)).gpus(gpus).submit(NOW - 60))
            .build());
    return this;
  }

  Cluster pending(long id, double score, int gpus) {
    return pending(id, score, GpuDemand.untyped(gpus), job -> job);
  }

  Cluster running(long id, int gpus, long endsInS, String node) {
    Node old = nodes.get(node);
    String type = old.gpus().firstKey();
    GpuCount count = old.gpus().get(type);
    nodes.put(
        node,
        new Node(
            node,
            old.state(),
            new TreeMap<>(Map.of(type, new GpuCount(count.total(), count.used() + gpus))),
            old.cpusTotal(),
            old.cpusUsed() + 1,
            old.memMbTotal(),
            old.memMbUsed(),
            old.features(),
            old.partitions(),
            old.weight(),
            old.oddity(),
            old.otherGres()));
    jobs.add(
        Job.builder(id)
            .gpus(GpuDemand.untyped(gpus))
            .state(JobState.RUNNING)
            .submit(NOW - 500)
            .start(NOW - 100)
            .end(NOW + endsInS)
            .nodes(List.of(node))
            .build());
    return this;
  }

  ClusterSnapshot snapshot() {
    return new ClusterSnapshot(
        NOW,
        "test",
        jobs,
        List.copyOf(nodes.values()),
        List.of(
            new Partition(
                "gpu",
                true,
                new TreeSet<>(nodes.keySet()),
                7 * 86_400,
                Integer.MAX_VALUE,
                1,
                true)),
        List.of());
  }

  Plan plan(PlannerSettings settings, PlanContext context) {
    JobScorer byName =
        new JobScorer() {
          @Override
          public String name() {
            return "by-name";
          }

          @Override
          public double[] score(ClusterSnapshot snapshot, List<Job> candidateList) {
            return candidateList.stream()
                .mapToDouble(job -> Double.parseDouble(job.name()))
                .toArray();
          }
        };
    return new Planner(settings, byName, PlacementSolvers.create("greedy"))
        .plan(snapshot(), context);
  }

  Plan plan() {
    return plan(PlannerSettings.DEFAULT, PlanContext.EMPTY);
  }
}
