package io.rltune.slurm.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.slurm.grammar.Memory.Per;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, NOTHING",
    "1024, 1024, NOTHING",
    "48G, 49152, NOTHING",
    "48g, 49152, NOTHING",
    "62.50G, 64000, NOTHING",
    "512K, 1, NOTHING",
    "2049K, 3, NOTHING",
    "1T, 1048576, NOTHING",
    "4GB, 4096, NOTHING",
    "4Gn, 4096, NODE",
    "2Gc, 2048, CPU",
    "8Gg, 8192, GPU",
    "100n, 100, NODE",
    "0n, 0, NODE",
  })
  void readsAmounts(String text, long mb, Per per) throws GrammarException {
    assertThat(Memory.parse(text)).isEqualTo(new Memory(mb, per));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "G", "-1G", "4X", "4Gx", "4Gnn", "1.", ".5G", "1..2G", "4 G", "1e3"})
  void refusesWhatIsMalformed(String text) {
    assertThatThrownBy(() -> Memory.parse(text))
        .isInstanceOf(GrammarException.class)
        .hasMessageContaining("position");
  }
}
