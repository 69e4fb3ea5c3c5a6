package io.rltune.policy.net;

import io.rltune.policy.features.FeatureSchema;
import java.util.Map;
import java.util.TreeMap;

/**
 * A trained policy: what a {@link PolicyFile} holds. Immutable.
 *
 * <p>It fits the features of this release; the constructor refuses a network of another width.
 */
public final class Policy {
  private final String name;
  private final PlainMlp network;
  private final Normaliser normaliser;
  private final Map<String, String> trainingCard;
  private final byte[] dl4jModel;

  /**
   * Puts a policy together.
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
    if (network.inputs() != FeatureSchema.WIDTH || normaliser.width() != FeatureSchema.WIDTH) {
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

  /**
   * The network's raw outputs.
   *
   * @param features job after job, as {@link io.rltune.policy.features.FeatureExtractor} gives them
   * @return one output per job, higher starts first; unbounded
   */
  public float[] outputs(float[] features) {
    return network.forward(normaliser.apply(features));
  }
}
