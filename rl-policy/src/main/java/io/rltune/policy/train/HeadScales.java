package io.rltune.policy.train;

import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.net.Normaliser;
import io.rltune.policy.net.PlainMlp;
import io.rltune.policy.net.SetSummary;
import java.util.Arrays;
import java.util.List;

/**
 * How far each weight of the last layer is moved, so that every one of them moves outputs as far
 * against each other: by its unit's standard deviation over the jobs of a queue.
 */
final class HeadScales {
  /** A unit that hardly differs between jobs would need wild weights. */
  private static final double LEAST_DEVIATION = 0.02;

  private static final int FEWEST_JOBS = 4;

  private HeadScales() {}

  /**
   * Scales of a network.
   *
   * @param queues features of queues, job after job, not normalised
   * @param noise wanted standard deviation of the outputs by one weight's noise
   * @return one a weight, 0 for a unit that says the same of all jobs
   */
  static double[] of(PlainMlp network, Normaliser normaliser, List<float[]> queues, double noise) {
    int[] sizes = network.sizes();
    int units = sizes[sizes.length - 2];
    double[] variance = new double[units];
    int counted = 0;
    for (float[] queue : queues) {
      int jobs = queue.length / FeatureSchema.WIDTH;
      if (jobs < FEWEST_JOBS) {
        continue;
      }
      counted++;
      float[] rows = normaliser.apply(queue);
      if (sizes[0] > FeatureSchema.WIDTH) {
        rows = SetSummary.append(rows, new int[] {0, jobs});
      }
      addVariance(network, rows, jobs, variance);
    }
    if (counted == 0) {
      throw new IllegalStateException(
          "no queue of " + FEWEST_JOBS + " jobs among " + queues.size() + " to search a policy on");
    }
    double[] scales = new double[units];
    for (int unit = 0; unit < units; unit++) {
      double deviation = Math.sqrt(variance[unit] / counted);
      scales[unit] = deviation < LEAST_DEVIATION ? 0 : noise / deviation;
    }
    return scales;
  }

  private static void addVariance(PlainMlp network, float[] rows, int jobs, double[] variance) {
    for (int unit = 0; unit < variance.length; unit++) {
      float[] outputs = lastHidden(network, unit).forward(rows);
      double sum = 0;
      double squares = 0;
      for (float output : outputs) {
        double active = Math.max(0, output);
        sum += active;
        squares += active * active;
      }
      variance[unit] += Math.max(0, squares / jobs - sum / jobs * (sum / jobs));
    }
  }

  /** The network up to one unit of its last hidden layer, before that is cut off at 0. */
  private static PlainMlp lastHidden(PlainMlp network, int unit) {
    int[] sizes = network.sizes();
    int last = sizes.length - 2;
    float[] weights = network.weights();
    int[] shorter = Arrays.copyOf(sizes, last + 1);
    shorter[last] = 1;
    float[] kept = new float[PlainMlp.weightCount(shorter)];
    int column = weights.length - (sizes[last] + 1) - (sizes[last - 1] + 1) * sizes[last];
    System.arraycopy(weights, 0, kept, 0, column);
    for (int in = 0; in <= sizes[last - 1]; in++) {
      kept[column + in] = weights[column + in * sizes[last] + unit];
    }
    return new PlainMlp(shorter, kept);
  }
}
