package io.rltune.sim.engine;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;

/**
 * A textbook queue: jobs in the policy's order, ties by submit time, then by order of submission.
 * Limits and shapes lie beside the jobs in arrays of their own, so that a scheduler walks through
 * ten thousand waiting jobs without touching them. A job that started leaves a gap until enough
 * gaps have come together.
 */
final class TextbookQueue {
  private static final int GAP = -1;
  private static final Comparator<SimJob> ORDER =
      new Comparator<>() {
        @Override
        public int compare(SimJob a, SimJob b) {
          int byKey = Double.compare(a.key, b.key);
          int bySubmit = byKey != 0 ? byKey : Double.compare(a.submitS, b.submitS);
          return bySubmit != 0 ? bySubmit : Long.compare(a.id, b.id);
        }
      };

  /** All nodes of the partitions that it serves. */
  final BitSet nodes = new BitSet();

  private final QueueOrder order;
  private SimJob[] jobs = new SimJob[64];
  private double[] limitS = new double[64];
  private int[] shape = new int[64];
  private int from;
  private int until;
  private int waiting;
  private Shape[] shapes = new Shape[4];
  private int shapeCount;

  TextbookQueue(QueueOrder order) {
    this.order = order;
  }

  boolean isEmpty() {
    return waiting == 0;
  }

  int waiting() {
    return waiting;
  }

  /** First place that may hold a job. */
  int from() {
    return from;
  }

  /** One past the last place. */
  int until() {
    return until;
  }

  /** Null in a gap. */
  SimJob job(int place) {
    return shape[place] == GAP ? null : jobs[place];
  }

  double limitS(int place) {
    return limitS[place];
  }

  /** Index of the job's shape; negative in a gap. */
  int shapeAt(int place) {
    return shape[place];
  }

  int shapeCount() {
    return shapeCount;
  }

  /** The i-th shape ever seen in this queue. */
  Shape shape(int i) {
    return shapes[i];
  }

  void add(SimJob job, double nowS) {
    waiting++;
    if (job.shape.queued++ == 0) {
      remember(job.shape);
    }
    job.key = order.key(job.request, nowS);
    if (until == jobs.length) {
      makeRoom();
    }
    int at = until;
    if (until > from && ORDER.compare(jobs[until - 1], job) > 0) {
      // A gap keeps its job as a mark of the order.
      int found = Arrays.binarySearch(jobs, from, until, job, ORDER);
      if (found >= 0) {
        // It was requeued before its gap was closed.
        set(found, job);
        return;
      }
      at = -found - 1;
      System.arraycopy(jobs, at, jobs, at + 1, until - at);
      System.arraycopy(limitS, at, limitS, at + 1, until - at);
      System.arraycopy(shape, at, shape, at + 1, until - at);
    }
    set(at, job);
    until++;
  }

  /** The job at this place started. */
  void remove(int place) {
    jobs[place].shape.queued--;
    shape[place] = GAP;
    waiting--;
    while (from < until && shape[from] == GAP) {
      jobs[from++] = null;
    }
    if (from == until) {
      from = 0;
      until = 0;
    }
  }

  /** A job started, wherever it stood. */
  void remove(SimJob job) {
    int place = Arrays.binarySearch(jobs, from, until, job, ORDER);
    if (place < 0 || shape[place] == GAP) {
      throw new IllegalStateException("job " + job.id + " is not in the queue");
    }
    remove(place);
  }

  /** Makes keys and order right for this moment, and closes gaps where there are many. */
  void settle(double nowS) {
    boolean dynamic = order.isDynamic();
    if (!dynamic && 2 * waiting + 64 >= until - from) {
      return;
    }
    int kept = 0;
    for (int i = from; i < until; i++) {
      if (shape[i] != GAP) {
        jobs[kept++] = jobs[i];
      }
    }
    Arrays.fill(jobs, Math.max(kept, 0), until, null);
    from = 0;
    until = kept;
    if (dynamic) {
      for (int i = 0; i < kept; i++) {
        jobs[i].key = order.key(jobs[i].request, nowS);
      }
      Arrays.sort(jobs, 0, kept, ORDER);
    }
    for (int i = 0; i < kept; i++) {
      set(i, jobs[i]);
    }
  }

  private void set(int place, SimJob job) {
    jobs[place] = job;
    limitS[place] = job.limitS;
    shape[place] = job.shape.index;
  }

  private void remember(Shape added) {
    for (int i = 0; i < shapeCount; i++) {
      if (shapes[i] == added) {
        return;
      }
    }
    if (shapeCount == shapes.length) {
      shapes = Arrays.copyOf(shapes, 2 * shapeCount);
    }
    shapes[shapeCount++] = added;
  }

  private void makeRoom() {
    if (from > jobs.length / 2) {
      System.arraycopy(jobs, from, jobs, 0, until - from);
      System.arraycopy(limitS, from, limitS, 0, until - from);
      System.arraycopy(shape, from, shape, 0, until - from);
      Arrays.fill(jobs, until - from, until, null);
      until -= from;
      from = 0;
      return;
    }
    int larger = 2 * jobs.length;
    jobs = Arrays.copyOf(jobs, larger);
    limitS = Arrays.copyOf(limitS, larger);
    shape = Arrays.copyOf(shape, larger);
  }
}
