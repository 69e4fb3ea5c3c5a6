package io.rltune.slurm;

import static java.util.Objects.requireNonNull;

import io.rltune.slurm.version.VersionRange;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * Where Slurm is and how to talk to it.
 *
 * @param endpoint slurmrestd: {@code http://host:port}, {@code https://host:port} or {@code
 *     unix:/path/to/socket}
 * @param user user name that the token belongs to; empty where slurmrestd takes it from the token
 * @param token where the JWT comes from; none for a unix socket with rest_auth/local
 * @param scontrol command that runs scontrol, blanks separate its arguments; empty = not available
 * @param slurmConf given to scontrol as SLURM_CONF; empty path for the system's default
 * @param transport how updates are written
 * @param apiVersion {@code auto}, one version, e.g. {@code v0.0.38}, or a range, e.g. {@code
 *     v0.0.40..v0.0.44}
 * @param connectTimeout longest time to connect
 * @param requestTimeout longest time for one whole answer, and for one run of scontrol
 * @param tls certificates for an https endpoint
 * @param onlyChanges whether jobs are only read when they changed, where the API version can tell
 */
@RecordBuilder
public record SlurmSettings(
    URI endpoint,
    String user,
    TokenOrigin token,
    String scontrol,
    Path slurmConf,
    WriteTransport transport,
    String apiVersion,
    Duration connectTimeout,
    Duration requestTimeout,
    TlsFiles tls,
    boolean onlyChanges)
    implements SlurmSettingsBuilder.With {
  private static final Set<String> SCHEMES = Set.of("http", "https", "unix");

  public SlurmSettings {
    requireNonNull(endpoint, "endpoint");
    requireNonNull(user, "user");
    requireNonNull(token, "token");
    requireNonNull(tls, "tls");
    requireNonNull(scontrol, "scontrol");
    requireNonNull(slurmConf, "slurmConf");
    requireNonNull(transport, "transport");
    requireNonNull(apiVersion, "apiVersion");
    VersionRange.parse(apiVersion);
    if (endpoint.getScheme() == null || !SCHEMES.contains(endpoint.getScheme())) {
      throw new IllegalArgumentException(
          "endpoint " + endpoint + ": expected http://host:port, https://host:port or unix:/path");
    }
    if (connectTimeout.isNegative() || connectTimeout.isZero()) {
      throw new IllegalArgumentException("connectTimeout " + connectTimeout + ": must be positive");
    }
    if (requestTimeout.isNegative() || requestTimeout.isZero()) {
      throw new IllegalArgumentException("requestTimeout " + requestTimeout + ": must be positive");
    }
    if (!token.keyFile().toString().isEmpty() && (user.isEmpty() || user.equals("root"))) {
      throw new IllegalArgumentException(
          "user \"" + user + "\": signing with a JWT key needs the name of an unprivileged user");
    }
    if (!user.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new IllegalArgumentException("user \"" + user + "\": printable ASCII without blanks");
    }
  }

  /** With a token in a file, TLS as the system has it, and jobs read only when they changed. */
  public SlurmSettings(
      URI endpoint,
      String user,
      Path tokenFile,
      String scontrol,
      Path slurmConf,
      WriteTransport transport,
      String apiVersion,
      Duration connectTimeout,
      Duration requestTimeout) {
    this(
        endpoint,
        user,
        TokenOrigin.file(tokenFile),
        scontrol,
        slurmConf,
        transport,
        apiVersion,
        connectTimeout,
        requestTimeout,
        TlsFiles.NONE,
        true);
  }

  /** Whether requests go to a unix socket. */
  public boolean isUnixSocket() {
    return endpoint.getScheme().equals("unix");
  }
}
