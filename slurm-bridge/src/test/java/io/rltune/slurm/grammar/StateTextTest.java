package io.rltune.slurm.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateTextTest {
  @ParameterizedTest
  @CsvSource({
    "IDLE, IDLE, ''",
    "IDLE+DRAIN, IDLE, DRAIN",
    "idle~, IDLE, POWERED_DOWN",
    "down*, DOWN, NOT_RESPONDING",
    "idle#, IDLE, POWERING_UP",
    "mixed-, MIXED, PLANNED",
    "mix$, MIXED, MAINTENANCE",
    "drained*, IDLE, DRAIN NOT_RESPONDING",
    "draining, MIXED, DRAIN",
    "inval, INVALID_REG, ''",
    "MIXED+CLOUD+PLANNED, MIXED, CLOUD PLANNED",
    "DRAIN+IDLE, IDLE, DRAIN",
    "FUTURISTIC, FUTURISTIC, ''",
  })
  void splitsBaseAndFlags(String text, String base, String flags) throws GrammarException {
    StateText state = StateText.parse(text);
    assertThat(state.base()).isEqualTo(base);
    assertThat(String.join(" ", state.flags())).isEqualTo(flags);
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, PENDING, ''",
    "COMPLETING, COMPLETED, COMPLETING",
    "CONFIGURING, RUNNING, CONFIGURING",
    "REQUEUE_HOLD, PENDING, REQUEUE_HOLD",
    "PENDING+REQUEUE_HOLD, PENDING, REQUEUE_HOLD",
    "RUNNING+COMPLETING, RUNNING, COMPLETING",
  })
  void aLoneFlagImpliesTheStateOfAJob(String text, String base, String flags)
      throws GrammarException {
    StateText state = StateText.parseJob(List.of(text));
    assertThat(state.base()).isEqualTo(base);
    assertThat(String.join(" ", state.flags())).isEqualTo(flags);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "+", "IDLE+", "ID LE", "IDLE;DOWN", "*"})
  void refusesWhatIsMalformed(String text) {
    assertThatThrownBy(() -> StateText.parse(text))
        .isInstanceOf(GrammarException.class)
        .hasMessageContaining("position");
  }
}
