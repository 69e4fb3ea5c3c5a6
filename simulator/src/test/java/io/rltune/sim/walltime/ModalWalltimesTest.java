package io.rltune.sim.walltime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ModalWalltimesTest {
  private static final long DAY_S = 86_400;

  @Test
  void aboutNineInTenEstimatesAreOneOfTwentyValues() {
    Map<Long, Integer> counts = draw(20_000, 30, 7 * DAY_S);

    int head =
        counts.values().stream()
            .sorted(Comparator.reverseOrder())
            .limit(20)
            .mapToInt(Integer::intValue)
            .sum();
    assertThat(head / 20_000.0).isBetween(0.87, 1.0);
  }

  @Test
  void theLongestPermittedValueIsTheMostPopularOne() {
    Map<Long, Integer> counts = draw(20_000, 30, 3 * DAY_S);

    assertThat(counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey())
        .isEqualTo(3 * DAY_S);
    assertThat(counts.keySet()).allMatch(value -> value <= 3 * DAY_S);
  }

  @Test
  void noEstimateIsBelowTheRuntimeAndLongRunsGetFullDays() {
    ModalWalltimes model = new ModalWalltimes(3);

    for (int i = 1; i < 5000; i++) {
      assertThat(model.next("u" + i % 7, i * 331.5, 7 * DAY_S))
          .isGreaterThanOrEqualTo((long) Math.ceil(i * 331.5));
    }
    assertThat(model.next("", 8.5 * DAY_S, 7 * DAY_S)).isEqualTo(9 * DAY_S);
  }

  @Test
  void usersRepeatThemselves() {
    ModalWalltimes model = new ModalWalltimes(5);
    int repeats = 0;
    long last = 0;
    for (int i = 0; i < 2000; i++) {
      long next = model.next("ada", 60, 7 * DAY_S);
      repeats += next == last ? 1 : 0;
      last = next;
    }

    assertThat(repeats).isBetween(1100, 1700);
  }

  private static Map<Long, Integer> draw(int count, double runtimeS, long maxS) {
    ModalWalltimes model = new ModalWalltimes(1);
    Map<Long, Integer> counts = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      counts.merge(model.next("", runtimeS, maxS), 1, Integer::sum);
    }
    return counts;
  }
}
