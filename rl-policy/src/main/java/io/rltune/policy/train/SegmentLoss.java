package io.rltune.policy.train;

/** A loss over ragged segments: each segment is one queue, one row per job, of any length. */
public interface SegmentLoss {
  /**
   * Mean loss over the segments, and its gradient.
   *
   * @param outputs network output per row
   * @param offsets segment {@code s} owns rows {@code offsets[s]} to {@code offsets[s+1]-1}; it has
   *     at least one
   * @param gradient receives the loss's derivative by each output, same length
   */
  double evaluate(double[] outputs, int[] offsets, double[] gradient);
}
