package io.rltune.policy.net;

import io.rltune.policy.features.FeatureSchema;

/**
 * A policy's forward pass with buffers of its own: normaliser, pooled summary where the network is
 * set-aware, network. Nothing is allocated once the buffers are as large as the queue. Not
 * thread-safe.
 */
public final class PolicyPass {
  private static final float[] NOTHING = new float[0];

  private final Normaliser normaliser;
  private final boolean setAware;
  private final ForwardPass network;
  private float[] scaled = new float[0];
  private float[] outputs = new float[0];

  PolicyPass(Policy policy) {
    this.normaliser = policy.normaliser();
    this.setAware = policy.isSetAware();
    this.network = policy.network().newPass();
  }

  /**
   * The network's raw outputs for one queue.
   *
   * @param features job after job; more may follow
   * @param jobs jobs of the queue
   * @return one output per job in the first places, higher starts first; overwritten by the next
   *     call
   */
  public float[] outputs(float[] features, int jobs) {
    int values = jobs * FeatureSchema.WIDTH;
    if (scaled.length < values) {
      scaled = new float[2 * values];
      outputs = new float[2 * jobs];
    }
    normaliser.apply(features, values, scaled);
    network.run(scaled, jobs, setAware ? SetSummary.of(scaled, 0, values) : NOTHING, outputs);
    return outputs;
  }
}
