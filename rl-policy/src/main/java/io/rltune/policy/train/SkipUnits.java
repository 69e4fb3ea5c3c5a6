package io.rltune.policy.train;

import static io.rltune.policy.features.Feature.ACCOUNT_SHARE;
import static io.rltune.policy.features.Feature.EXPECTED_RUNTIME;
import static io.rltune.policy.features.Feature.EXPECTED_SHARE;
import static io.rltune.policy.features.Feature.GPUS;
import static io.rltune.policy.features.Feature.MEDIAN_RUNTIME;
import static io.rltune.policy.features.Feature.MULTI_NODE;
import static io.rltune.policy.features.Feature.NODE_SHARE;
import static io.rltune.policy.features.Feature.POOL_SHARE;
import static io.rltune.policy.features.Feature.QUEUE_AHEAD;
import static io.rltune.policy.features.Feature.RUNTIME_SPREAD;
import static io.rltune.policy.features.Feature.SMALLER_QUEUE;
import static io.rltune.policy.features.Feature.STARTABLE;
import static io.rltune.policy.features.Feature.WAITED;
import static io.rltune.policy.features.Feature.WAITED_DAYS;
import static io.rltune.policy.features.Feature.WAITED_EXPECTED;
import static io.rltune.policy.features.Feature.WAITED_RELATIVE;
import static io.rltune.policy.features.Feature.WALLTIME;

import io.rltune.policy.features.Feature;
import io.rltune.policy.features.FeatureSchema;
import io.rltune.policy.net.Normaliser;
import io.rltune.policy.net.PlainMlp;
import java.util.Arrays;
import java.util.List;

/**
 * Gives a network units that carry features past its hidden layers, so that the last layer can
 * weigh them: an imitation has forgotten what its teacher does not look at. Their weights in the
 * last layer begin at 0, so the outputs stay as they are.
 *
 * <p>A unit is a sum of features and a constant, cut off at 0. Of features in 0 to 1 that is a
 * feature itself, or one where another is 1: {@code max(0, a + b - 1)} is {@code a} where {@code b}
 * is 1, and 0 where it is 0.
 */
final class SkipUnits {
  private record Term(Feature feature, int sign) {}

  /** A unit; {@code whereMean} is a feature whose mean over the queue is added, or null. */
  private record Unit(double constant, List<Term> terms, Feature whereMean) {}

  /** Units that rise with the wait, or do not follow it; see {@link WaitMonotonicity}. */
  private static final List<Unit> AGEING =
      List.of(
          plain(WAITED),
          plain(WAITED_DAYS),
          plain(WAITED_RELATIVE),
          plain(WAITED_EXPECTED),
          new Unit(1, List.of(new Term(QUEUE_AHEAD, -1)), null),
          new Unit(0, List.of(new Term(WAITED_RELATIVE, 1), new Term(STARTABLE, -1)), null),
          both(WAITED_RELATIVE, STARTABLE, -1),
          both(WAITED_DAYS, POOL_SHARE, -0.5),
          both(WAITED, GPUS, -0.6),
          plain(EXPECTED_SHARE),
          plain(STARTABLE),
          plain(RUNTIME_SPREAD));

  private static final List<Unit> FREE =
      List.of(
          plain(GPUS),
          plain(POOL_SHARE),
          plain(NODE_SHARE),
          plain(MULTI_NODE),
          plain(WALLTIME),
          plain(EXPECTED_RUNTIME),
          plain(MEDIAN_RUNTIME),
          both(STARTABLE, EXPECTED_RUNTIME, -1),
          both(STARTABLE, GPUS, -1),
          both(STARTABLE, WALLTIME, -1),
          plain(ACCOUNT_SHARE),
          plain(SMALLER_QUEUE));

  /** For networks that see the queue's mean: a feature where that mean is high. */
  private static final List<Unit> AGEING_OF_SET =
      List.of(
          where(WAITED_RELATIVE, EXPECTED_RUNTIME),
          where(WAITED_RELATIVE, POOL_SHARE),
          where(WAITED_DAYS, WAITED_DAYS),
          where(STARTABLE, STARTABLE));

  private static final List<Unit> FREE_OF_SET =
      List.of(
          where(GPUS, POOL_SHARE),
          where(EXPECTED_RUNTIME, EXPECTED_RUNTIME),
          where(POOL_SHARE, STARTABLE),
          where(GPUS, WAITED_DAYS));

