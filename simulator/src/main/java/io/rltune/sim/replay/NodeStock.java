package io.rltune.sim.replay;

import io.rltune.sim.engine.NodeView;
import io.rltune.sim.engine.Simulation;
import io.rltune.sim.workload.WorkloadJob;
import java.util.List;

/**
 * What runs on each node of a simulation: who holds the GPUs, and what comes free soon by the
 * requested walltimes. Only nodes are looked at on which a job started or ended, or from which a
 * running job came within ten minutes or an hour of its limit.
 */
final class NodeStock {
  private static final double SOON_S = 600;
  private static final double LATER_S = 3_600;

  private final Simulation simulation;
  private final List<WorkloadJob> jobs;
  private final Holders accounts;
  private final Holders users;
  private final Holders qos;
  private final Node[] nodes;

  /** One node as it was last looked at. */
  private static final class Node {
    private long version;
    private long runsVersion = -1;
    private double validUntilS = Double.NEGATIVE_INFINITY;
    private NodeView.Health health;
    private double gpusSoon;
    private double gpusLater;
    private double cpusSoon;
    private double cpusLater;
    private int[] counted = new int[4];
    private int count;
  }

  NodeStock(Simulation simulation, List<WorkloadJob> jobs) {
    this.simulation = simulation;
    this.jobs = jobs;
    this.accounts = new Holders(jobs, WorkloadJob::account);
    this.users = new Holders(jobs, WorkloadJob::user);
    this.qos = new Holders(jobs, WorkloadJob::qos);
    this.nodes = new Node[simulation.cluster().nodes().size()];
    for (int node = 0; node < nodes.length; node++) {
      nodes[node] = new Node();
    }
  }

  /** Brings all up to the simulation's time. */
  void update() {
    double nowS = simulation.nowS();
    for (int number = 0; number < nodes.length; number++) {
      Node node = nodes[number];
      long runsVersion = simulation.runsVersion(number);
      if (node.runsVersion != runsVersion) {
        node.runsVersion = runsVersion;
        recount(node, number);
        look(node, number, nowS);
      } else if (nowS >= node.validUntilS || node.health != simulation.health(number)) {
        look(node, number, nowS);
      }
    }
  }

  /** Counts the changes of a node that anyone could see. */
  long version(int node) {
    return nodes[node].version;
  }

  double freedGpusSoon(int node) {
    return nodes[node].gpusSoon;
  }

  double freedGpusLater(int node) {
    return nodes[node].gpusLater;
  }

  double freedCpusSoon(int node) {
    return nodes[node].cpusSoon;
  }

  double freedCpusLater(int node) {
    return nodes[node].cpusLater;
  }

  Holders accounts() {
    return accounts;
  }

  Holders users() {
    return users;
  }

  Holders qos() {
    return qos;
  }

  private void recount(Node node, int number) {
    for (int i = 0; i < node.count; i++) {
      hold(node.counted[i], -1);
    }
    node.count = simulation.runsOn(number);
    if (node.counted.length < node.count) {
      node.counted = new int[2 * node.count];
    }
    for (int i = 0; i < node.count; i++) {
      node.counted[i] = simulation.runOn(number, i);
      hold(node.counted[i], 1);
    }
  }

  private void hold(int job, int sign) {
    int gpus = sign * jobs.get(job).gpusPerNode();
    accounts.add(job, gpus);
    users.add(job, gpus);
    qos.add(job, gpus);
  }

  private void look(Node node, int number, double nowS) {
    node.version++;
    node.health = simulation.health(number);
    node.gpusSoon = 0;
    node.gpusLater = 0;
    node.cpusSoon = 0;
    node.cpusLater = 0;
    node.validUntilS = Double.POSITIVE_INFINITY;
    for (int i = 0; i < node.count; i++) {
      int job = node.counted[i];
      WorkloadJob request = jobs.get(job);
      double endS = simulation.limitEndS(job);
      double cpus = (double) request.cpus() / request.nodes();
      if (endS - nowS <= LATER_S) {
        node.gpusLater += request.gpusPerNode();
        node.cpusLater += cpus;
      } else {
        node.validUntilS = Math.min(node.validUntilS, endS - LATER_S);
      }
      if (endS - nowS <= SOON_S) {
        node.gpusSoon += request.gpusPerNode();
        node.cpusSoon += cpus;
      } else {
        node.validUntilS = Math.min(node.validUntilS, endS - SOON_S);
      }
    }
  }
}
