package io.rltune.policy.train;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes up queues over varied clusters, loads and job mixes, to imitate a teacher on: mostly small
 * and short jobs, as GPU traces show, with long tails in walltime, size and wait.
 */
final class SyntheticQueues {
  private static final double[] COMMON_WALLTIMES_S = {600, 1_800, 3_600, 14_400, 43_200, 86_400};

  /** Share of jobs that ask for what an earlier one asked for, as in a parameter sweep. */
  private static final double SWEEP = 0.25;

  /** Share of queues in which nobody asks for long, as in a partition for tests. */
  private static final double SHORT_QUEUES = 0.4;

  private static final double MIN_WALLTIME_S = 30;
  private static final double MAX_WALLTIME_S = 10 * 86_400.0;
  private static final double MAX_WAIT_S = 16 * 86_400.0;

  /** Longest wait over longest walltime. */
  private static final double MAX_WAIT_RATIO = 100;

  private final SplittableRandom random;

  SyntheticQueues(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A queue of {@code jobs} pending jobs in front of a new cluster. */
  SyntheticQueue next(int jobs) {
    SyntheticCluster cluster = new SyntheticCluster(random);
    double longestS =
        random.nextDouble() < SHORT_QUEUES
            ? SyntheticCluster.logUniform(random, 4 * MIN_WALLTIME_S, MAX_WALLTIME_S)
            : MAX_WALLTIME_S;
    // The longest wait in the queue, from minutes to weeks, stands for how loaded the cluster is.
    double longestWaitS =
        SyntheticCluster.logUniform(random, 60, Math.min(MAX_WAIT_S, MAX_WAIT_RATIO * longestS));
    double[] accountShares = {random.nextDouble(), 0.3 * random.nextDouble(), 0};
    List<SyntheticQueue.Request> requests = new ArrayList<>(jobs);
    for (int job = 0; job < jobs; job++) {
      boolean again = job > 0 && random.nextDouble() < SWEEP;
      requests.add(
          again
              ? requests.get(random.nextInt(job)).waiting(waitedS(longestWaitS))
              : request(cluster, longestS, longestWaitS, accountShares[random.nextInt(3)]));
    }
    return new SyntheticQueue(requests, cluster.pools());
  }

  private SyntheticQueue.Request request(
      SyntheticCluster cluster, double longestS, double longestWaitS, double accountShare) {
    double waitedS = waitedS(longestWaitS);
    double walltimeS = walltimeS(longestS);
    SyntheticQueue.Owner owner = SyntheticQueue.Owner.draw(random);
    if (random.nextDouble() < 0.08) {
      int cpus = 1 << random.nextInt(7);
      return new SyntheticQueue.Request(
          waitedS,
          walltimeS,
          0,
          cpus,
          cpus * 2_000L,
          1,
          1,
          0,
          false,
          false,
          accountShare,
          cluster.cpuPool(),
          owner);
    }
    boolean untyped = random.nextDouble() < 0.3;
    int type = random.nextInt(cluster.types());
    int perNode = cluster.gpusPerNode(type);
    int gpus = gpus();
    int nodes = Math.max(1, (gpus + perNode - 1) / perNode);
    boolean fixed = nodes > 1 && random.nextDouble() < 0.7;
    int share = fixed ? perNode : 0;
    gpus = fixed ? nodes * perNode : gpus;
    int maxNodes = fixed || nodes == 1 ? nodes : nodes * 2;
    return new SyntheticQueue.Request(
        waitedS,
        walltimeS,
        gpus,
        gpus * (1 << random.nextInt(5)),
        gpus * (4_000L << random.nextInt(6)),
        nodes,
        maxNodes,
        share,
        random.nextDouble() < 0.05,
        untyped,
        accountShare,
        untyped ? cluster.untypedPool() : type,
        owner);
  }

  private double waitedS(double longestWaitS) {
    return random.nextBoolean()
        ? longestWaitS * random.nextDouble()
        : SyntheticCluster.logUniform(random, 1, longestWaitS);
  }

  private double walltimeS(double longestS) {
    double kind = random.nextDouble();
    if (kind < 0.02) {
      return Double.POSITIVE_INFINITY;
    }
    double common = COMMON_WALLTIMES_S[random.nextInt(COMMON_WALLTIMES_S.length)];
    return kind < 0.4 && common <= longestS
        ? common
        : SyntheticCluster.logUniform(random, MIN_WALLTIME_S, longestS);
  }

  private int gpus() {
    double kind = random.nextDouble();
    if (kind < 0.35) {
      return 1;
    }
    return kind < 0.85
        ? 1 << random.nextInt(7)
        : (int) Math.round(SyntheticCluster.logUniform(random, 1, 512));
  }
}
