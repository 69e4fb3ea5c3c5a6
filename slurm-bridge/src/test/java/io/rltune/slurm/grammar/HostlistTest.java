package io.rltune.slurm.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostlistTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n1                          | n1",
        "n[01-03]                    | n01 n02 n03",
        "n[1,3-4]                    | n1 n3 n4",
        "rack[0-1]_blade[0-1]        | rack0_blade0 rack0_blade1 rack1_blade0 rack1_blade1",
        "nodeA,nodeB[001,003],nodeC  | nodeA nodeB001 nodeB003 nodeC",
        "ml-16-node-[001-002,004]    | ml-16-node-001 ml-16-node-002 ml-16-node-004",
        "node[02,10-12]              | node02 node10 node11 node12",
        "n[9-11]                     | n9 n10 n11",
        "n[098-101]                  | n098 n099 n100 n101",
        "n[1-2]-ib                   | n1-ib n2-ib",
        "a.b.example[1-2]            | a.b.example1 a.b.example2",
        "n1,n1                       | n1",
      })
  void expands(String text, String expected) throws GrammarException {
    assertThat(Hostlist.expand(text)).containsExactly(expected.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compute-001 compute-002 | compute-[001-002]",
        "n9 n10                  | n[9-10]",
        "n08 n09 n10             | n[08-10]",
        "n9 n09                  | n[9,09]",
        "n3 n1 n2                | n[1-3]",
        "n1 n3                   | n[1,3]",
        "n1                      | n1",
        "login n1 n2             | login,n[1-2]",
        "rack0b1 rack0b2 rack1b1 | rack0b[1-2],rack1b1",
      })
  void compresses(String hosts, String expected) {
    assertThat(Hostlist.compress(List.of(hosts.split(" ")))).isEqualTo(expected);
  }

  @Test
  void compressingNamesTheSameHosts() throws GrammarException {
    Random random = new Random(7);
    String[] prefixes = {"n", "gpu-", "rack1n", "a0b", "x"};
    for (int round = 0; round < 300; round++) {
      List<String> hostList = new ArrayList<>();
      int count = 1 + random.nextInt(40);
      for (int i = 0; i < count; i++) {
        String prefix = prefixes[random.nextInt(prefixes.length)];
        int width = 1 + random.nextInt(4);
        hostList.add(prefix + Hostlist.padded(random.nextInt(130), width));
      }
      assertThat(new TreeSet<>(Hostlist.expand(Hostlist.compress(hostList))))
          .isEqualTo(new TreeSet<>(hostList));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "node]1-2[",
        "node[1-2",
        "node1-2]",
        "node[]",
        "node[1,]",
        "node[3-1]",
        "node[a-b]",
        "node[1-2-3]",
        "node[[1]]",
        "n1,,n2",
        "n1,",
        "n 1",
        "n1;reboot",
        "n[1-9:2]",
        "n1\nshutdown",
        "n*",
      })
  void refusesWhatIsMalformed(String text) {
    assertThatThrownBy(() -> Hostlist.expand(text))
        .isInstanceOf(GrammarException.class)
        .hasMessageContaining("position");
  }

  @ParameterizedTest
  @ValueSource(strings = {"node[0-2000000]", "r[0-999]n[0-999]", "n[1-99999999999999]"})
  void refusesHugeExpressionsWithoutExpandingThem(String text) {
    assertThatThrownBy(() -> Hostlist.expand(text)).hasMessageContaining("more than 100000 hosts");
  }
}
