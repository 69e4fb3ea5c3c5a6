package io.rltune.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigLoaderTest {
  @Test
  void anEmptyFileGivesTheDefaults() throws Exception {
    Config config = ConfigTexts.config("");

    assertThat(config.get(Settings.MODE)).isEqualTo(Mode.SHADOW);
    assertThat(config.origin(Settings.MODE)).isEqualTo("default");
  }

  @Test
  void valuesAreTypedAndRememberTheirLine() throws Exception {
    Config config =
        ConfigTexts.config(
            """
            daemon:
              mode: enforce
              interval: 500ms
            planner:
              gpu_speed: {a100: 1.0, v100: 0.5}
            exclude:
              accounts: [guests, "x y"]
            """);

    assertThat(config.get(Settings.MODE)).isEqualTo(Mode.ENFORCE);
    assertThat(config.get(Settings.INTERVAL)).isEqualTo(Duration.ofMillis(500));
    assertThat(config.get(Settings.GPU_SPEED)).isEqualTo(Map.of("a100", 1.0, "v100", 0.5));
    assertThat(config.get(Settings.EXCLUDE_ACCOUNTS)).containsExactly("guests", "x y");
    assertThat(config.origin(Settings.INTERVAL)).isEqualTo("test.yaml:3");
  }

  @Test
  void allProblemsAreToldAtOnceWithFileLineKeyValueAndNearestKey() {
    List<String> problems =
        problems(
            """
            slurm:
              endpont: http://x:1
              token_file: /t
            daemon:
              mode: enforced
              interval: fast
            planner:
              head_size: 0
            """);

    assertThat(problems)
        .containsExactly(
            "test.yaml:2: unknown key 'slurm.endpont' (value 'http://x:1'); did you mean 'slurm.endpoint'?",
            "test.yaml:5: key 'daemon.mode': value 'enforced' must be one of off, observe, shadow, advise, enforce",
            "test.yaml:6: key 'daemon.interval': value 'fast' must be a duration such as 500ms, 5s, 2m, 1h or 7d",
            "test.yaml:8: key 'planner.head_size': value '0' must be a whole number from 1 to 100000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "daemon: {mode: [a]}|daemon.mode",
        "slurm: 7|'slurm' must be a section of keys",
        "daemon: {mode: shadow, mode: off}|given twice",
        "slurm: {endpoint: 'ftp://x'}|http://HOST:PORT",
        "exclude: {accounts: guests}|a list of names",
        "planner: {gpu_speed: {a100: fast}}|a map of numbers",
        "planner: {gpu_speed: {a100: -1}}|a map of numbers",
        "planner: {gpu_speed: {a100: .nan}}|a map of numbers",
        "'daemon: {mode: '|not YAML",
        "[1, 2]|the file must be a section of keys",
      })
  void wrongShapesAreToldApart(String yaml, String expected) {
    assertThat(problems(yaml)).singleElement().asString().contains(expected);
  }

  @Test
  void aMissingFileIsNamed() {
    ConfigException problem =
        catchThrowableOfType(
            ConfigException.class, () -> ConfigLoader.load(Path.of("/no/such/rltune.yaml")));

    assertThat(problem.problems()).containsExactly("/no/such/rltune.yaml: no such file");
  }

  private static List<String> problems(String yaml) {
    return catchThrowableOfType(ConfigException.class, () -> ConfigTexts.config(yaml)).problems();
  }
}
