package io.rltune.policy.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainerOptionsTest {
  @Test
  void whatIsNotGivenHasADefault() {
    assertThat(TrainerOptions.parse(List.of("--out", "p.zip")))
        .isEqualTo(
            new TrainerOptions(Path.of("p.zip"), 1, 8_000, "rltune-imitation", Optional.empty()));
    assertThat(
            TrainerOptions.parse(
                List.of(
                    "--seed", "9", "--out", "p.zip", "--steps", "5", "--name", "n", "--init",
                    "i.zip")))
        .isEqualTo(new TrainerOptions(Path.of("p.zip"), 9, 5, "n", Optional.of(Path.of("i.zip"))));
  }

  @ParameterizedTest
  @CsvSource({
    "--seed 1, --out is missing",
    "--out p.zip --epochs 3, unknown argument --epochs",
    "--out, --out needs a value",
    "--out p.zip --steps many, --steps many is not a whole number",
    "--out p.zip --steps 0, --steps 0 is not 1 to 1000000"
  })
  void whatIsWrongIsNamed(String args, String reason) {
    assertThatThrownBy(() -> TrainerOptions.parse(List.of(args.split(" "))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }
}
