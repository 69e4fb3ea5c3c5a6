package io.rltune.slurm.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TresTest {
  @Test
  void readsARequest() throws GrammarException {
    Tres tres = Tres.parse("cpu=4,mem=62.50G,node=2,billing=4,gres/gpu=3,gres/gpu:a100=3");
    assertThat(tres.count("cpu")).contains(4L);
    assertThat(tres.count("node")).contains(2L);
    assertThat(tres.memMb()).contains(64_000L);
    assertThat(tres.gres()).containsExactly(new Gres.Item("gpu", "a100", 3, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gres/gpu:a100=1,gres/gpu=1                      | a100:1",
        "gres/gpu=3,gres/gpu:a100=2                      | :1 a100:2",
        "gres/gpu=3,gres/gpu:a100=1,gres/gpu:v100=2      | a100:1 v100:2",
        "gres/gpu=8                                      | :8",
        "gres/gpu:nvidia_geforce_rtx_2080_ti=1           | nvidia_geforce_rtx_2080_ti:1",
        "cpu=1,gres/gpu:2                                | :2",
        "gres:gpu:v100:2                                 | v100:2",
      })
  void countsTypedGpusAndTheirTotalOnce(String text, String expected) throws GrammarException {
    assertThat(Tres.parse(text).gres())
        .extracting(item -> item.type() + ":" + item.count())
        .containsExactly(expected.split(" "));
  }

  @Test
  void readsNothingAsNothing() throws GrammarException {
    assertThat(Tres.parse("")).isEqualTo(Tres.NONE);
    assertThat(Tres.parse("(null)")).isEqualTo(Tres.NONE);
  }

  @Test
  void keepsResourcesThatAreNotOurs() throws GrammarException {
    Tres tres = Tres.parse("cpu=1,license/matlab=2,energy=18446744,fs/disk=5,billing=1.5");
    assertThat(tres.counts()).containsEntry("license/matlab", 2.0).containsEntry("billing", 1.5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "cpu=", "=4", "cpu=x", "mem=4Q", "cpu=1,,mem=1", "gres/gpu=x"})
  void refusesWhatIsMalformed(String text) {
    assertThatThrownBy(() -> Tres.parse(text))
        .isInstanceOf(GrammarException.class)
        .hasMessageContaining(text)
        .hasMessageContaining("position");
  }
}
