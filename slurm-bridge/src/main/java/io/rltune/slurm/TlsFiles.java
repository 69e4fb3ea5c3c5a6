package io.rltune.slurm;

import java.nio.file.Path;

/**
 * PEM files for an https endpoint; an empty path means none.
 *
 * @param ca certificates of the authorities that may sign the server's; none = the system's
 * @param certificate our certificate, and its chain, for mutual TLS
 * @param key private key of {@code certificate}, PKCS#8
 */
public record TlsFiles(Path ca, Path certificate, Path key) {
  public static final TlsFiles NONE = new TlsFiles(Path.of(""), Path.of(""), Path.of(""));

  public TlsFiles {
    if (certificate.toString().isEmpty() != key.toString().isEmpty()) {
      throw new IllegalArgumentException(
          "a TLS client certificate and its key go together: set both or neither");
    }
  }
}
