package io.rltune.policy.ppo;

import io.rltune.policy.net.PlainMlp;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.WaitMonotonicity;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Exploration in the space of parameters: Gaussian noise on the weights of the last layer, drawn
 * once an episode (Sehnke et al., "Parameter-exploring policy gradients", Neural Networks 23, 2010;
 * state-dependent exploration as in Raffin et al., CoRL 2021). An episode of a thousand decisions
 * is then one action with one return, and its chance is that of a few dozen numbers, not of a
 * thousand orders.
 *
 * <p>Runs of one workload come in pairs of opposite noise (mirrored sampling): what the noise does
 * on average, such as disorder of any kind making waits longer, is the same for both and drops out.
 */
public final class HeadNoise {
  /** Where a policy's card says how far each weight is moved. */
  private static final String CARD = "head_noise";

  private HeadNoise() {}

  /**
   * The noise of one run, in standard deviations.
   *
   * @param seed seed of the workload
   * @param replica number of the run; 2k and 2k+1 are opposites
   * @param units weights of the last layer, without its bias
   */
  public static double[] draw(long seed, int replica, int units) {
    Random random = new Random(~seed + (replica / 2) * 0x9E3779B97F4A7C15L);
    int sign = replica % 2 == 0 ? 1 : -1;
    double[] noise = new double[units];
    Arrays.setAll(noise, i -> sign * random.nextGaussian());
    return noise;
  }

  /**
   * A policy that knows how far it is moved.
   *
   * @param scales standard deviation of each weight of the last layer; 0 for one that stays
   */
  public static Policy withScales(Policy policy, double[] scales) {
    Map<String, String> card = new TreeMap<>(policy.trainingCard());
    card.put(
        CARD, Arrays.stream(scales).mapToObj(Double::toString).collect(Collectors.joining(",")));
    return new Policy(
        policy.name(), policy.network(), policy.normaliser(), card, policy.dl4jModel());
  }

  /** The policy with its last layer moved, and put right where a longer wait would count less. */
  public static Policy moved(Policy policy, double[] scales, double[] noise) {
    int[] sizes = policy.network().sizes();
    float[] weights = policy.network().weights();
    int first = weights.length - 1 - scales.length;
    for (int i = 0; i < scales.length; i++) {
      weights[first + i] += (float) (scales[i] * noise[i]);
    }
    WaitMonotonicity.project(sizes, weights);
    return new Policy(
        policy.name(), new PlainMlp(sizes, weights), policy.normaliser(), Map.of(), new byte[0]);
  }

  /**
   * An episode of a policy made by {@link #withScales}, moved by the noise of its seed and replica,
   * without any other chance. It has no steps: the noise can be drawn again.
   */
  static Trajectory explore(Policy policy, EpisodeSource source, long seed, int replica) {
    double[] scales = scales(policy);
    Policy moved = moved(policy, scales, draw(seed, replica, scales.length));
    return new Trajectory(seed, replica, List.of(), Rollout.judge(moved, source.open(seed)));
  }

  private static double[] scales(Policy policy) {
    String text = policy.trainingCard().get(CARD);
    if (text == null) {
      throw new IllegalArgumentException(
          "policy "
              + policy.name()
              + " does not say how far to move its last layer ("
              + CARD
              + ")");
    }
    return Arrays.stream(text.split(",")).mapToDouble(Double::parseDouble).toArray();
  }
}
