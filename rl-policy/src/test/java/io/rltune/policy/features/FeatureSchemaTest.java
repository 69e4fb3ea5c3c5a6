package io.rltune.policy.features;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FeatureSchemaTest {
  @Test
  void theDocumentedTableIsThatOfTheCode() throws IOException {
    assertThat(Files.readString(Path.of("..", "docs", "features.md")))
        .contains(FeatureSchema.table());
  }

  @Test
  void theHashIsOfFixedLengthAndTheNamesAreInInputOrder() {
    assertThat(FeatureSchema.hash()).matches("[0-9a-f]{64}");
    assertThat(FeatureSchema.names()).hasSize(FeatureSchema.WIDTH).startsWith("WAITED");
  }
}
