package io.rltune.policy.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

  @Test
  @Timeout(20)
  void aNaNIsRankedLastAndEndsNoLoop() {
    double[] shares = new double[4];

    new QueueRanks().shareBelow(onePool(4), new double[] {Double.NaN, 2, Double.NaN, 1}, shares);

    assertThat(shares).containsExactly(2.5 / 3, 1.0 / 3, 2.5 / 3, 0);
  }

  private static QueueView onePool(int jobs) {
    return (QueueView)
        Proxy.newProxyInstance(
            QueueView.class.getClassLoader(),
            new Class<?>[] {QueueView.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "jobCount" -> jobs;
                  case "poolCount" -> 1;
                  case "poolOf" -> 0;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
