package io.rltune.policy.train;

import io.rltune.policy.ShortestExpected;
import io.rltune.policy.features.FeatureExtractor;
import io.rltune.policy.features.FeatureSchema;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Features and teacher's scores of several made-up queues, one after the other. */
final class QueueBatch {
  private final float[] features;
  private final double[] teacherScores;
  private final int[] offsets;

  private QueueBatch(float[] features, double[] teacherScores, int[] offsets) {
    this.features = features;
    this.teacherScores = teacherScores;
    this.offsets = offsets;
  }

  /**
   * Makes a batch.
   *
   * @param queues how many queues
   * @param longest most jobs of a queue; lengths are spread log-uniformly from 2
   */
  static QueueBatch make(SyntheticQueues source, SplittableRandom random, int queues, int longest) {
    int[] offsets = new int[queues + 1];
    float[] features = new float[queues * longest * FeatureSchema.WIDTH];
    double[] teacher = new double[queues * longest];
    for (int q = 0; q < queues; q++) {
      int jobs = (int) SyntheticCluster.logUniform(random, 2, longest + 0.999);
      SyntheticQueue queue = source.next(jobs);
      float[] rows = FeatureExtractor.extract(queue);
      System.arraycopy(rows, 0, features, offsets[q] * FeatureSchema.WIDTH, rows.length);
      for (int job = 0; job < jobs; job++) {
        teacher[offsets[q] + job] =
            ShortestExpected.score(
                queue.waitedS(job),
                queue.walltimeS(job),
                queue.expectedRuntimeS(job),
                queue.gpus(job));
      }
      offsets[q + 1] = offsets[q] + jobs;
    }
    int rows = offsets[queues];
    return new QueueBatch(
        Arrays.copyOf(features, rows * FeatureSchema.WIDTH), Arrays.copyOf(teacher, rows), offsets);
  }

  float[] features() {
    return features;
  }

  double[] teacherScores() {
    return teacherScores;
  }

  int[] offsets() {
    return offsets;
  }

  /** Mean Kendall tau of outputs with the teacher, over the queues. */
  double agreement(float[] outputs) {
    double[] scores = new double[outputs.length];
    for (int row = 0; row < scores.length; row++) {
      scores[row] = outputs[row];
    }
    double sum = 0;
    for (int q = 0; q + 1 < offsets.length; q++) {
      sum += KendallTau.of(scores, teacherScores, offsets[q], offsets[q + 1]);
    }
    return sum / (offsets.length - 1);
  }
}
