package io.rltune.policy.train;

import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.net.PolicyFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.deeplearning4j.nn.multilayer.MultiLayerNetwork;

/** Checks that a policy's plain forward pass is that of its Deeplearning4j model. */
public final class Dl4jParity {
  /** Largest difference allowed, relative for outputs beyond 1. */
  static final double TOLERANCE = 1e-5;

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
    float[] plain = policy.outputs(batch.features());
    float[] dl4j =
        Dl4jNetwork.outputs(
            network, policy.normaliser().apply(batch.features()), policy.network().inputs());
    double worst = 0;
    for (int row = 0; row < plain.length; row++) {
      double difference =
          Math.abs((double) plain[row] - dl4j[row]) / Math.max(1, Math.abs(dl4j[row]));
      // Math.max passes a NaN on, so that it counts as the worst of all.
      worst = Math.max(worst, difference);
    }
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
