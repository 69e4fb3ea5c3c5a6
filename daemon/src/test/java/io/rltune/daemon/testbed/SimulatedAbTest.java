package io.rltune.daemon.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.rltune.daemon.testbed.SimulatedAb.Ratio;
import io.rltune.daemon.testbed.SimulatedAb.Result;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedAbTest {
  private static SimulatedAb of(String... policies) {
    return new SimulatedAb(60, 120, 1, List.of(policies));
  }

  @Test
  void theFirstPolicyIsTheMeasure() {
    List<String> lines = new ArrayList<>();

    Result result = of("multifactor-easy", "sjf-oracle-easy").run(3, 2, lines::add);

    assertThat(result.ratios()).containsOnlyKeys("multifactor-easy", "sjf-oracle-easy");
    assertThat(result.ratios().get("multifactor-easy").values())
        .allSatisfy(ratio -> assertThat(ratio).isEqualTo(new Ratio(1, 0)));
    assertThat(result.ratios().get("sjf-oracle-easy").get("mean_wait_s").value()).isLessThan(1);
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).startsWith("seed 3, mean wait in s: multifactor-easy ");
    assertThat(result.text().lines()).hasSize(3).last().asString().startsWith("sjf-oracle-easy ");
  }

  @Test
  void aRatioIsAGeometricMeanWithItsStandardError() {
    Ratio ratio = Ratio.of(List.of(Math.log(0.5), Math.log(2), Math.log(0.5), Math.log(0.5)));

    assertThat(ratio.value()).isEqualTo(Math.pow(0.5 * 2 * 0.5 * 0.5, 0.25), within(1e-12));
    assertThat(ratio.standardError()).isEqualTo(Math.log(4) / 4, within(1e-12));
  }

  @Test
  void anUnknownPolicyIsNamed() {
    assertThatThrownBy(() -> of("sjf-esy").run(1, 1, line -> {}))
        .hasMessageContaining("unknown policy 'sjf-esy'; did you mean sjf-easy?");
  }
}
