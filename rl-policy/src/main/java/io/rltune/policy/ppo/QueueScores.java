package io.rltune.policy.ppo;

import io.rltune.policy.features.FeatureExtractor;
import io.rltune.policy.features.QueueView;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyPass;

/**
 * Features and outputs of one view's queue, point after point, in buffers that are kept. Not
 * thread-safe.
 */
public final class QueueScores {
  private final PolicyPass pass;
  private FeatureExtractor extractor;
  private QueueView seen;
  private float[] features = {};

  /** Scores of a policy. */
  public QueueScores(Policy policy) {
    this.pass = policy.newPass();
  }

  /**
   * The policy's outputs for the queue as it stands.
   *
   * @return one a job in the first places, higher starts first; overwritten by the next call
   */
  public float[] of(QueueView queue) {
    if (seen != queue) {
      seen = queue;
      extractor = new FeatureExtractor(queue);
    }
    features = extractor.update();
    return pass.outputs(features, queue.jobCount());
  }

  /** The features of the last call, job after job; overwritten by the next call. */
  public float[] features() {
    return features;
  }
}
