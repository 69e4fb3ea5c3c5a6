package io.rltune.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.SlurmException;
import io.rltune.slurm.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real TLS server with a CA of its own, which can ask for client certificates. */
class TlsTransportTest {
  private static final Path NONE = Path.of("");

  @TempDir static Path dir;
  private static TestCertificates certificates;
  private HttpsServer server;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates =
        new TestCertificates(dir)
            .authority("ca")
            .authority("stranger")
            .signed("server", "ca", "-ext", "san=ip:127.0.0.1")
            .signed("elsewhere", "ca", "-ext", "san=dns:elsewhere.example")
            .signed("client", "ca")
            .signed("impostor", "stranger");
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  @Test
  void readsFromAServerSignedByOurOwnCa() throws Exception {
    start("server", false);
    assertThat(pings(new TlsFiles(certificates.certificate("ca"), NONE, NONE))).isEqualTo(1);
  }

  @Test
  void showsItsClientCertificateWhereOneIsAskedFor() throws Exception {
    start("server", true);
    assertThat(pings(mutual("client"))).isEqualTo(1);
  }

  @Test
  void saysThatTheServerWantsAClientCertificate() throws Exception {
    start("server", true);
    SlurmError error = refused(new TlsFiles(certificates.certificate("ca"), NONE, NONE));
    assertThat(error.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(error.message()).contains("slurm.tls_certificate");
  }

  @Test
  void saysThatTheServerRefusesAClientCertificateOfAnotherCa() throws Exception {
    start("server", true);
    assertThat(refused(mutual("impostor")).message()).contains("refused our client certificate");
  }

  @Test
  void trustsNoServerOfAnUnknownCa() throws Exception {
    start("server", false);
    assertThat(refused(TlsFiles.NONE).message()).contains("slurm.tls_ca");
    TlsFiles other = new TlsFiles(certificates.certificate("stranger"), NONE, NONE);
    assertThat(refused(other).message()).contains("slurm.tls_ca");
  }

  @Test
  void trustsNoServerWithACertificateForAnotherHost() throws Exception {
    start("elsewhere", false);
    TlsFiles files = new TlsFiles(certificates.certificate("ca"), NONE, NONE);
    assertThat(refused(files).message()).contains("another host");
  }

  @Test
  void takesUpARenewedClientCertificateUnderARunningDaemon() throws Exception {
    start("server", true);
    Path certificate = dir.resolve("renewed.pem");
    Path key = dir.resolve("renewed.key");
    Files.copy(certificates.certificate("impostor"), certificate);
    Files.copy(certificates.key("impostor"), key);
    TlsFiles files = new TlsFiles(certificates.certificate("ca"), certificate, key);
    try (RestClient client = client(files)) {
      assertThat(catchThrowableOfType(SlurmException.class, () -> ping(client))).isNotNull();
      replace(certificates.certificate("client"), certificate);
      replace(certificates.key("client"), key);
      assertThat(ping(client)).isEqualTo(1);
    }
  }

  @Test
  void namesTheFileThatCannotBeUsed() throws Exception {
    start("server", true);
    Path noKey = Files.writeString(dir.resolve("no.key"), "nothing");
    Path oldKey =
        Files.writeString(
            dir.resolve("old.key"), TestCertificates.pem("RSA PRIVATE KEY", new byte[] {1}));
    Path certificate = certificates.certificate("client");
    assertThat(refused(new TlsFiles(NONE, certificate, noKey)).message())
        .contains("no.key holds no private key");
    assertThat(refused(new TlsFiles(NONE, certificate, oldKey)).message())
        .contains("openssl pkcs8 -topk8");
    assertThat(refused(new TlsFiles(dir.resolve("gone.pem"), NONE, NONE)).message())
        .contains("gone.pem cannot be read");
    assertThatThrownBy(() -> new TlsFiles(NONE, certificate, NONE))
        .hasMessageContaining("go together");
  }

  private static TlsFiles mutual(String alias) throws Exception {
    return new TlsFiles(
        certificates.certificate("ca"), certificates.certificate(alias), certificates.key(alias));
  }

  private static void replace(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    Files.setLastModifiedTime(to, FileTime.from(Instant.now().plusSeconds(5)));
  }

  private long pings(TlsFiles files) throws SlurmException {
    try (RestClient client = client(files)) {
      return ping(client);
    }
  }

  private SlurmError refused(TlsFiles files) {
    try (RestClient client = client(files)) {
      return catchThrowableOfType(SlurmException.class, () -> ping(client)).error();
    }
  }

  private static int ping(RestClient client) throws SlurmException {
    return client.text("/ping", 100).length();
  }

  private RestClient client(TlsFiles files) {
    URI endpoint = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
    Duration timeout = Duration.ofSeconds(10);
    return new RestClient(
        new TcpTransport(endpoint, timeout, timeout, files),
        new TokenSource(NONE),
        "",
        Clock.systemUTC());
  }

  private void start(String alias, boolean clientCertificates) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(certificates.only(alias), TestCertificates.PASSWORD);
    KeyStore authorities = KeyStore.getInstance("PKCS12");
    authorities.load(null, TestCertificates.PASSWORD);
    authorities.setCertificateEntry("ca", certificates.load().getCertificate("ca"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(authorities);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters tls = context.getDefaultSSLParameters();
            tls.setNeedClientAuth(clientCertificates);
            parameters.setSSLParameters(tls);
          }
        });
    server.createContext(
        "/ping",
        exchange -> {
          byte[] body = "1".getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }
}
