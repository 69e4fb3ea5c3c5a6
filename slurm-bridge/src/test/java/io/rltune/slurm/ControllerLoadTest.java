package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.ScriptedTransport;
import io.rltune.slurm.rest.TokenSource;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControllerLoadTest {
  @Test
  void readsWhatSdiagTells() throws SlurmException {
    assertThat(
            read(
                "{\"errors\":[],\"statistics\":{\"server_thread_count\":90,\"agent_queue_size\":12,"
                    + "\"pending_rpcs\":[{\"type_id\":1,\"count\":3},{\"type_id\":2,\"count\":4}]}}"))
        .isEqualTo(new ControllerLoad(90, 12, 7));
    assertThat(read("{\"errors\":[],\"statistics\":{\"agent_queue_size\":5000000000}}"))
        .isEqualTo(new ControllerLoad(0, 5_000_000_000L, 0));
  }

  @Test
  void anAnswerWithoutStatisticsIsNoQuietController() {
    for (String answer : new String[] {"{}", "{\"statistics\":[]}", "{\"statistics\":null}"}) {
      assertThat(catchThrowableOfType(SlurmException.class, () -> read(answer)))
          .as(answer)
          .isNotNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, 0, 1",
    "63, 199, 0, 1",
    "64, 0, 0, 2",
    "0, 200, 0, 2",
    "0, 0, 450, 4",
    "256, 0, 0, 8",
    "0, 100000, 0, 8",
  })
  void stretchesTheIntervalWithTheQueue(long threads, long agent, long pending, int stretch) {
    assertThat(new ControllerLoad(threads, agent, pending).stretch()).isEqualTo(stretch);
  }

  private static ControllerLoad read(String answer) throws SlurmException {
    ScriptedTransport transport = new ScriptedTransport().on("GET /slurm/v0.0.42/diag", answer);
    return ControllerLoad.read(
        new RestClient(transport, new TokenSource(Path.of("")), "", Clock.systemUTC()),
        "/slurm/v0.0.42/diag");
  }
}
