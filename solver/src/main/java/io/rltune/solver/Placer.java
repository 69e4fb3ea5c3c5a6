package io.rltune.solver;

import io.rltune.solver.PlacementInstance.PlaceableJob;
import io.rltune.solver.Problem.Start;
import java.util.Arrays;

/** Finds nodes for one job among what is free now. */
final class Placer {
  /** Chunks of any size. */
  static final int ANY = Integer.MAX_VALUE;

  /** Fitting nodes of equally many GPUs that are compared. */
  private static final int COMPARED = 2;

  private final Problem problem;
  private final FreeState free;
  private final NodeCost cost;
  private int[] nodes = new int[8];
  private int[] gpus = new int[8];
  private int count;

  Placer(Problem problem, FreeState free) {
    this(problem, free, null);
  }

  /**
   * A placer that knows prices.
   *
   * @param cost what a GPU of the job takes from others on a node, or null where that is not known
   */
  Placer(Problem problem, FreeState free, NodeCost cost) {
    this.problem = problem;
    this.free = free;
    this.cost = cost;
  }

  /** What one GPU of a job takes from others on a node: its CPUs and memory at their prices. */
  interface NodeCost {
    double of(int job, int node);
  }

  /**
   * A good place for the job on nodes of the type, or null where it fits nowhere: one node before
   * several, and nodes that it fills before others.
   */
  Start place(int job, int type) {
    PlaceableJob of = problem.jobs.get(job);
    if (of.gpus() == 0) {
      return placeEqual(job, type, 0, problem.mostNodes(job));
    }
    if (of.gpusPerNode() > 0) {
      return placeEqual(job, type, of.gpusPerNode(), of.gpus() / of.gpusPerNode());
    }
    if (of.minNodes() == 1) {
      int node = bestFit(job, type, of.gpus());
      if (node >= 0) {
        return new Start(job, new int[] {node}, new int[] {of.gpus()});
      }
    }
    return of.maxNodes() == 1 ? null : spread(job, type, ANY);
  }

  /**
   * A place for a job that can be split, on nodes with few GPUs free: it fills what others left.
   *
   * @param largest most GPUs free on a node
   * @return null where that is not possible
   */
  Start fillHoles(int job, int type, int largest) {
    PlaceableJob of = problem.jobs.get(job);
    boolean splits = of.gpus() > 1 && of.gpusPerNode() == 0 && of.maxNodes() > 1;
    return splits ? spread(job, type, largest) : null;
  }

  /** The fitting node with the fewest GPUs left over, a touched one rather than a fresh one. */
  private int bestFit(int job, int type, int wanted) {
    NodeShelf shelf = free.shelf(type);
    int best = -1;
    for (int level = shelf.levelFrom(2 * wanted);
        level >= 0 && best < 0;
        level = shelf.levelFrom(level + 1)) {
      best = cheapest(job, wanted, shelf, level);
    }
    return best;
  }

  /** Of the first fitting nodes on a level the one where the job costs others least, or -1. */
  private int cheapest(int job, int wanted, NodeShelf shelf, int level) {
    int best = -1;
    int compared = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int node = shelf.first(level);
        node >= 0 && compared < COMPARED;
        node = shelf.after(node)) {
      if (problem.allowed(job).get(node) && free.fits(job, node, wanted, 1) && !isTaken(node)) {
        if (cost == null) {
          return node;
        }
        compared++;
        double of = cost.of(job, node);
        if (of < least) {
          best = node;
          least = of;
        }
      }
    }
    return best;
  }

  private boolean isTaken(int node) {
    for (int i = 0; i < count; i++) {
      if (nodes[i] == node) {
        return true;
      }
    }
    return false;
  }

  /** The same number of GPUs on every node; a CPU-only job takes the fewest nodes that work. */
  private Start placeEqual(int job, int type, int gpusEach, int mostNodes) {
    PlaceableJob of = problem.jobs.get(job);
    int fewest = gpusEach > 0 ? mostNodes : of.minNodes();
    if (mostNodes < of.minNodes() || fewest > of.maxNodes()) {
      return null;
    }
    int most = Math.min(mostNodes, fewest + ClassModelLimits.CPU_JOB_NODE_COUNTS - 1);
    for (int wanted = fewest; wanted <= most; wanted++) {
      int[] found = equalNodes(job, type, gpusEach, wanted);
      if (found != null) {
        int[] each = new int[wanted];
        Arrays.fill(each, gpusEach);
        return new Start(job, found, each);
      }
    }
    return null;
  }

  private int[] equalNodes(int job, int type, int gpusEach, int wanted) {
    NodeShelf shelf = free.shelf(type);
    int[] found = new int[wanted];
    int size = 0;
    for (int level = shelf.levelFrom(2 * gpusEach);
        level >= 0;
        level = shelf.levelFrom(level + 1)) {
      for (int node = shelf.first(level); node >= 0; node = shelf.after(node)) {
        if (free.fits(job, node, gpusEach, wanted) && problem.allowed(job).get(node)) {
          found[size++] = node;
          if (size == wanted) {
            return found;
          }
        }
      }
    }
    return null;
  }

  /**
   * The nodes that can give most first, and for the rest the node that it fills best; each of the
   * fewest nodes gives at least one GPU.
   */
  private Start spread(int job, int type, int largest) {
    PlaceableJob of = problem.jobs.get(job);
    int mostNodes = problem.mostNodes(job);
    int need = of.gpus();
    count = 0;
    Start found = null;
    while (need > 0 && count < mostNodes) {
      int reserved = Math.max(0, of.minNodes() - count - 1);
      int wanted = need - reserved;
      int node = wanted < 1 || largest < wanted ? -1 : bestFit(job, type, wanted);
      int gives = wanted;
      if (node < 0) {
        node = mostGiving(job, type, Math.min(wanted, largest), largest);
        gives = node < 0 ? 0 : Math.min(free.mostGpus(job, node), wanted);
      }
      if (gives < 1) {
        break;
      }
      take(node, gives);
      need -= gives;
    }
    if (need == 0 && count >= of.minNodes()) {
      found = new Start(job, Arrays.copyOf(nodes, count), Arrays.copyOf(gpus, count));
    }
    count = 0;
    return found;
  }

  private void take(int node, int gives) {
    if (count == nodes.length) {
      nodes = Arrays.copyOf(nodes, 2 * count);
      gpus = Arrays.copyOf(gpus, 2 * count);
    }
    nodes[count] = node;
    gpus[count++] = gives;
  }

  /** The node that can give most; among those, the one with the fewest GPUs left over. */
  private int mostGiving(int job, int type, int wanted, int largest) {
    NodeShelf shelf = free.shelf(type);
    int best = -1;
    int most = 0;
    int top = largest == ANY ? ANY : 2 * largest + 1;
    for (int level = shelf.levelUpTo(top);
        level >= 2 && Math.min(level / 2, wanted) >= most;
        level = shelf.levelUpTo(level - 1)) {
      for (int node = shelf.first(level); node >= 0; node = shelf.after(node)) {
        int gives = Math.min(wanted, free.mostGpus(job, node));
        if (gives >= Math.max(1, most) && problem.allowed(job).get(node) && !isTaken(node)) {
          best = node;
          most = gives;
          if (gives == Math.min(level / 2, wanted)) {
            break;
          }
        }
      }
    }
    return best;
  }
}
