package io.rltune.slurm.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.SlurmException;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.ScriptedTransport;
import io.rltune.slurm.rest.TokenSource;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiVersionsTest {
  private static final String PING_38 =
      "{\"meta\":{\"Slurm\":{\"release\":\"22.05.8\"}},\"errors\":[],\"pings\":[{\"ping\":\"UP\"}]}";
  private static final String PING_42 =
      "{\"meta\":{\"slurm\":{\"release\":\"24.11.5\"}},\"errors\":[],\"pings\":[{\"pinged\":\"UP\"}]}";

  private final ScriptedTransport transport = new ScriptedTransport();

  @Test
  void takesTheNewestVersionInCommon() throws SlurmException {
    transport.on("GET /slurm/v0.0.38/ping", PING_38);
    assertThat(negotiate("auto").release()).isEqualTo("22.05.8");
    transport.on("GET /slurm/v0.0.42/ping", PING_42);
    ApiVersions.Agreed agreed = negotiate("auto");
    assertThat(agreed.adapter().version()).isEqualTo("v0.0.42");
    assertThat(agreed.release()).isEqualTo("24.11.5");
  }

  @Test
  void keepsToTheVersionThatIsAskedFor() throws SlurmException {
    transport.on("GET /slurm/v0.0.38/ping", PING_38).on("GET /slurm/v0.0.42/ping", PING_42);
    assertThat(negotiate("v0.0.38").adapter().version()).isEqualTo("v0.0.38");
  }

  /** F1: each release serves three or four versions; which one we take of those. */
  @ParameterizedTest(name = "F1 {0}: {1} -> {3}")
  @CsvSource({
    "22.05, 36 37 38, auto, v0.0.38",
    "23.02, 37 38 39, auto, v0.0.38",
    "23.11, 38 39 40, auto, v0.0.40",
    "24.05, 39 40 41, auto, v0.0.41",
    "24.11, 40 41 42, auto, v0.0.42",
    "25.05, 40 41 42 43, auto, v0.0.43",
    "25.11, 41 42 43 44, auto, v0.0.44",
    "26.05, 42 43 44 45, auto, v0.0.44",
    "26.11, 43 44 45 46, auto, v0.0.44",
    "only 45, 45, auto, v0.0.45",
    "only 46, 46, auto, v0.0.46",
    "only 39, 39, auto, v0.0.39",
    "bounded above, 42 43 44 45, ..v0.0.43, v0.0.43",
    "bounded below, 38 39 40, v0.0.39.., v0.0.40",
    "a range, 40 41 42 43, v0.0.40..v0.0.41, v0.0.41",
    "newer on request, 47 48, v0.0.40..v0.0.48, v0.0.47",
    "39 on request, 38 39, v0.0.39, v0.0.39",
  })
  void picksTheBestVersionInCommon(String release, String served, String wanted, String expected)
      throws SlurmException {
    for (String number : served.split(" ")) {
      transport.on("GET /slurm/v0.0." + number + "/ping", PING_42);
    }
    assertThat(negotiate(wanted).adapter().version()).isEqualTo(expected);
  }

  @Test
  void saysThatAVersionIsNewerThanWhatIsKnown() throws SlurmException {
    transport.on("GET /slurm/v0.0.46/ping", PING_42);
    assertThat(negotiate("auto").adapter().note()).contains("v0.0.46").contains("read as v0.0.45");
    assertThat(ApiVersions.adapter("v0.0.45").orElseThrow().note()).contains("exclusive");
    assertThat(ApiVersions.adapter("v0.0.44").orElseThrow().note()).isEmpty();
    assertThat(ApiVersions.adapter("v0.0.37")).isEmpty();
  }

  @Test
  void saysWhatIsOfferedWhenNoneIsInCommon() {
    transport.on(
        "GET /openapi/v3",
        "{\"paths\":{\"\\/slurm\\/v0.0.47\\/ping\\/\":{},\"/slurm/v0.0.48/ping/\":{}}}");
    SlurmException failure = failure("auto");
    assertThat(failure.error().kind()).isEqualTo(Kind.VERSION);
    assertThat(failure)
        .hasMessageContaining("v0.0.47, v0.0.48")
        .hasMessageContaining("v0.0.38..v0.0.46");
    assertThat(failure("v0.0.37")).hasMessageContaining("slurm.api_version allows v0.0.37");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"newest", "v0.0.x", "0.0.42", "v0.0.44..v0.0.40", "v0.0.40-v0.0.42", "v1.0.40"})
  void refusesASettingThatIsNoRange(String text) {
    assertThatThrownBy(() -> VersionRange.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void doesNotTakeARefusalForAVersionMismatch() {
    transport.on("GET /slurm/v0.0.44/ping", 401, "text/plain", "Authentication failure");
    assertThat(failure("auto").error().kind()).isEqualTo(Kind.AUTH);
  }

  @Test
  void doesNotAcceptADeadController() {
    String refused =
        "{\"licenses\":[],\"errors\":[{\"error_number\":%d,\"error\":\"whatever it says\"}]}";
    transport
        .on("GET /slurm/v0.0.38/ping", PING_38.replace("\"UP\"", "\"DOWN\""))
        .on("GET /slurm/v0.0.38/licenses", refused.formatted(1800))
        .on("GET /slurm/v0.0.42/ping", PING_42.replace("\"UP\"", "\"DOWN\""))
        .on("GET /slurm/v0.0.42/licenses", refused.formatted(1007));
    assertThat(failure("v0.0.38").error().kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(failure("v0.0.42").error().kind()).isEqualTo(Kind.AUTH);
  }

  private ApiVersions.Agreed negotiate(String wanted) throws SlurmException {
    return ApiVersions.negotiate(
        new RestClient(transport, new TokenSource(Path.of("")), "", Clock.systemUTC()),
        VersionRange.parse(wanted));
  }

  private SlurmException failure(String wanted) {
    return catchThrowableOfType(SlurmException.class, () -> negotiate(wanted));
  }
}
