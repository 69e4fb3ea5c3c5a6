package io.rltune.policy.net;

import io.rltune.policy.features.FeatureSchema;
import java.util.Map;
import java.util.TreeMap;

/**
 * A trained policy: what a {@link PolicyFile} holds. Immutable.
 *
 * <p>It fits the features of this release; the constructor refuses a network of another width. A
 * network of twice that width is set-aware: beside a job's own features it sees their mean over the
 * queue.
 */
public final class Policy {
  private final String name;
  private final PlainMlp network;
  private final Normaliser normaliser;
  private final Map<String, String> trainingCard;
  private final byte[] dl4jModel;
  private final float[] probeOutputs;

  /**
   * Puts a policy together whose weights are known to be right.
   *
   * @param name for logs and reports, e.g. {@code rltune-imitation}
   * @param trainingCard how it came about: command, seed, data, teacher, quality
   * @param dl4jModel the same network as Deeplearning4j's ModelSerializer writes it, to train on
   */
  public Policy(
      String name,
      PlainMlp network,
      Normaliser normaliser,
      Map<String, String> trainingCard,
      byte[] dl4jModel) {
    this(
        name,
        network,
        normaliser,
        trainingCard,
        dl4jModel,
        network.forward(ParityProbe.rows(network.inputs())));
  }

  /**
   * Puts a policy together.
   *
   * @param probeOutputs what Deeplearning4j's own forward pass makes of {@link ParityProbe#rows}
   */
  public Policy(
      String name,
      PlainMlp network,
      Normaliser normaliser,
      Map<String, String> trainingCard,
      byte[] dl4jModel,
      float[] probeOutputs) {
    boolean fits =
        network.inputs() == FeatureSchema.WIDTH || network.inputs() == 2 * FeatureSchema.WIDTH;
    if (!fits || normaliser.width() != FeatureSchema.WIDTH) {
      throw new IllegalArgumentException(
          "policy "
              + name
              + " takes "
              + network.inputs()
              + " inputs and normalises "
              + normaliser.width()
              + ", but there are "
              + FeatureSchema.WIDTH
              + " features");
    }
    this.name = name;
    this.network = network;
    this.normaliser = normaliser;
    this.trainingCard = new TreeMap<>(trainingCard);
    this.dl4jModel = dl4jModel.clone();
    this.probeOutputs = probeOutputs.clone();
  }

  public String name() {
    return name;
  }

  public PlainMlp network() {
    return network;
  }

  public Normaliser normaliser() {
    return normaliser;
  }

  public Map<String, String> trainingCard() {
    return new TreeMap<>(trainingCard);
  }

  public byte[] dl4jModel() {
    return dl4jModel.clone();
  }

  /** What Deeplearning4j's own forward pass makes of {@link ParityProbe#rows}. */
  public float[] probeOutputs() {
    return probeOutputs.clone();
  }

  /** Whether a job's score depends on the mean of the queue's features. */
  public boolean isSetAware() {
    return isSetAware(network);
  }

  /** Whether a network takes the mean of a queue's features beside a job's own. */
  public static boolean isSetAware(PlainMlp network) {
    return network.inputs() == 2 * FeatureSchema.WIDTH;
  }

  /** A forward pass with buffers of its own, for a thread that scores again and again. */
  public PolicyPass newPass() {
    return new PolicyPass(this);
  }

  /**
   * The network's raw outputs for one queue.
   *
   * @param features job after job, as {@link io.rltune.policy.features.FeatureExtractor} gives them
   * @return one output per job, higher starts first; unbounded
   */
  public float[] outputs(float[] features) {
    return outputs(features, features);
  }

  /**
   * The network's raw outputs for some jobs, as if they stood in a queue.
   *
   * @param features the jobs
   * @param queue the queue, whose mean a set-aware network sees
   */
  public float[] outputs(float[] features, float[] queue) {
    float[] rows = normaliser.apply(features);
    if (!isSetAware()) {
      return network.forward(rows);
    }
    float[] queueRows = features == queue ? rows : normaliser.apply(queue);
    return network.forward(rows, SetSummary.of(queueRows, 0, queueRows.length));
  }
}
