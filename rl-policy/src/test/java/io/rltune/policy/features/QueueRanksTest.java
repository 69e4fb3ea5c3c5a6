package io.rltune.policy.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueueRanksTest {
  @Test
  void sortsAsTheLibraryDoes() {
    SplittableRandom random = new SplittableRandom(4);
    double[] values =
        random.doubles(2_000, -5, 5).map(v -> Math.rint(20 * v) / 20 + 0.01).toArray();
    values[7] = Double.POSITIVE_INFINITY;
    values[9] = Double.NEGATIVE_INFINITY;
    int[] expected =
        IntStream.range(0, values.length)
            .boxed()
            .sorted((a, b) -> Double.compare(values[a], values[b]))
            .mapToInt(i -> i)
            .toArray();
    assertThat(Arrays.copyOf(new QueueRanks().ascending(values, values.length), values.length))
        .containsExactly(expected);
  }
}
