package io.rltune.policy.train;

import io.rltune.policy.net.PlainMlp;

/** A network that learns from ragged batches. Not thread-safe. */
public interface Learner {
  /**
   * One optimiser step: forward, loss, backward, clipped update.
   *
   * @param rows normalised features, row after row
   * @param offsets segments of the batch, as in {@link SegmentLoss#evaluate}
   * @return the loss before the step
   */
  double step(float[] rows, int[] offsets, SegmentLoss loss);

  /** The network as it stands, for fast forward passes. */
  PlainMlp snapshot();
}
