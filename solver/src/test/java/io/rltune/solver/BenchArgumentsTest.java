package io.rltune.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchArgumentsTest {
  private static BenchArguments of(String line) {
    return BenchArguments.of(line.isEmpty() ? new String[0] : line.split(" "));
  }

  @Test
  void readsOptionsAmongPositions() {
    BenchArguments read = of("--clock cpu 20 1000 0.02 --alone d16384/2000 g256/128");

    assertThat(read.seeds()).isEqualTo(20);
    assertThat(read.limits()).isEqualTo(new SolveLimits(1000, 0.02));
    assertThat(read.clock()).isEqualTo(SolveClock.THREAD_CPU);
    assertThat(read.second()).isFalse();
    assertThat(read.sizes()).containsExactly("d16384/2000", "g256/128");
    assertThat(of("").limits()).isEqualTo(new SolveLimits(200, 0.005));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0                  | SEEDS = '0' is not a number from 1.0 on",
        "five               | SEEDS = 'five' is not a number from 1.0 on",
        "5 200 NaN          | GAP = 'NaN' is not a number from 0.0 on",
        "5 200 0.1 1024     | size '1024' is not GPUS/JOBS, such as 1024/512 or d256/128",
        "5 200 0.1 x256/128 | size 'x256/128' is not GPUS/JOBS, such as 1024/512 or d256/128",
        "--clock sun        | --clock = 'sun' is unknown; use wall or cpu",
        "--solves           | --solves needs a value",
        "--solves -3        | --solves = '-3' is not a number from 1.0 on",
      })
  void namesWhatIsWrong(String line, String message) {
    assertThatThrownBy(() -> of(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bench solver: " + message);
  }
}
