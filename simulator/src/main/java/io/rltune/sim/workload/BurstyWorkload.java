package io.rltune.sim.workload;

import io.rltune.sim.workload.BurstySpec.AccountHabit;
import io.rltune.sim.workload.BurstySpec.SizeShare;
import io.rltune.sim.workload.BurstySpec.TypeCapacity;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Generates a seeded workload of bursts: a user submits 3 to 20 jobs at once, most of them of one
 * shape, then is silent. The same specification and seed give the same jobs everywhere; arrivals,
 * shapes, runtimes and limits draw from separate streams, so changing one leaves the others alone.
 */
public final class BurstyWorkload {
  /** Requested limits are not spread evenly: users round up to values they can remember. */
  private static final long[] POPULAR_LIMIT_MINUTES = {
    1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 2880, 4320, 7200, 10_080
  };

  private static final double SAME_SHAPE_CHANCE = 0.7;

  private final BurstySpec spec;
  private final Draws arrivals;
  private final Draws shapes;
  private final Draws runtimes;
  private final Draws limits;

  private BurstyWorkload(BurstySpec spec, long seed) {
    this.spec = spec;
    SplittableRandom root = new SplittableRandom(seed);
    this.arrivals = new Draws(root.split());
    this.shapes = new Draws(root.split());
    this.runtimes = new Draws(root.split());
    this.limits = new Draws(root.split());
  }

  /** The jobs in order of their submit times, the first one at 0. */
  public static List<WorkloadJob> generate(BurstySpec spec, long seed) {
    return new BurstyWorkload(spec, seed).run();
  }

  private record Shape(int gpus, int nodes, String type) {}

  private record Draft(int burst, AccountHabit account, String user, Shape shape, double runS) {}

  private List<WorkloadJob> run() {
    List<Draft> draftList = drafts();
    double work = draftList.stream().mapToDouble(draft -> draft.shape.gpus * draft.runS).sum();
    double spanS = work / (spec.totalGpus() * spec.offeredLoad());
    double[] burstStartS = burstStarts(draftList.get(draftList.size() - 1).burst + 1, spanS);
    double gapInBurstS = 0.05 * spanS / spec.jobs();

    List<WorkloadJob> jobList = new ArrayList<>();
    double clockS = 0;
    int burst = -1;
    for (Draft draft : draftList) {
      if (draft.burst != burst) {
        burst = draft.burst;
        clockS = Math.max(clockS, burstStartS[burst]);
      } else {
        clockS += arrivals.exponential(gapInBurstS);
      }
      jobList.add(job(jobList.size(), clockS, draft));
    }
    return List.copyOf(jobList);
  }

  private List<Draft> drafts() {
    List<Draft> draftList = new ArrayList<>();
    for (int burst = 0; draftList.size() < spec.jobs(); burst++) {
      AccountHabit account = shapes.pick(spec.accounts(), AccountHabit::share);
      String user = account.name() + shapes.between(1, Math.max(1, account.users()));
      int size = shapes.between(spec.minBurst(), spec.maxBurst());
      Shape usual = shape();
      for (int k = 0; k < size && draftList.size() < spec.jobs(); k++) {
        Shape shape = shapes.chance(SAME_SHAPE_CHANCE) ? usual : shape();
        draftList.add(new Draft(burst, account, user, shape, runtime(account)));
      }
    }
    return draftList;
  }

  /** Exponential gaps between bursts, stretched so that the last burst starts near the end. */
  private double[] burstStarts(int bursts, double spanS) {
    double[] starts = new double[bursts];
    for (int b = 1; b < bursts; b++) {
      starts[b] = starts[b - 1] + arrivals.exponential(1);
    }
    double last = starts[bursts - 1];
    for (int b = 1; b < bursts; b++) {
      starts[b] *= 0.95 * spanS / last;
    }
    return starts;
  }

  private Shape shape() {
    List<TypeCapacity> pools =
        spec.capacity().stream().filter(pool -> pool.gpus() > 0 && pool.gpusPerNode() > 0).toList();
    int asked = shapes.pick(spec.sizes(), SizeShare::share).gpus();
    boolean typed = shapes.chance(spec.typedShare());
    boolean spread = shapes.chance(spec.multiNodeShare());
    List<TypeCapacity> fitting = pools.stream().filter(pool -> fits(pool, asked)).toList();
    if (fitting.isEmpty()) {
      TypeCapacity largest = pools.get(0);
      for (TypeCapacity pool : pools) {
        largest = pool.gpusPerNode() > largest.gpusPerNode() ? pool : largest;
      }
      return new Shape(largest.gpusPerNode(), 1, typed ? largest.type() : "");
    }
    TypeCapacity pool = shapes.pick(fitting, TypeCapacity::gpus);
    int nodes = asked > pool.gpusPerNode() ? asked / pool.gpusPerNode() : 1;
    if (nodes == 1 && spread && asked % 2 == 0 && pool.gpus() >= 2 * pool.gpusPerNode()) {
      nodes = 2;
    }
    return new Shape(asked, nodes, typed ? pool.type() : "");
  }

  /**
   * True where one node holds the job, or, for a small share, whole nodes of the pool do. Without
   * the second case a pool of small nodes would never see a multi-node job.
   */
  private boolean fits(TypeCapacity pool, int gpus) {
    if (gpus <= pool.gpusPerNode()) {
      return true;
    }
    return gpus % pool.gpusPerNode() == 0
        && 2 * gpus <= pool.gpus()
        && shapes.chance(spec.multiNodeShare());
  }

  private double runtime(AccountHabit account) {
    double median =
        Math.min(
            spec.maxRuntimeS(),
            Math.max(spec.minRuntimeS(), spec.medianRuntimeS() * account.runtimeFactor()));
    // Two sigma reach the maximum: a long tail that the cut hardly touches.
    double sigma = Math.max(0.1, StrictMath.log(spec.maxRuntimeS() / median) / 2);
    return runtimes.truncatedLogNormal(median, sigma, spec.minRuntimeS(), spec.maxRuntimeS());
  }

  private long limit(AccountHabit account, double runS) {
    double asked = runS * limits.uniform(account.minOverAsk(), account.maxOverAsk());
    for (long minutes : POPULAR_LIMIT_MINUTES) {
      if (minutes * 60 >= asked) {
        return minutes * 60;
      }
    }
    return (long) Math.ceil(asked / 86_400) * 86_400;
  }

  private WorkloadJob job(int index, double submitS, Draft draft) {
    Shape shape = draft.shape;
    return new WorkloadJob(
        index,
        submitS,
        draft.user,
        draft.account.name(),
        spec.partition(),
        shape.gpus,
        shape.type,
        shape.nodes,
        Math.max(shape.nodes, shape.gpus * spec.cpusPerGpu()),
        shape.gpus * spec.memMbPerGpu(),
        draft.runS,
        limit(draft.account, draft.runS),
        draft.account.name() + "-b" + draft.burst + "-g" + shape.gpus);
  }
}
