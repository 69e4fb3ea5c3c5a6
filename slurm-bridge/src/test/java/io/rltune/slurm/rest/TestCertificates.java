package io.rltune.slurm.rest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates made for a test with the JDK's keytool, in one PKCS12 store and as PEM files. */
final class TestCertificates {
  static final char[] PASSWORD = "changeit".toCharArray();

  private final Path directory;
  private final Path store;

  TestCertificates(Path directory) {
    this.directory = directory;
    this.store = directory.resolve("all.p12");
  }

  TestCertificates authority(String alias) throws IOException {
    return keytool(alias, "-ext", "bc:c");
  }

  /** A certificate signed by an authority. */
  TestCertificates signed(String alias, String authority, String... more) throws IOException {
    List<String> options = new ArrayList<>(List.of("-signer", authority));
    options.addAll(List.of(more));
    return keytool(alias, options.toArray(String[]::new));
  }

  private TestCertificates keytool(String alias, String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-alias", alias, "-validity", "30"));
    command.addAll(List.of("-dname", "CN=" + alias, "-keystore", store.toString()));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", new String(PASSWORD)));
    command.addAll(List.of(options));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("keytool failed: " + output);
    }
    return this;
  }

  KeyStore load() throws IOException, GeneralSecurityException {
    KeyStore loaded = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      loaded.load(in, PASSWORD);
    }
    return loaded;
  }

  /** A store with the key of one alias only. */
  KeyStore only(String alias) throws IOException, GeneralSecurityException {
    KeyStore all = load();
    KeyStore one = KeyStore.getInstance("PKCS12");
    one.load(null, PASSWORD);
    one.setKeyEntry(alias, all.getKey(alias, PASSWORD), PASSWORD, all.getCertificateChain(alias));
    return one;
  }

  Path certificate(String alias) throws IOException, GeneralSecurityException {
    StringBuilder pem = new StringBuilder();
    for (Certificate certificate : load().getCertificateChain(alias)) {
      pem.append(pem("CERTIFICATE", certificate.getEncoded()));
    }
    return Files.writeString(directory.resolve(alias + ".pem"), pem);
  }

  Path key(String alias) throws IOException, GeneralSecurityException {
    byte[] encoded = load().getKey(alias, PASSWORD).getEncoded();
    return Files.writeString(directory.resolve(alias + ".key"), pem("PRIVATE KEY", encoded));
  }

  static String pem(String what, byte[] bytes) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }
}
