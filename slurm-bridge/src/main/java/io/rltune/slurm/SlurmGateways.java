package io.rltune.slurm;

import io.rltune.slurm.rest.HttpTransport;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.TcpTransport;
import io.rltune.slurm.rest.TokenSource;
import io.rltune.slurm.rest.UnixSocketTransport;
import io.rltune.slurm.scontrol.Scontrol;
import io.rltune.slurm.version.VersionRange;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** Opens the door to a Slurm cluster. */
public final class SlurmGateways {
  private SlurmGateways() {}

  /**
   * Connects, and agrees on an API version.
   *
   * @throws SlurmException of kind UNREACHABLE without a listener, AUTH when the token is missing
   *     or refused, VERSION when no API version is in common
   */
  public static SlurmGateway open(SlurmSettings settings) throws SlurmException {
    return open(settings, Clock.systemUTC());
  }

  /** The same on another clock: that of a simulated cluster. */
  public static SlurmGateway open(SlurmSettings settings, Clock clock) throws SlurmException {
    RestClient rest =
        new RestClient(transport(settings), tokens(settings, clock), settings.user(), clock);
    Optional<Scontrol> scontrol =
        settings.scontrol().isBlank() || settings.transport() == WriteTransport.REST
            ? Optional.empty()
            : Optional.of(
                new Scontrol(settings.scontrol(), settings.slurmConf(), settings.requestTimeout()));
    return new RestSlurmGateway(
        rest,
        VersionRange.parse(settings.apiVersion()),
        agreed -> {
          SlurmReader reader = new SlurmReader(rest, agreed, clock, settings.onlyChanges());
          JobWriter writer =
              new JobWriter(rest, agreed.adapter(), reader, scontrol, settings.transport());
          return new RestSlurmGateway.Session(agreed, reader, writer);
        });
  }

  private static TokenSource tokens(SlurmSettings settings, Clock clock) {
    TokenOrigin origin = settings.token();
    if (!origin.command().isBlank()) {
      return TokenSource.ofCommand(origin.command(), settings.requestTimeout(), clock);
    }
    return origin.keyFile().toString().isEmpty()
        ? new TokenSource(origin.file())
        : TokenSource.ofKey(origin.keyFile(), settings.user(), clock);
  }

  private static HttpTransport transport(SlurmSettings settings) {
    if (settings.isUnixSocket()) {
      String path = settings.endpoint().getSchemeSpecificPart().replaceFirst("^//", "");
      return new UnixSocketTransport(Path.of(path), settings.requestTimeout());
    }
    return new TcpTransport(
        settings.endpoint(), settings.connectTimeout(), settings.requestTimeout(), settings.tls());
  }
}
