package io.rltune.slurm.rest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and keys in PEM files, as web servers have them. Source: RFC 7468. */
final class Pem {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----(.*?)-----END", Pattern.DOTALL);

  private Pem() {}

  /**
   * The certificates of a file, in its order.
   *
   * @throws GeneralSecurityException when the file cannot be read or holds none
   */
  static List<Certificate> certificates(Path file) throws GeneralSecurityException {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (found.isEmpty()) {
        throw new GeneralSecurityException(file + " holds no certificate in PEM form");
      }
      return List.copyOf(found);
    } catch (IOException e) {
      throw new GeneralSecurityException(
          file + " cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  /**
   * The private key of a file: PKCS#8, not encrypted.
   *
   * @throws GeneralSecurityException when there is none; the message never carries key material
   */
  static PrivateKey privateKey(Path file) throws GeneralSecurityException {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new GeneralSecurityException(
          file + " cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
    Matcher matcher = KEY.matcher(text);
    if (!matcher.find()) {
      throw new GeneralSecurityException(file + " holds no private key in PEM form");
    }
    if (!matcher.group(1).equals("PRIVATE KEY")) {
      throw new GeneralSecurityException(
          file
              + " holds a "
              + matcher.group(1)
              + "; convert it: openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW");
    }
    PKCS8EncodedKeySpec spec;
    try {
      spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(2)));
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException(file + " is not base64 between its marks");
    }
    for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        continue;
      }
    }
    throw new GeneralSecurityException(file + " holds neither an RSA nor an EC nor an EdDSA key");
  }
}
