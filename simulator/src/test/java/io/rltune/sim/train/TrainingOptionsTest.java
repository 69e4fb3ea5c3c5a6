package io.rltune.sim.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainingOptionsTest {
  private static TrainingOptions parse(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("--trace", "t", "--format", "philly", "--cluster", "c", "--out", "o.zip"));
    arguments.addAll(List.of(more));
    return TrainingOptions.parse(arguments);
  }

  @Test
  void policiesToStartFromMayBeNoneOneOrSeveralWhateverTheirNames() {
    assertThat(parse().ppo().init()).isEmpty();
    assertThat(parse("--init", "a,b.zip").ppo().init()).containsExactly(Path.of("a,b.zip"));
    assertThat(parse("--init", "b.zip", "--init", "a c.zip").ppo().init())
        .containsExactly(Path.of("b.zip"), Path.of("a c.zip"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--colour red | unknown argument --colour",
        "--seed | --seed needs a value",
        "--seed x | --seed x is not a number of at least 0",
        "--search tail | --search tail must be orders or head",
        "--trace u | --trace, --format and --cluster go together"
      })
  void whatIsWrongIsNamed(String more, String message) {
    assertThatThrownBy(() -> parse(more.split(" ")).ppo())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void environmentsAreNamed() {
    assertThat(Environment.of("long-easy", TrainingOptions.SEARCH_ORDERS))
        .isEqualTo(Environment.LONG_EASY);
    assertThat(Environment.of("planner", TrainingOptions.SEARCH_HEAD))
        .isEqualTo(Environment.PLANNER);
    assertThatThrownBy(() -> Environment.of("sunny", TrainingOptions.SEARCH_HEAD))
        .hasMessage("--environment sunny: must be one of easy, long-easy, planner");
    assertThatThrownBy(() -> Environment.of("planner", TrainingOptions.SEARCH_ORDERS))
        .hasMessageContaining("needs --search head");
  }
}
