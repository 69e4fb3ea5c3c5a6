package io.rltune.slurm.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.SlurmException;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.ScriptedTransport;
import io.rltune.slurm.rest.TokenSource;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;

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

  @Test
  void saysWhatIsOfferedWhenNoneIsInCommon() {
    transport.on(
        "GET /openapi/v3",
        "{\"paths\":{\"\\/slurm\\/v0.0.46\\/ping\\/\":{},\"/slurm/v0.0.47/ping/\":{}}}");
    SlurmException failure = failure("auto");
    assertThat(failure.error().kind()).isEqualTo(Kind.VERSION);
    assertThat(failure).hasMessageContaining("v0.0.46, v0.0.47").hasMessageContaining("v0.0.38");
    assertThat(failure("v0.0.99")).hasMessageContaining("v0.0.99 (unknown to us)");
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
        new RestClient(transport, new TokenSource(Path.of("")), "", Clock.systemUTC()), wanted);
  }

  private SlurmException failure(String wanted) {
    return catchThrowableOfType(SlurmException.class, () -> negotiate(wanted));
  }
}
