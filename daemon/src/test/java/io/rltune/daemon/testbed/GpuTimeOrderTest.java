package io.rltune.daemon.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.testbed.GpuTimeOrder.Host;
import io.rltune.daemon.testbed.GpuTimeOrder.Waiting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpuTimeOrderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "7|1|gres:gpu:2|10:00; 1; 2; ''; 600",
        "7|2|gres/gpu:a100:4|1-02:00:00; 2; 4; a100; 93600",
        "7|1|gres/gpu:1|2:03:04; 1; 1; ''; 7384"
      })
  void readsALineOfSqueue(String line, int nodes, int gpus, String type, long limitS)
      throws Exception {
    assertThat(Waiting.parse(line)).contains(new Waiting(7, nodes, gpus, type, limitS));
  }

  @Test
  void aJobWithoutGpusIsLeftOut() throws Exception {
    assertThat(Waiting.parse("7|1|N/A|10:00")).isEmpty();
  }

  @Test
  void readsWhatANodeHasFree() throws Exception {
    Host busy =
        Host.parse(
                "NodeName=a1 Gres=gpu:a100:4(S:0-1) CfgTRES=cpu=64,mem=500G,gres/gpu=4 "
                    + "AllocTRES=cpu=2,mem=200M,gres/gpu=3,gres/gpu:a100=3 State=MIXED")
            .orElseThrow();
    assertThat(busy.type()).isEqualTo("a100");
    assertThat(busy.free()).isEqualTo(1);
    Host idle = Host.parse("NodeName=t1 Gres=gpu:t4:2 AllocTRES= State=IDLE").orElseThrow();
    assertThat(idle.free()).isEqualTo(2);
    assertThat(Host.parse("NodeName=c1 Gres=(null) AllocTRES= State=IDLE")).isEmpty();
  }

  @Test
  void whatFitsComesFirstThenTheLeastGpuTime() {
    List<Waiting> waiting =
        List.of(
            new Waiting(1, 1, 4, "a100", 60),
            new Waiting(2, 1, 2, "", 600),
            new Waiting(3, 1, 1, "a100", 3_600),
            new Waiting(4, 1, 1, "", 60));
    Map<Long, Long> factors =
        GpuTimeOrder.factors(waiting, List.of(new Host("a100", 2), new Host("t4", 2)));
    // 4 takes from the a100 node, 2 from the t4 node, 3 the other a100; 1 fits nowhere.
    assertThat(factors.get(4L)).isGreaterThan(factors.get(2L));
    assertThat(factors.get(2L)).isGreaterThan(factors.get(3L));
    assertThat(factors.get(3L)).isGreaterThan(factors.get(1L));
    assertThat(factors.get(1L)).isPositive();
  }
}
