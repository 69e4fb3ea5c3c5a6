package io.rltune.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.cluster.ClusterSpec;
import io.rltune.sim.cluster.NodeSpec;
import io.rltune.sim.cluster.PartitionSpec;
import io.rltune.sim.testing.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The start found node by node against a walk through every second. */
class StartFinderTest {
  private static final int HORIZON_S = 40;
  private static final SlurmParams PARAMS =
      SlurmParams.defaults()
          .with(
              usual ->
                  usual
                      .eventDelayS(0)
                      .bfIntervalS(1)
                      .bfWindowS(HORIZON_S)
                      .bfResolutionS(1)
                      .launchDelayS(0)
                      .weights(PriorityWeights.FCFS));

  private final List<SimJob> jobs = new ArrayList<>();
  private final List<double[]> plannedS = new ArrayList<>();

  @Test
  void findsTheSecondThatAWalkThroughTimeFinds() {
    int later = 0;
    int never = 0;
    for (int seed = 0; seed < 3000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Controller controller = controller(random);
      NodePlans plans = new NodePlans(controller.cluster.nodes().size());
      plan(controller, plans, random);
      SimJob job = job(controller, random, true);
      double found = new StartFinder(controller, plans).earliest(job, HORIZON_S);
      double walked = walk(controller, job);
      if (walked > HORIZON_S) {
        assertThat(found).as("seed %d", seed).isGreaterThan(HORIZON_S);
        never++;
      } else {
        assertThat(found).as("seed %d", seed).isEqualTo(walked);
        StartFinder finder = new StartFinder(controller, plans);
        finder.earliest(job, HORIZON_S);
        assertThat(finder.nodes(job, found)).hasSize(job.nodeCount).doesNotHaveDuplicates();
        later += found > 0 ? 1 : 0;
      }
    }
    assertThat(later).as("starts in the future").isGreaterThan(500);
    assertThat(never).as("jobs without a start").isGreaterThan(50);
  }

  private Controller controller(SplittableRandom random) {
    List<NodeSpec> nodes = new ArrayList<>();
    for (int i = 0; i < random.nextInt(1, 6); i++) {
      nodes.add(
          new NodeSpec("n" + i, "g", random.nextInt(1, 9), 16, 64_000, new TreeSet<>(), 1, 1));
    }
    ClusterSpec cluster =
        new ClusterSpec(
            "c",
            nodes,
            List.of(
                new PartitionSpec(
                    "p", nodes.stream().map(NodeSpec::name).toList(), 1_000_000, true, 1)));
    Controller controller = new Controller(cluster, PARAMS, QueueOrder.SUBMISSION, false);
    jobs.clear();
    for (int i = 0; i < 12; i++) {
      SimJob job = job(controller, random, false);
      int[] chosen = controller.selector.select(job, controller.free, controller.inService);
      if (chosen != null) {
        controller.start(job, chosen);
        jobs.add(job);
      }
    }
    return controller;
  }

  private SimJob job(Controller controller, SplittableRandom random, boolean isLarge) {
    int most = controller.cluster.nodes().stream().mapToInt(NodeSpec::gpus).max().orElseThrow();
    while (true) {
      int nodes = random.nextInt(1, isLarge ? 4 : 2);
      int perNode = random.nextInt(1, most + 1);
      int limitS = random.nextInt(1, 60);
      try {
        var request = JobSpec.job().gpus(nodes * perNode).nodes(nodes).runs(limitS, limitS).build();
        return new SimJob(jobs.size(), request, controller.shape(request));
      } catch (IllegalArgumentException e) {
        // It could never run here; draw another.
        continue;
      }
    }
  }

  private void plan(Controller controller, NodePlans plans, SplittableRandom random) {
    plannedS.clear();
    for (int node = 0; node < controller.cluster.nodes().size(); node++) {
      double fromS = random.nextInt(0, 20);
      for (int i = 0; i < random.nextInt(0, 4); i++) {
        double untilS = fromS + random.nextInt(1, 20);
        plans.reserve(new int[] {node}, fromS, untilS);
        plannedS.add(new double[] {node, fromS, untilS});
        fromS = untilS + random.nextInt(0, 15);
      }
    }
  }

  private double walk(Controller controller, SimJob job) {
    for (int atS = 0; atS <= HORIZON_S; atS++) {
      int ready = 0;
      for (int node = 0; node < controller.cluster.nodes().size(); node++) {
        ready += isReady(controller, job, node, atS) ? 1 : 0;
      }
      if (ready >= job.nodeCount) {
        return atS;
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private boolean isReady(Controller controller, SimJob job, int node, int atS) {
    int gpus = controller.cluster.nodes().get(node).gpus();
    int cpus = 16;
    for (SimJob running : jobs) {
      if (running.limitEndS > atS && Views.contains(running.nodes, node)) {
        gpus -= running.gpusPerNode;
        cpus -= running.cpusPerNode;
      }
    }
    for (double[] planned : plannedS) {
      if (planned[0] == node && planned[1] < atS + job.limitS && atS < planned[2]) {
        return false;
      }
    }
    return gpus >= job.gpusPerNode && cpus >= job.cpusPerNode;
  }
}
