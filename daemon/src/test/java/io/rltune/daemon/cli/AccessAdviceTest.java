package io.rltune.daemon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.config.Mechanism;
import io.rltune.slurm.AccessReport;
import io.rltune.slurm.AccessReport.Access;
import io.rltune.slurm.AccessReport.Level;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessAdviceTest {
  private static AccessAdvice advice(
      Level rest, Level scontrol, boolean byRest, boolean byScontrol, Map<String, String> conf) {
    return new AccessAdvice(
        new AccessReport(new Access(rest, "r"), new Access(scontrol, "s"), conf),
        byRest,
        byScontrol,
        "rltune",
        Mechanism.SITE_FACTOR);
  }

  @ParameterizedTest
  @CsvSource({
    "OPERATOR, OPERATOR, true, true, false, ''",
    "NONE, OPERATOR, true, true, true, sacctmgr modify user rltune set AdminLevel=Operator",
    "OPERATOR, NONE, true, true, true, by scontrol to the user that runs RLTune",
    "OPERATOR, NONE, true, false, false, ''",
    "OPERATOR, UNAVAILABLE, true, true, true, make scontrol work",
    "UNKNOWN, UNAVAILABLE, true, false, false, sacctmgr show user rltune",
    "NONE, OPERATOR, false, true, false, ''",
  })
  void namesWhatToGrantOnTheWaysThatAreUsed(
      Level rest, Level scontrol, boolean byRest, boolean byScontrol, boolean lacks, String todo) {
    AccessAdvice advice = advice(rest, scontrol, byRest, byScontrol, Map.of());
    assertThat(advice.lacksRights()).isEqualTo(lacks);
    if (todo.isEmpty()) {
      assertThat(advice.todo()).isEmpty();
    } else {
      assertThat(advice.todo()).singleElement().asString().contains(todo);
    }
  }

  @Test
  void tellsWhatOfTheControllerMatters() {
    Map<String, String> conf =
        Map.of(
            "PriorityType", "priority/basic",
            "SlurmctldParameters", "rl_enable,rl_refill_rate=4",
            "JobSubmitPlugins", "lua");
    assertThat(advice(Level.OPERATOR, Level.OPERATOR, true, true, conf).todo())
        .hasSize(3)
        .anyMatch(line -> line.contains("mechanism: priority"))
        .anyMatch(line -> line.contains("rl_refill_rate"))
        .anyMatch(line -> line.contains("JobSubmitPlugins=lua"));
  }
}
