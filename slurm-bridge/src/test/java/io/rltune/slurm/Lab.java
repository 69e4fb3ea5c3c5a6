package io.rltune.slurm;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A real Slurm for contract tests, described by the file lab.env in the directory RLTUNE_LAB. */
final class Lab {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Map<String, String> settings;

  private Lab(Map<String, String> settings) {
    this.settings = settings;
  }

  /** The lab, or a skipped test that says why. */
  static Lab find() throws IOException {
    String directory =
        System.getProperty("RLTUNE_LAB", System.getenv().getOrDefault("RLTUNE_LAB", ""));
    Path file = Path.of(directory).resolve("lab.env");
    boolean present = !directory.isEmpty() && Files.isReadable(file);
    if (!present) {
      System.out.println("SKIPPED: set RLTUNE_LAB to a directory with lab.env of a running Slurm");
    }
    assumeTrue(present, "RLTUNE_LAB names no directory with lab.env");
    return new Lab(
        Files.readAllLines(file).stream()
            .filter(line -> line.contains("=") && !line.startsWith("#"))
            .map(line -> line.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0].strip(), pair -> pair[1].strip())));
  }

  String get(String key) {
    String value = settings.get(key);
    if (value == null) {
      throw new AssertionError("lab.env has no " + key);
    }
    return value;
  }

  boolean is2205() {
    return get("SLURM_VERSION").startsWith("22.05");
  }

  SlurmSettings http(WriteTransport transport) {
    return http(transport, Path.of(get("TOKEN_FILE")), get("REST_USER"));
  }

  SlurmSettings http(WriteTransport transport, Path tokenFile, String user) {
    return settings(URI.create(get("REST_URL")), user, tokenFile, transport);
  }

  SlurmSettings unixSocket() {
    return settings(URI.create("unix:" + get("REST_SOCKET")), "", Path.of(""), WriteTransport.AUTO);
  }

  SlurmSettings settings(URI endpoint, String user, Path tokenFile, WriteTransport transport) {
    return new SlurmSettings(
        endpoint,
        user,
        tokenFile,
        String.join(" ", as(get("REST_USER"), "scontrol")),
        Path.of(get("SLURM_CONF")),
        transport,
        settings.getOrDefault("API_VERSION", "auto"),
        TIMEOUT,
        TIMEOUT);
  }

  /** A token signed with the lab's key. */
  String token(String user, Instant expiry) throws IOException, GeneralSecurityException {
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    String claims =
        "{\"exp\":"
            + expiry.getEpochSecond()
            + ",\"iat\":"
            + Instant.now().minusSeconds(7200).getEpochSecond()
            + ",\"sun\":\""
            + user
            + "\"}";
    String unsigned =
        base64.encodeToString(
                "{\"alg\":\"HS256\",\"typ\":\"JWT\"}".getBytes(StandardCharsets.UTF_8))
            + "."
            + base64.encodeToString(claims.getBytes(StandardCharsets.UTF_8));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Files.readAllBytes(Path.of(get("JWT_KEY"))), "HmacSHA256"));
    return unsigned
        + "."
        + base64.encodeToString(mac.doFinal(unsigned.getBytes(StandardCharsets.UTF_8)));
  }

  /** Submits a job and gives its id. */
  long submit(String user, String... options) throws IOException {
    List<String> commandList = new ArrayList<>(as(user, "sbatch"));
    commandList.addAll(List.of("--parsable", "-o", "/dev/null", "-D", "/", "-t", "5"));
    commandList.addAll(List.of(options));
    commandList.addAll(List.of("--wrap", "sleep 240"));
    return Long.parseLong(run(commandList).strip());
  }

  /** Runs a command of Slurm as an administrator. */
  String slurm(String... command) throws IOException {
    List<String> commandList = new ArrayList<>(prefix());
    commandList.addAll(List.of(command));
    return run(commandList);
  }

  /** The command that runs scontrol as a user. */
  String scontrolAs(String user) {
    return String.join(" ", as(user, "scontrol"));
  }

  /** Runs scontrol as an administrator. */
  void scontrol(String... arguments) throws IOException {
    List<String> commandList = new ArrayList<>(prefix());
    commandList.add("scontrol");
    commandList.addAll(List.of(arguments));
    run(commandList);
  }

  void cancel(long jobId) throws IOException {
    List<String> commandList = new ArrayList<>(prefix());
    commandList.addAll(List.of("scancel", Long.toString(jobId)));
    run(commandList);
  }

  String run(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("SLURM_CONF", get("SLURM_CONF"));
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new AssertionError(command + ": " + output);
    }
    return output;
  }

  /** Runs a program of Slurm as a user; COMMAND_PREFIX reaches a Slurm of another release. */
  private List<String> as(String user, String program) {
    List<String> commandList = new ArrayList<>(prefix());
    if (System.getProperty("user.name").equals("root")) {
      commandList.addAll(List.of("runuser", "-u", user, "--"));
    }
    commandList.add(program);
    return commandList;
  }

  private List<String> prefix() {
    String prefix = settings.getOrDefault("COMMAND_PREFIX", "").strip();
    return prefix.isEmpty() ? List.of() : List.of(prefix.split("\\s+"));
  }
}
