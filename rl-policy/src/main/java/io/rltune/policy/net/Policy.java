package io.rltune.policy.net;

import io.rltune.policy.features.FeatureSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A trained policy: what a {@link PolicyFile} holds. Immutable.
 *
 * <p>It fits the features of this release; the constructor refuses a network of another width. A
 * network of twice that width is set-aware: beside a job's own features it sees their mean over the
 * queue.
 */
public final class Policy {
  /** Entry of the training card of networks with units that carry features past hidden layers. */
  public static final String SKIP_UNITS = "skip_units";

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

  /**
   * The mean of policies that were trained from one start with different seeds: what they agree on
   * stays, what each picked up by chance fades.
   *
   * @param policies at least one
   * @throws IllegalArgumentException naming the one that is not built like the first
   */
  public static Policy mean(List<Policy> policies) {
    Policy first = policies.get(0);
    if (policies.size() == 1) {
      return first;
    }
    double[] sum = new double[first.network.weights().length];
    for (int number = 1; number <= policies.size(); number++) {
      Policy policy = policies.get(number - 1);
      if (!first.isBuiltLike(policy)) {
        throw new IllegalArgumentException(
            "policy %d (%s, layers %s) has no mean with the first (%s, layers %s): layers, skip units or normalisers differ"
                .formatted(
                    number,
                    policy.name,
                    Arrays.toString(policy.network.sizes()),
                    first.name,
                    Arrays.toString(first.network.sizes())));
      }
      float[] weights = policy.network.weights();
      for (int i = 0; i < sum.length; i++) {
        sum[i] += weights[i];
      }
    }
    float[] mean = new float[sum.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = (float) (sum[i] / policies.size());
    }
    return new Policy(
        policies.stream().map(Policy::name).collect(Collectors.joining(", ", "mean of ", "")),
        new PlainMlp(first.network.sizes(), mean),
        first.normaliser,
        first.trainingCard,
        new byte[0]);
  }

  private boolean isBuiltLike(Policy other) {
    return Arrays.equals(network.sizes(), other.network.sizes())
        && Arrays.equals(normaliser.mean(), other.normaliser.mean())
        && Arrays.equals(normaliser.deviation(), other.normaliser.deviation())
        && Objects.equals(trainingCard.get(SKIP_UNITS), other.trainingCard.get(SKIP_UNITS));
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
