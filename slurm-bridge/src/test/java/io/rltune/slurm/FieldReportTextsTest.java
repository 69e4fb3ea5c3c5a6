package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.slurm.grammar.GrammarException;
import io.rltune.slurm.grammar.Hostlist;
import io.rltune.slurm.grammar.SlurmTime;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Odd hostlists and times that users of real Slurm tools reported, each with its siblings. */
class FieldReportTextsTest {
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "B1  | rack[0-1]_blade[0-1]                       | rack0_blade0 rack0_blade1 rack1_blade0 rack1_blade1",
        "B1  | r[1-2]c[1-2]n[1-2]                         | r1c1n1 r1c1n2 r1c2n1 r1c2n2 r2c1n1 r2c1n2 r2c2n1 r2c2n2",
        "B1  | r[1,3]n[01-02]-ib                          | r1n01-ib r1n02-ib r3n01-ib r3n02-ib",
        "B3  | nodeA,nodeB[001,003],nodeC                 | nodeA nodeB001 nodeB003 nodeC",
        "B3  | a[1,2],b,c[3]                              | a1 a2 b c3",
        "B5  | compute-[001-002]                          | compute-001 compute-002",
        "B5  | n[08-10]                                   | n08 n09 n10",
        "B5  | n[9,09,009]                                | n9 n09 n009",
        "B7  | ml-16-node-[001-002,004],ml-17-node-[001-003] | ml-16-node-001 ml-16-node-002 ml-16-node-004 ml-17-node-001 ml-17-node-002 ml-17-node-003",
        "B7  | ml-16-node-001,ml-16-node-002,ml-16-node-004,ml-17-node-[001-003] | ml-16-node-001 ml-16-node-002 ml-16-node-004 ml-17-node-001 ml-17-node-002 ml-17-node-003",
        "B11 | node[02,10-12]                             | node02 node10 node11 node12",
        "B11 | n.o+de[1-2]                                | REFUSED",
        "B11 | a.b[1-2].example                           | a.b1.example a.b2.example",
        "B11 | node(1.2)                                  | REFUSED",
        "B8  | node]1-2[                                  | REFUSED",
        "B8  | node[0-2000000]                            | REFUSED",
        "B8  | r[0-999]n[0-999]                           | REFUSED",
        "B10 | n[                                         | REFUSED",
        "B10 | n[1-2]]                                    | REFUSED",
        "B10 | n[1-                                       | REFUSED",
        "B10 | ,                                          | REFUSED",
        "B10 | n[-1]                                      | REFUSED",
      })
  void hostlists(String report, String text, String expected) throws Exception {
    if (expected.equals("REFUSED")) {
      assertThat(catchThrowableOfType(GrammarException.class, () -> Hostlist.expand(text)))
          .hasMessageMatching("(?s).*(position|more than 100000 hosts).*");
      return;
    }
    List<String> hostList = List.of(expected.split(" "));
    assertThat(Hostlist.expand(text)).containsExactlyElementsOf(hostList);
    assertThat(new TreeSet<>(Hostlist.expand(Hostlist.compress(hostList))))
        .as("compressed and expanded again")
        .isEqualTo(new TreeSet<>(hostList));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "D4, 45, 2700",
    "D4, 30:00, 1800",
    "D4, 01:30:00, 5400",
    "D4, 2-12, 216000",
    "D4, 2-12:30, 217800",
    "D4, 1-02:03:04, 93784",
    "D4, 0:45, 45",
    "D4, 0-0:1, 60",
  })
  void times(String report, String text, long seconds) throws Exception {
    assertThat(SlurmTime.parse(text).seconds()).contains(seconds);
  }
}
