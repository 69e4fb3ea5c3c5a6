package io.rltune.slurm.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GresTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu:h100:4(S:0-3)                       | gpu:h100:4",
        "gpu:8(S:0-3)                            | gpu::8",
        "gpu:a100:8(S:1,3,5,7)                   | gpu:a100:8",
        "gpu:k80:4(IDX:0-3)                      | gpu:k80:4",
        "gpu:tesla:0(IDX:N/A)                    | gpu:tesla:0",
        "gpu:0                                   | gpu::0",
        "gpu:titanrtx:0                          | gpu:titanrtx:0",
        "gpu                                     | gpu::1",
        "gpu:a100                                | gpu:a100:1",
        "gres:gpu:2                              | gpu::2",
        "gres/gpu:v100:2                         | gpu:v100:2",
        "gres/gpu:v100=2                         | gpu:v100:2",
        "gres/gpu=2                              | gpu::2",
        "gres/gpu:h100:1,gres/gpu:h200:1         | gpu:h100:1 gpu:h200:1",
        "gpu:nvidia_a100_1g.5gb:21(S:0-1)        | gpu:nvidia_a100_1g.5gb:21",
        "gpu:nvidia_a100_80gb:8,mig:nvidia_a100_3g.40gb:7"
            + " | gpu:nvidia_a100_80gb:8 mig:nvidia_a100_3g.40gb:7",
        "gpu:a100:2,gpu:2                        | gpu:a100:2 gpu::2",
        "gpu:nvidia_geforce_rtx_2080_ti:1        | gpu:nvidia_geforce_rtx_2080_ti:1",
        "gpu:2080:1                              | gpu:2080:1",
        "bandwidth:lustre:no_consume:4K          | bandwidth:lustre:4096",
        "cpu=8,gres/gpu=1                        | gpu::1",
        "gpu:h100:1(IDX:0),gpu:h200:0(IDX:)      | gpu:h100:1 gpu:h200:0",
        "shard:a100:3(0/4,3/4)                   | shard:a100:3",
      })
  void readsEveryForm(String text, String expected) throws GrammarException {
    assertThat(Gres.parse(text))
        .extracting(item -> item.name() + ":" + item.type() + ":" + item.count())
        .containsExactly(expected.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "(null)", "N/A", "null", "none"})
  void readsNothingAsNothing(String text) throws GrammarException {
    assertThat(Gres.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu::4             | 4",
        "gpu:a100:x         | 9",
        "gpu:a100:-1        | 9",
        "gpu:-1             | 4",
        "gpu:a100:4(S:0     | 14",
        "gpu:a100:4)        | 10",
        "gpu:1,,gpu:2       | 6",
        "gpu:1,             | 6",
        "gpu:a b:1          | 5",
        "gpu=x              | 4",
        "gpu:a:b:c:4        | 0",
        "gpu:99999999999999999999 | 4",
        "gpu:4;reboot       | 5",
      })
  void refusesWhatIsMalformedAndSaysWhere(String text, int position) {
    assertThatThrownBy(() -> Gres.parse(text))
        .isInstanceOfSatisfying(
            GrammarException.class, e -> assertThat(e.position()).isEqualTo(position))
        .hasMessageContaining("position " + position);
  }
}
