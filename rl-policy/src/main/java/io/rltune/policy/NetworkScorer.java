package io.rltune.policy;

import static java.util.Objects.requireNonNull;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Sha256;
import io.rltune.policy.ScoreExplanation.Contribution;
import io.rltune.policy.features.Feature;
import io.rltune.policy.features.FeatureExtractor;
import io.rltune.policy.features.FeatureRows;
import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.features.QueueView;
import io.rltune.policy.features.SnapshotQueueView;
import io.rltune.policy.history.RuntimeHistory;
import io.rltune.policy.history.SnapshotHistory;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Scores jobs with a trained policy. Scores lie in 0..1. Thread-safe. */
public final class NetworkScorer implements JobScorer {
  private static final String SHIPPED = "/io/rltune/policy/shipped-policy.zip";

  private final Policy policy;
  private final Function<ClusterSnapshot, RuntimeHistory> history;
  private final String fileDigest;
  private volatile FeatureRows lastFeatures = FeatureRows.NONE;

  /** A scorer without history: every job is expected to use its walltime. */
  public NetworkScorer(Policy policy) {
    this(policy, snapshot -> new RuntimeHistory());
  }

  /**
   * A scorer that learns from finished jobs.
   *
   * @param history asked once per call, such as {@link
   *     io.rltune.policy.history.SnapshotHistory#observe}; what it gives must not change during the
   *     call
   */
  public NetworkScorer(Policy policy, Function<ClusterSnapshot, RuntimeHistory> history) {
    this(policy, history, "");
  }

  private NetworkScorer(
      Policy policy, Function<ClusterSnapshot, RuntimeHistory> history, String fileDigest) {
    this.policy = requireNonNull(policy, "policy");
    this.history = requireNonNull(history, "history");
    this.fileDigest = fileDigest;
  }

  /**
   * A scorer that learns from finished jobs and knows its file.
   *
   * @param file the policy file's bytes
   * @param place where they come from, for messages
   * @param history as for the constructor
   * @throws IOException where the file cannot be used
   */
  public static NetworkScorer ofFile(
      byte[] file, String place, Function<ClusterSnapshot, RuntimeHistory> history)
      throws IOException {
    return new NetworkScorer(PolicyFile.read(file, place), history, Sha256.of(file));
  }

  /** The policy that comes with this release, without history. */
  public static NetworkScorer shipped() {
    return new NetworkScorer(shippedPolicy());
  }

  /** The policy that comes with this release. */
  public static Policy shippedPolicy() {
    try (InputStream in = NetworkScorer.class.getResourceAsStream(SHIPPED)) {
      if (in == null) {
        throw new IllegalStateException("the class path lacks " + SHIPPED + "; build it anew");
      }
      return PolicyFile.read(in);
    } catch (IOException e) {
      throw new UncheckedIOException("shipped policy: " + e.getMessage(), e);
    }
  }

  /** The file of {@link #shipped}, as it is. */
  public static byte[] shippedFile() {
    try (InputStream in = NetworkScorer.class.getResourceAsStream(SHIPPED)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("shipped policy: " + e.getMessage(), e);
    }
  }

  public Policy policy() {
    return policy;
  }

  @Override
  public String name() {
    return policy.name();
  }

  @Override
  public ToDoubleFunction<Job> expectedRunS(ClusterSnapshot snapshot) {
    return SnapshotHistory.meanRunS(history.apply(snapshot), snapshot.takenAt());
  }

  @Override
  public String fileDigest() {
    return fileDigest;
  }

  @Override
  public double[] score(ClusterSnapshot snapshot, List<Job> candidateList) {
    FeatureRows features = new FeatureRows(FeatureExtractor.extract(view(snapshot, candidateList)));
    lastFeatures = features;
    return score(features);
  }

  @Override
  public FeatureRows lastFeatures() {
    return lastFeatures;
  }

  /** Scores jobs by their features. */
  public double[] score(FeatureRows features) {
    return squash(policy.outputs(features.rows()));
  }

  /** Scores every job of a view; higher starts first, 0 to 1. */
  public double[] score(QueueView view) {
    return squash(policy.outputs(FeatureExtractor.extract(view)));
  }

  /**
   * Says what each feature does to a job's score, one at a time against its mean over the queue.
   *
   * @throws IllegalArgumentException if the job is not among the candidates
   */
  public ScoreExplanation explain(ClusterSnapshot snapshot, List<Job> candidateList, long jobId) {
    float[] rows = FeatureExtractor.extract(view(snapshot, candidateList));
    return explain(new FeatureRows(rows), candidateList, jobId);
  }

  /**
   * The same by features that were kept.
   *
   * @param candidateList the jobs that the features belong to, in their order
   * @throws IllegalArgumentException if the job is not among the candidates, or there are not as
   *     many rows as candidates
   */
  public ScoreExplanation explain(FeatureRows features, List<Job> candidateList, long jobId) {
    if (features.jobCount() != candidateList.size()) {
      throw new IllegalArgumentException(
          features.jobCount() + " rows of features for " + candidateList.size() + " jobs");
    }
    int job = indexOf(candidateList, jobId);
    int width = FeatureSchema.WIDTH;
    float[] rows = features.rows();
    double[] scores = squash(policy.outputs(rows));
    float[] row = Arrays.copyOfRange(rows, job * width, (job + 1) * width);
    float[] mean = columnMeans(rows);
    // Row k is the job with feature k as the queue has it on average.
    float[] variants = new float[width * width];
    for (int feature = 0; feature < width; feature++) {
      System.arraycopy(row, 0, variants, feature * width, width);
      variants[feature * width + feature] = mean[feature];
    }
    double[] without = squash(policy.outputs(variants, rows));
    List<Contribution> contributions = new ArrayList<>();
    for (Feature feature : Feature.values()) {
      int i = feature.index();
      contributions.add(new Contribution(feature, row[i], mean[i], scores[job] - without[i]));
    }
    contributions.sort(Comparator.comparingDouble(c -> -Math.abs(c.effect())));
    int rank = 1 + (int) Arrays.stream(scores).filter(score -> score > scores[job]).count();
    return new ScoreExplanation(jobId, scores[job], rank, scores.length, contributions);
  }

  private QueueView view(ClusterSnapshot snapshot, List<Job> candidateList) {
    return new SnapshotQueueView(snapshot, candidateList, history.apply(snapshot));
  }

  private static int indexOf(List<Job> jobs, long jobId) {
    for (int i = 0; i < jobs.size(); i++) {
      if (jobs.get(i).id() == jobId) {
        return i;
      }
    }
    throw new IllegalArgumentException("job " + jobId + " is not among the candidates");
  }

  private static float[] columnMeans(float[] rows) {
    int width = FeatureSchema.WIDTH;
    double[] sums = new double[width];
    for (int i = 0; i < rows.length; i++) {
      sums[i % width] += rows[i];
    }
    float[] means = new float[width];
    for (int i = 0; i < width; i++) {
      means[i] = (float) (sums[i] * width / rows.length);
    }
    return means;
  }

  /**
   * Maps outputs to 0..1 and keeps their order: z/(1+|z|) flattens so slowly that no two floats
   * become one double, where a sigmoid would. An output that is not finite goes last.
   */
  private static double[] squash(float[] outputs) {
    double[] scores = new double[outputs.length];
    for (int i = 0; i < outputs.length; i++) {
      double z = outputs[i];
      scores[i] = Double.isFinite(z) ? 0.5 + 0.5 * z / (1 + Math.abs(z)) : 0;
    }
    return scores;
  }
}
