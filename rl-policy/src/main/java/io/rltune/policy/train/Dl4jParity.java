package io.rltune.policy.train;

import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.net.ParityProbe;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.net.PolicyFileException;
import io.rltune.policy.net.SetSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;

/** Checks that a policy's plain forward pass is that of its Deeplearning4j model. */
public final class Dl4jParity {
  static final double TOLERANCE = ParityProbe.TOLERANCE;

  private static final long SEED = 7;
  private static final int QUEUES = 40;
  private static final int LONGEST_QUEUE = 64;

  private Dl4jParity() {}

  /** Checks the policy files that are named; exit code 1 and a message if one does not agree. */
  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      System.err.println("usage: Dl4jParity POLICY.zip...");
      System.exit(2);
    }
    try {
      for (String file : args) {
        System.out.println(file + " differs by " + check(PolicyFile.read(Path.of(file))));
      }
    } catch (PolicyFileException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /**
   * Compares both forward passes on made-up queues.
   *
   * @return the largest difference, relative for outputs beyond 1
   * @throws PolicyFileException if it is more than 1e-5
   */
  static double check(Policy policy) throws IOException {
    MultiLayerNetwork network = Dl4jNetwork.fromBytes(policy.dl4jModel());
    QueueBatch batch =
        QueueBatch.make(
            new SyntheticQueues(SEED), new SplittableRandom(SEED), QUEUES, LONGEST_QUEUE);
    float[] plain = new float[batch.features().length / FeatureSchema.WIDTH];
    for (int q = 0; q < QUEUES; q++) {
      float[] queue =
          Arrays.copyOfRange(
              batch.features(),
              batch.offsets()[q] * FeatureSchema.WIDTH,
              batch.offsets()[q + 1] * FeatureSchema.WIDTH);
      float[] outputs = policy.outputs(queue);
      System.arraycopy(outputs, 0, plain, batch.offsets()[q], outputs.length);
    }
    float[] rows = policy.normaliser().apply(batch.features());
    float[] dl4j =
        Dl4jNetwork.outputs(
            network,
            policy.isSetAware() ? SetSummary.append(rows, batch.offsets()) : rows,
            policy.network().inputs());
    double worst = ParityProbe.difference(plain, dl4j);
    if (!(worst <= TOLERANCE)) {
      throw new PolicyFileException(
          "policy "
              + policy.name()
              + ": weights.bin and dl4j-model.zip differ by "
              + worst
              + " in their outputs, more than "
              + TOLERANCE
              + "; train it anew");
    }
    return worst;
  }
}
