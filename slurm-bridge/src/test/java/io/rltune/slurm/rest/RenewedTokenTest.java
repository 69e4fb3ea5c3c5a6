package io.rltune.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.SlurmException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens from a command, and tokens signed with Slurm's key. */
@Timeout(60)
class RenewedTokenTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @TempDir Path dir;
  private Instant now = NOON;
  private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);

  @Test
  void runsTheCommandAgainWhenAThirdOfTheTokensLifeIsLeft() throws Exception {
    Path count = dir.resolve("count");
    TokenSource source = command("echo x >>" + count + "; cat " + dir.resolve("next"));
    Files.writeString(dir.resolve("next"), "SLURM_JWT=" + token(NOON, 900) + "\n");
    assertThat(source.token()).isEqualTo(token(NOON, 900));
    now = NOON.plusSeconds(599);
    assertThat(source.token()).isEqualTo(token(NOON, 900));
    assertThat(Files.readAllLines(count)).hasSize(1);
    Files.writeString(dir.resolve("next"), token(NOON.plusSeconds(600), 900));
    now = NOON.plusSeconds(600);
    assertThat(source.token()).isEqualTo(token(NOON.plusSeconds(600), 900));
    assertThat(source.expiry()).contains(NOON.plusSeconds(1500));
  }

  @Test
  void runsTheCommandAgainWhenSlurmRefusedItsToken() throws Exception {
    TokenSource source = command("cat " + dir.resolve("next"));
    Files.writeString(dir.resolve("next"), "first");
    assertThat(source.token()).isEqualTo("first");
    Files.writeString(dir.resolve("next"), "second");
    source.wasRefused();
    assertThat(source.token()).as("not at once: a command may be costly").isEqualTo("first");
    now = NOON.plusSeconds(10);
    source.wasRefused();
    assertThat(source.token()).isEqualTo("second");
  }

  @Test
  void keepsATokenThatStillHoldsWhenTheCommandFails() throws Exception {
    TokenSource source = command("cat " + dir.resolve("next"));
    Files.writeString(dir.resolve("next"), token(NOON, 900));
    assertThat(source.token()).isNotEmpty();
    Files.delete(dir.resolve("next"));
    now = NOON.plusSeconds(700);
    assertThat(source.token()).isEqualTo(token(NOON, 900));
    now = NOON.plusSeconds(901);
    SlurmException failure = catchThrowableOfType(SlurmException.class, source::token);
    assertThat(failure.error().kind()).isEqualTo(Kind.AUTH);
    assertThat(failure).hasMessageContaining("exit code 1");
  }

  @Test
  void neverShowsWhatTheCommandPrints() throws Exception {
    assertThatThrownBy(() -> command("echo secret1 secret2").token())
        .hasMessageContaining("more than one token")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> command("echo secret >&2; exit 3").token())
        .hasMessageContaining("exit code 3")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> command("true").token()).hasMessageContaining("is empty");
  }

  @Test
  void givesUpOnACommandThatDoesNotExist() {
    TokenSource missing = TokenSource.ofCommand("/no/such/program x", TIMEOUT, clock);
    assertThatThrownBy(missing::token)
        .hasMessageContaining("/no/such/program")
        .hasMessageContaining("cannot be run");
    assertThatThrownBy(missing::token).as("and is not run for each request").isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"exec sleep 600", "sleep 600; echo secret", "echo secret; sleep 600 & wait"})
  void givesUpOnACommandThatHangs(String body) throws Exception {
    Path script = script(body);
    TokenSource hanging = TokenSource.ofCommand(script.toString(), Duration.ofMillis(300), clock);
    assertThatThrownBy(hanging::token)
        .hasMessageContaining("AUTH")
        .hasMessageContaining("token command " + script + " took longer than 0.3 s")
        .hasMessageNotContaining("secret");
  }

  @Test
  void aCommandThatGoesOnInTheBackgroundHoldsNobody() throws Exception {
    Path pid = dir.resolve("pid");
    Path script = script("echo token; sleep 600 & echo $! >" + pid);
    TokenSource source = TokenSource.ofCommand(script.toString(), Duration.ofSeconds(500), clock);

    assertThat(source.token()).isEqualTo("token");

    ProcessHandle background =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    assertThat(background.destroyForcibly()).isTrue();
  }

  @Test
  void refusesACommandThatPrintsMoreThanATokenCanBe() throws Exception {
    assertThatThrownBy(() -> command("head -c 20000 /dev/zero | tr '\\0' x; sleep 600").token())
        .hasMessageContaining("printed more than 16384 bytes")
        .hasMessageNotContaining("xxx");
  }

  @Test
  void signsATokenThatSlurmAccepts() throws Exception {
    byte[] key = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    Path file = privateFile(key);
    TokenSource source = TokenSource.ofKey(file, "rltune", clock);
    String token = source.token();
    assertThat(source.expiry()).contains(NOON.plusSeconds(600));
    assertThat(source.user()).contains("rltune");
    String[] parts = token.split("\\.");
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    byte[] expected = mac.doFinal((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
    assertThat(Base64.getUrlDecoder().decode(parts[2])).isEqualTo(expected);
    now = NOON.plusSeconds(299);
    assertThat(source.token()).isEqualTo(token);
    now = NOON.plusSeconds(300);
    assertThat(source.token()).isNotEqualTo(token);
    assertThat(source.warnings()).singleElement().asString().contains("prefer a token file");
  }

  @Test
  void refusesAKeyThatEverybodyMayRead() throws Exception {
    Path file = privateFile(new byte[] {1, 2, 3});
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> TokenSource.ofKey(file, "rltune", clock).token())
        .hasMessageContaining("chmod 600");
    assertThatThrownBy(() -> TokenSource.ofKey(privateFile(new byte[0]), "rltune", clock).token())
        .hasMessageContaining("empty key");
    Path gone = dir.resolve("gone");
    assertThatThrownBy(() -> TokenSource.ofKey(gone, "rltune", clock).token())
        .hasMessageContaining("gone cannot be read");
  }

  private TokenSource command(String shell) throws IOException {
    return TokenSource.ofCommand(script(shell).toString(), TIMEOUT, clock);
  }

  private Path script(String shell) throws IOException {
    Path script = Files.createTempFile(dir, "token", ".sh");
    Files.writeString(script, "#!/bin/sh\n" + shell + "\n");
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
  }

  private Path privateFile(byte[] content) throws IOException {
    Path file = Files.createTempFile(dir, "key", "");
    Files.write(file, content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static String token(Instant issued, long lifetime) {
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    String claims =
        "{\"iat\":"
            + issued.getEpochSecond()
            + ",\"exp\":"
            + (issued.getEpochSecond() + lifetime)
            + "}";
    return String.join(
        ".",
        List.of("e30", base64.encodeToString(claims.getBytes(StandardCharsets.US_ASCII)), "c2ln"));
  }
}
