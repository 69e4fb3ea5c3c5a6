package io.rltune.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.SlurmException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenSourceTest {
  @TempDir Path dir;
  private Path file;

  @BeforeEach
  void setUp() {
    file = dir.resolve("token");
  }

  @Test
  void readsTheTokenAgainWhenItsFileChanges() throws Exception {
    Files.writeString(file, "first\n");
    TokenSource source = new TokenSource(file);
    assertThat(source.token()).isEqualTo("first");
    Files.writeString(file, "other\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(5)));
    assertThat(source.token()).isEqualTo("other");
  }

  @Test
  void readsWhatScontrolTokenPrints() throws Exception {
    Files.writeString(file, "SLURM_JWT=a.b.c\n");
    assertThat(new TokenSource(file).token()).isEqualTo("a.b.c");
  }

  @Test
  void knowsWhenTheTokenExpires() throws Exception {
    Files.writeString(file, RestClientTest.token(1_900_000_000));
    TokenSource source = new TokenSource(file);
    assertThat(source.token()).isNotEmpty();
    assertThat(source.expiry()).contains(Instant.ofEpochSecond(1_900_000_000));
  }

  @Test
  void aCredentialOfSystemdIsRenewedByARestart() {
    TokenFile token = new TokenFile(file);
    assertThat(token.remedy(file.getParent().toString())).contains("restart the service");
    assertThat(token.remedy("/run/credentials/other.service")).isEqualTo("renew the token file");
    assertThat(token.remedy(null)).isEqualTo("renew the token file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"opaque", "a.b.c", "a.!!!.c", "a.e30.c"})
  void doesNotGuessAnExpiry(String token) throws Exception {
    Files.writeString(file, token);
    TokenSource source = new TokenSource(file);
    assertThat(source.token()).isEqualTo(token);
    assertThat(source.expiry()).isEmpty();
  }

  @Test
  void aMissingFileIsAnAuthErrorThatSaysWhatToDo() {
    SlurmException failure =
        catchThrowableOfType(SlurmException.class, () -> new TokenSource(file).token());
    assertThat(failure.error().kind()).isEqualTo(Kind.AUTH);
    assertThat(failure)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("scontrol token");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n", "secret1\nX-Evil: 1", "secret1 secret2", "secr\u0007et1"})
  void refusesAFileWithoutExactlyOneToken(String content) throws Exception {
    Files.writeString(file, content);
    assertThatThrownBy(() -> new TokenSource(file).token())
        .isInstanceOf(SlurmException.class)
        .hasMessageContaining("AUTH")
        .hasMessageNotContaining("secr");
  }

  @Test
  void warnsOfAFileThatEverybodyMayRead() throws Exception {
    Files.writeString(file, "x");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(new TokenSource(file).warnings()).singleElement().asString().contains("chmod 600");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(new TokenSource(file).warnings()).isEmpty();
  }

  @Test
  void needsNoToken() throws Exception {
    TokenSource source = new TokenSource(Path.of(""));
    assertThat(source.isConfigured()).isFalse();
    assertThat(source.token()).isEmpty();
    assertThat(source.warnings()).isEmpty();
  }
}
