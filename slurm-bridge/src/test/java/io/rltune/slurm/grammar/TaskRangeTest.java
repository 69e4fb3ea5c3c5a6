package io.rltune.slurm.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskRangeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2-10%2             | 9    | 2   | false",
        "0,5,10,15,20       | 5    | 0   | false",
        "1-9:2,20           | 6    | 0   | false",
        "[9201-10000%500]   | 800  | 500 | false",
        "[3-4%2]            | 2    | 2   | false",
        "7                  | 1    | 0   | false",
        "123456_[9201-10000%500] | 800 | 500 | false",
        "2653343_[3-4%2]    | 2    | 2   | false",
        "1043074_91         | 1    | 0   | false",
        "1-9:...            | 1    | 0   | true",
        "1,3,5,...          | 4    | 0   | true",
        "1,3,15-...         | 3    | 0   | true",
      })
  void countsTasks(String text, int tasks, int throttle, boolean truncated)
      throws GrammarException {
    assertThat(TaskRange.parse(text)).isEqualTo(new TaskRange(tasks, throttle, truncated));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "5-3",
        "1-9:0",
        "1,,2",
        "1-2%x",
        "1-99999999999",
        "\n\n",
        "1:2-3",
        "[1-2",
        "[]",
        "%",
        "1-999999999999999999",
        "1,2]"
      })
  void refusesWhatIsMalformed(String text) {
    assertThatThrownBy(() -> TaskRange.parse(text)).isInstanceOf(GrammarException.class);
  }
}
