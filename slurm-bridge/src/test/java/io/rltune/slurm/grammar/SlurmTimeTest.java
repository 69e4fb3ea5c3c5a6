package io.rltune.slurm.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmTimeTest {
  @ParameterizedTest
  @CsvSource({
    "45, 2700",
    "0, 0",
    "30:00, 1800",
    "1:30, 90",
    "01:02:03, 3723",
    "100:00:00, 360000",
    "2-12, 216000",
    "2-12:30, 217800",
    "1-02:03:04, 93784",
    "365-00:00:00, 31536000",
    "90:00, 5400",
  })
  void readsTheSixForms(String text, long seconds) throws GrammarException {
    assertThat(SlurmTime.parse(text)).isEqualTo(new SlurmTime(Optional.of(seconds), false, false));
  }

  @Test
  void readsTheWords() throws GrammarException {
    assertThat(SlurmTime.parse("UNLIMITED").unlimited()).isTrue();
    assertThat(SlurmTime.parse("infinite").unlimited()).isTrue();
    assertThat(SlurmTime.parse("Partition_Limit").partitionLimit()).isTrue();
    assertThat(SlurmTime.parse("NOT_SET")).isEqualTo(new SlurmTime(Optional.empty(), false, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1:2:3:4",
        "-5",
        "1-",
        "1-2:",
        "a",
        "1h",
        "1:-2",
        "1.5",
        "99999999999999999-0"
      })
  void refusesWhatIsMalformed(String text) {
    assertThatThrownBy(() -> SlurmTime.parse(text))
        .isInstanceOf(GrammarException.class)
        .hasMessageContaining("position");
  }
}