  private SkipUnits() {}

  private static Unit plain(Feature feature) {
    return new Unit(0, List.of(new Term(feature, 1)), null);
  }

  private static Unit both(Feature one, Feature other, double constant) {
    return new Unit(constant, List.of(new Term(one, 1), new Term(other, 1)), null);
  }

  private static Unit where(Feature feature, Feature mean) {
    return new Unit(-0.5, List.of(new Term(feature, 1)), mean);
  }

  /**
   * The network with these units in both of its hidden layers.
   *
   * @param network with two hidden layers of even widths
   * @param normaliser of its features
   */
  static PlainMlp add(PlainMlp network, Normaliser normaliser) {
    int[] sizes = network.sizes();
    if (sizes.length != 4 || sizes[1] % 2 != 0 || sizes[2] % 2 != 0) {
      throw new IllegalArgumentException(
          "a search in the last layer needs a policy with two hidden layers of even widths, not of "
              + Arrays.toString(sizes));
    }
    boolean seesSet = sizes[0] > FeatureSchema.WIDTH;
    Wide wide = new Wide(network, count(seesSet), normaliser);
    for (int k = 0; k < wide.added; k++) {
      wide.put(k, unit(AGEING, AGEING_OF_SET, k));
      wide.put(wide.added + k, unit(FREE, FREE_OF_SET, k));
    }
    return wide.network();
  }

  private static int count(boolean seesSet) {
    return AGEING.size() + (seesSet ? AGEING_OF_SET.size() : 0);
  }

  private static Unit unit(List<Unit> own, List<Unit> ofSet, int k) {
    return k < own.size() ? own.get(k) : ofSet.get(k - own.size());
  }

  /** A network being widened: ageing units are the first half of a layer, and stay so. */
  private static final class Wide {
    private final int[] old;
    private final int[] sizes;
    private final int added;
    private final float[] weights;
    private final Normaliser normaliser;

    Wide(PlainMlp network, int added, Normaliser normaliser) {
      this.old = network.sizes();
      this.added = added;
      this.normaliser = normaliser;
      this.sizes = new int[] {old[0], old[1] + 2 * added, old[2] + 2 * added, 1};
      this.weights = new float[PlainMlp.weightCount(sizes)];
      float[] from = network.weights();
      int at = 0;
      for (int layer = 0; layer < 3; layer++) {
        // The row after the last is the bias.
        for (int in = 0; in <= old[layer]; in++) {
          for (int out = 0; out < old[layer + 1]; out++) {
            int row = in == old[layer] ? sizes[layer] : place(layer, in);
            weights[index(layer, row, place(layer + 1, out))] = from[at++];
          }
        }
      }
    }

    /** Where a unit of the old network is now; inputs and the output stay. */
    private int place(int layer, int unit) {
      boolean hidden = layer == 1 || layer == 2;
      return hidden && unit >= old[layer] / 2 ? unit + added : unit;
    }

    private int index(int layer, int in, int out) {
      int at = 0;
      for (int before = 0; before < layer; before++) {
        at += (sizes[before] + 1) * sizes[before + 1];
      }
      return at + in * sizes[layer + 1] + out;
    }

    /** Sets the k-th added unit, ageing ones first: its sum in one layer, itself in the next. */
    void put(int k, Unit unit) {
      int first = k < added ? old[1] / 2 + k : old[1] + k;
      int second = k < added ? old[2] / 2 + k : old[2] + k;
      float bias = (float) unit.constant();
      for (Term term : unit.terms()) {
        bias += take(term.feature().index(), 0, term.sign(), first);
      }
      if (unit.whereMean() != null) {
        bias += take(unit.whereMean().index(), FeatureSchema.WIDTH, 1, first);
      }
      weights[index(0, sizes[0], first)] = bias;
      weights[index(1, first, second)] = 1;
    }

    /** Undoes the normaliser for one input; gives what that adds to the bias. */
    private float take(int feature, int offset, int sign, int unit) {
      weights[index(0, offset + feature, unit)] = sign * normaliser.deviation()[feature];
      return sign * normaliser.mean()[feature];
    }

    PlainMlp network() {
      return new PlainMlp(sizes, weights);
    }
  }
}
