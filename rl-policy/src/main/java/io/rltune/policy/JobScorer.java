package io.rltune.policy;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.policy.features.FeatureRows;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Scores pending jobs: who should start first. */
public interface JobScorer {
  /** Name for logs and reports, e.g. {@code rltune-0.1} or {@code fcfs}. */
  String name();

  /**
   * Scores jobs against the cluster as it stands.
   *
   * @param snapshot the cluster; gives time, running jobs and free resources
   * @param candidateList pending jobs to score, in any order
   * @return one score per candidate, in the same order; higher starts first. Finite, comparable
   *     only within one call.
   */
  double[] score(ClusterSnapshot snapshot, List<Job> candidateList);

  /**
   * What the scorer has learnt of runtimes, as of a snapshot: seconds that a job is expected to run
   * in all. NaN from a scorer that learns nothing.
   */
  default ToDoubleFunction<Job> expectedRunS(ClusterSnapshot snapshot) {
    return job -> Double.NaN;
  }

  /** SHA-256 of the file it is from, 64 hexadecimal digits; empty for one from no file. */
  default String fileDigest() {
    return "";
  }

  /** What the last call of {@link #score} was made from; none for a scorer without features. */
  default FeatureRows lastFeatures() {
    return FeatureRows.NONE;
  }
}
