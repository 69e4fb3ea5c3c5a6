package io.rltune.slurm.rest;

import io.rltune.slurm.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** TLS with a CA of one's own and, for mutual TLS, a client certificate. */
final class TlsContext {
  private static final String REFUSED =
      "it refused our client certificate, or wants one; set slurm.tls_certificate and"
          + " slurm.tls_key";

  private final TlsFiles files;

  TlsContext(TlsFiles files) {
    this.files = files;
  }

  /** Changes when one of the files does: certificates are renewed under a running daemon. */
  String stamp() {
    StringBuilder stamp = new StringBuilder();
    for (Path file : List.of(files.ca(), files.certificate(), files.key())) {
      if (!file.toString().isEmpty()) {
        try {
          stamp.append(Files.getLastModifiedTime(file)).append('|');
        } catch (IOException e) {
          stamp.append("missing|");
        }
      }
    }
    return stamp.toString();
  }

  /**
   * Builds the context of the files as they are now.
   *
   * @throws SSLException naming the file that cannot be used
   */
  SSLContext create() throws SSLException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(), trust(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new SSLException("TLS set-up: " + e.getMessage(), e);
    }
  }

  private TrustManager[] trust() throws GeneralSecurityException, IOException {
    if (files.ca().toString().isEmpty()) {
      return null;
    }
    KeyStore store = emptyStore();
    int number = 0;
    for (Certificate certificate : Pem.certificates(files.ca())) {
      store.setCertificateEntry("ca" + number++, certificate);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private KeyManager[] keys() throws GeneralSecurityException, IOException {
    if (files.certificate().toString().isEmpty()) {
      return null;
    }
    KeyStore store = emptyStore();
    Certificate[] chain = Pem.certificates(files.certificate()).toArray(new Certificate[0]);
    store.setKeyEntry("client", Pem.privateKey(files.key()), new char[0], chain);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, new char[0]);
    return factory.getKeyManagers();
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, new char[0]);
    return store;
  }

  /** What a failed https exchange means, and which setting mends it; empty for other failures. */
  static String explain(IOException failure) {
    StringBuilder all = new StringBuilder();
    for (Throwable t = failure; t != null; t = t.getCause()) {
      all.append(t.getMessage()).append(' ');
    }
    String text = all.toString();
    if (text.contains("PKIX path building failed")) {
      return "its certificate is signed by no CA that is known here; set slurm.tls_ca";
    }
    if (text.contains("No subject alternative") || text.contains("No name matching")) {
      return "its certificate is for another host name";
    }
    if (text.contains("NotAfter") || text.contains("validity check failed")) {
      return "its certificate has expired";
    }
    if (refusesUs(text)) {
      return REFUSED;
    }
    return "";
  }

  /** With TLS 1.3 a server refuses after the handshake, often by closing without a word. */
  private static boolean refusesUs(String text) {
    return text.contains("received no bytes")
        || text.contains("certificate_required")
        || text.contains("bad_certificate")
        || text.contains("unknown_ca")
        || text.contains("certificate_unknown")
        || text.contains("handshake_failure");
  }
}
