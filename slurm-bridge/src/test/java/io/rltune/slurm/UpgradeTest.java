package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.ScriptedTransport;
import io.rltune.slurm.rest.TokenSource;
import io.rltune.slurm.version.VersionRange;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** F1: Slurm is upgraded while the daemon runs; the API version is negotiated again. */
class UpgradeTest {
  private static final String PING =
      "{\"meta\":{\"slurm\":{\"release\":\"%s\"}},\"pings\":[{\"pinged\":\"UP\",\"ping\":\"UP\"}]}";

  private final ScriptedTransport before = new ScriptedTransport();
  private final ScriptedTransport after = new ScriptedTransport();
  private final SwitchedTransport transport = new SwitchedTransport(before);

  @Test
  void negotiatesAgainAtOnceWhenTheOldVersionIsGone() throws SlurmException {
    serve(before, "v0.0.40", "23.11.1");
    serve(after, "v0.0.44", "25.11.0");
    try (SlurmGateway gateway = gateway("auto")) {
      assertThat(gateway.snapshot().slurmVersion()).isEqualTo("23.11.1");
      assertThat(gateway.describe()).contains("slurm 23.11.1, api v0.0.40");
      transport.to(after);
      assertThat(gateway.snapshot().slurmVersion()).isEqualTo("25.11.0");
      assertThat(gateway.describe()).contains("slurm 25.11.0, api v0.0.44");
    }
  }

  @Test
  void takesTheBetterVersionOfTheNewRelease() throws SlurmException {
    serve(before, "v0.0.42", "24.11.5");
    serve(after, "v0.0.42", "25.11.0");
    serve(after, "v0.0.44", "25.11.0");
    try (SlurmGateway gateway = gateway("auto")) {
      gateway.snapshot();
      transport.to(after);
      gateway.snapshot();
      gateway.snapshot();
      assertThat(gateway.describe()).contains("slurm 25.11.0, api v0.0.44");
      gateway.snapshot();
    }
    assertThat(after.calls()).filteredOn(call -> call.path().endsWith("/ping")).hasSize(1);
  }

  @Test
  void anUpgradeBeyondTheBoundsIsAnErrorAndNoEmptyQueue() throws SlurmException {
    serve(before, "v0.0.40", "23.11.1");
    serve(after, "v0.0.44", "25.11.0");
    try (SlurmGateway gateway = gateway("v0.0.38..v0.0.42")) {
      gateway.snapshot();
      transport.to(after);
      SlurmException failure = catchThrowableOfType(SlurmException.class, gateway::snapshot);
      assertThat(failure.error().kind()).isEqualTo(Kind.VERSION);
      transport.to(before);
      assertThat(gateway.snapshot().jobs()).hasSize(1);
    }
  }

  private SlurmGateway gateway(String range) throws SlurmException {
    RestClient rest =
        new RestClient(transport, new TokenSource(Path.of("")), "", Clock.systemUTC());
    return new RestSlurmGateway(
        rest,
        VersionRange.parse(range),
        agreed -> {
          SlurmReader reader = new SlurmReader(rest, agreed, Clock.systemUTC());
          JobWriter writer =
              new JobWriter(rest, agreed.adapter(), reader, Optional.empty(), WriteTransport.REST);
          return new RestSlurmGateway.Session(agreed, reader, writer);
        });
  }

  private static void serve(ScriptedTransport slurmrestd, String version, String release) {
    String base = "GET /slurm/" + version + "/";
    String meta = "{\"meta\":{\"slurm\":{\"release\":\"" + release + "\"}},";
    slurmrestd
        .on(base + "ping", PING.formatted(release))
        .on(
            base + (base.contains("v0.0.38") ? "jobs" : "jobs?flags=ALL"),
            meta + "\"jobs\":[{\"job_id\":1,\"job_state\":[\"PENDING\"],\"partition\":\"p\"}]}")
        .on(base + "nodes", meta + "\"nodes\":[{\"name\":\"n1\",\"state\":[\"IDLE\"]}]}")
        .on(
            base + "partitions",
            meta + "\"partitions\":[{\"name\":\"p\",\"nodes\":{\"configured\":\"n1\"}}]}");
  }
}
