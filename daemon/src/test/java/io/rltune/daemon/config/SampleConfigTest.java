package io.rltune.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SampleConfigTest {
  private static final Path SAMPLE = Path.of("..", "conf", "rltune.yaml");

  /** After a change of the settings: {@code ./rltune show-conf --sample > conf/rltune.yaml}. */
  @Test
  void theSampleFileIsWhatTheSettingsSay() throws Exception {
    assertThat(Files.readString(SAMPLE)).isEqualTo(SampleConfig.render());
  }

  @Test
  void theSampleWithEverythingUncommentedIsValid() throws Exception {
    String uncommented = SampleConfig.render().replaceAll("(?m)^  #([a-z_]+): (.*)$", "  $1: $2");

    Config config = ConfigTexts.config(uncommented);

    for (Setting<?> setting : Settings.ALL) {
      assertThat(config.get(setting)).as(setting.key()).isEqualTo(Config.defaults().get(setting));
    }
  }
}
