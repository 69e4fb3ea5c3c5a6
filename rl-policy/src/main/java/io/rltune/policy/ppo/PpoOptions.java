package io.rltune.policy.ppo;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a PPO training run is asked for.
 *
 * @param out policy file to write; {@code out}.checkpoint is kept beside it while training
 * @param name name of the policy
 * @param init policy files to start from the mean of; none for the shipped policy
 * @param seed seed of everything
 * @param iterations most iterations, at least 0; with 0 what it starts from is written
 * @param time most time; beyond it the last iteration ends and the policy is written
 * @param setAware whether the network also sees the mean of the queue's features
 * @param hyper numbers of the method
 * @param head how the last layer is searched; empty where orders are drawn by chance
 */
public record PpoOptions(
    Path out,
    String name,
    List<Path> init,
    long seed,
    int iterations,
    Duration time,
    boolean setAware,
    Hyper hyper,
    Optional<HeadSearch> head) {
  public PpoOptions {
    requireNonNull(out, "out");
    requireNonNull(name, "name");
    init = List.copyOf(init);
    requireNonNull(time, "time");
    requireNonNull(hyper, "hyper");
    requireNonNull(head, "head");
    if (iterations < 0) {
      throw new IllegalArgumentException("iterations " + iterations + " must not be negative");
    }
    if (head.isPresent() && hyper.replicas() % 2 != 0) {
      throw new IllegalArgumentException(
          "replicas " + hyper.replicas() + " must be even: runs come in pairs of opposite noise");
    }
  }

  /** Where a run keeps its state, to go on after a kill. */
  public Path checkpoint() {
    return out.resolveSibling(out.getFileName() + ".checkpoint");
  }

  /** How episodes of this training are run. */
  public Exploration exploration() {
    return head.isPresent() ? Exploration.HEAD : Exploration.ORDERS;
  }

  /**
   * A search in the space of the last layer's weights ({@link HeadNoise}).
   *
   * @param noise how far one weight's noise moves outputs against each other: standard deviation
   *     over a queue, in nats, positive
   * @param stepSize share of the estimated gradient that one pass follows, positive
   */
  public record HeadSearch(double noise, double stepSize) {
    public HeadSearch {
      if (!(noise > 0) || !(stepSize > 0)) {
        throw new IllegalArgumentException(
            "noise " + noise + " and step " + stepSize + " of a search must be positive");
      }
    }
  }

  /**
   * Numbers of the method.
   *
   * @param workloads workloads per iteration
   * @param replicas runs of each, by whose mean each is judged
   * @param passes most passes over an iteration's decisions
   * @param batch decisions per optimiser step
   * @param learningRate of the policy
   * @param criticLearningRate of the critic
   * @param clipRatio clip of the probability ratio
   * @param entropy weight of the entropy bonus
   * @param targetDivergence a pass that leaves a larger KL divergence than this is the last
   * @param discount per decision
   * @param lambda of the advantage estimation
   * @param validateEvery iterations between validations
   * @param patience validations without a better one after which training stops
   * @param sharpness orders are drawn from the outputs times this: the larger, the closer to the
   *     order of the outputs, which is what a trained policy is used for; positive
   * @param criticFirst first iterations, in which only the critic learns
   * @param decisions most decisions of an iteration that are learnt from, drawn by chance:
   *     neighbours say nearly the same
   */
  public record Hyper(
      int workloads,
      int replicas,
      int passes,
      int batch,
      double learningRate,
      double criticLearningRate,
      double clipRatio,
      double entropy,
      double targetDivergence,
      double discount,
      double lambda,
      int validateEvery,
      int patience,
      double sharpness,
      int criticFirst,
      int decisions) {
    public static final Hyper DEFAULT =
        new Hyper(6, 4, 4, 256, 3e-4, 1e-3, 0.2, 0, 0.02, 1.0, 0.98, 10, 20, 4, 4, 4_000);

    public Hyper {
      if (workloads < 1
          || replicas < 1
          || passes < 1
          || batch < 1
          || validateEvery < 1
          || patience < 1
          || decisions < 1) {
        throw new IllegalArgumentException(
            "workloads, replicas, passes, batch, validation interval, patience and decisions must be at"
                + " least 1");
      }
      if (!(sharpness > 0) || criticFirst < 0) {
        throw new IllegalArgumentException(
            "sharpness "
                + sharpness
                + " must be positive, iterations of the critic alone "
                + criticFirst
                + " not negative");
      }
    }
  }
}
