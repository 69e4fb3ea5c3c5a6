package io.rltune.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeNamesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n1 | n1",
        "p2-[01-03] | p2-01 p2-02 p2-03",
        "a,n[1,3-4],z | a n1 n3 n4 z",
        "r[0-1]b[0-1] | r0b0 r0b1 r1b0 r1b1",
        "n[08-10] | n08 n09 n10",
      })
  void expands(String hostlist, String names) {
    assertThat(NodeNames.expand(hostlist)).containsExactly(names.split(" "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "n[1-", "n]1-2[", "n[2-1]", "n[a-b]", "a,,b", "n[0-2000000]", "n[]"})
  void refusesWhatIsMalformed(String hostlist) {
    assertThatThrownBy(() -> NodeNames.expand(hostlist))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + hostlist + "'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a1 a2 t1 | a[1-2],t1",
        "n01 n02 n04 | n[01-02,04]",
        "n1 n01 | n1,n01",
        "login | login",
        "n09 n10 | n[09-10]",
      })
  void compresses(String names, String hostlist) {
    assertThat(NodeNames.compress(List.of(names.split(" ")))).isEqualTo(hostlist);
  }

  @Test
  void compressingNothingIsEmpty() {
    assertThat(NodeNames.compress(List.of())).isEmpty();
  }
}
