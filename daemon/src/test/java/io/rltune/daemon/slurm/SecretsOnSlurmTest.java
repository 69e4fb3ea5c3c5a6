package io.rltune.daemon.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whoever has the token or the key can steer every job: neither may be seen anywhere but in its own
 * file.
 */
class SecretsOnSlurmTest extends OnSlurm {
  private static final Pattern ADDRESS = Pattern.compile("http on (127\\.0\\.0\\.1:\\d+)");

  /** Long enough for a first cycle on a busy machine. */
  private static final int SHORT_TOKEN_S = 25;

  /** What to look for, by its name. */
  private final Map<String, byte[]> secrets = new LinkedHashMap<>();

  /** Where to look: name and content, text in UTF-8. */
  private final Map<String, byte[]> places = new LinkedHashMap<>();

  private final StringBuilder processes = new StringBuilder();

  @BeforeEach
  void prepare() throws Exception {
    lab.fill(SlurmLab.GPU_NODES);
  }

  private DaemonProcess.Setup enforce() {
    return DaemonProcess.Setup.of(lab, home, "enforce")
        .with("http: {listen: \"127.0.0.1:0\"}\npolicy: {name: sjf}\n");
  }

  @Test
  void theTokenIsNowhereButInItsFile() throws Exception {
    Path token = home.resolve("token");
    lab.writeToken(token, lab.setting("REST_USER"), 3600);
    addToken("token", Files.readString(token).strip());

    look(enforce().withToken(token));

    assertThatNoPlaceHoldsASecret();
  }

  @Test
  void theKeyAndTheTokensMadeWithItAreNowhere() throws Exception {
    byte[] key = Files.readAllBytes(Path.of(lab.setting("JWT_KEY")));
    secrets.put("key", key);
    secrets.put("key in base64", Base64.getEncoder().withoutPadding().encode(key));
    secrets.put("key in hex", HexFormat.of().formatHex(key).getBytes(StandardCharsets.US_ASCII));
    // Every token begins so; those that the daemon makes are not known here.
    secrets.put("any token", "eyJhbGciOi".getBytes(StandardCharsets.US_ASCII));

    look(enforce().withJwtKey(Path.of(lab.setting("JWT_KEY"))));

    assertThatNoPlaceHoldsASecret();
  }

  @Test
  void anOldTokenThatSlurmRefusesIsNotEchoed() throws Exception {
    Path token = home.resolve("token");
    lab.writeToken(token, lab.setting("REST_USER"), SHORT_TOKEN_S);
    addToken("expired token", Files.readString(token).strip());

    try (DaemonProcess daemon = enforce().withToken(token).start()) {
      daemon.awaitLog("WARN .*cycle \\d+ .*problem=");
      collect(daemon);
    }

    assertThatNoPlaceHoldsASecret();
  }

  private void addToken(String name, String token) {
    secrets.put(name, token.getBytes(StandardCharsets.US_ASCII));
    String signature = token.substring(token.lastIndexOf('.') + 1);
    secrets.put(name + ", its signature", signature.getBytes(StandardCharsets.US_ASCII));
  }

  /** A daemon that steers: all that it and its children leave behind is collected. */
  private void look(DaemonProcess.Setup setup) throws Exception {
    ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
    Future<?> looking =
        watch.scheduleWithFixedDelay(this::seeProcesses, 0, 20, TimeUnit.MILLISECONDS);
    try (DaemonProcess daemon = setup.start()) {
      long longJob = lab.submit("alice", "--nodes=1", "--gres=gpu:a100:4", "--time=25");
      long shortJob = lab.submit("bob", "--nodes=1", "--gres=gpu:a100:4", "--time=1");
      SlurmLab.eventually(
          "the daemon steers", () -> lab.priority(shortJob) > lab.priority(longJob));
      collect(daemon);
      places.put("explain", bytes(daemon.run("explain", Long.toString(shortJob))));
      places.put("connect-check", bytes(daemon.run("connect-check")));
      Path snapshot = home.resolve("fresh.json.gz");
      daemon.run("snapshot", "-o", snapshot.toString());
      places.put("snapshot", gunzip(snapshot));
    } finally {
      watch.shutdown();
    }
    assertThat(watch.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    assertThat(looking.isCancelled()).as("it looked until the end").isTrue();
    assertThat(processes).as("command lines and environments seen").contains("RLTUNE_LAB");
    places.put("command lines and environments", bytes(processes.toString()));
  }

  private void collect(DaemonProcess daemon) throws Exception {
    places.put("log", bytes(daemon.log()));
    for (String command : List.of("status", "show-conf", "report")) {
      places.put(command, bytes(daemon.run(command)));
    }
    Matcher address = ADDRESS.matcher(daemon.log());
    assertThat(address.find()).as("address in the log").isTrue();
    for (String path : List.of("/", "/metrics", "/health", "/ready")) {
      places.put("page " + path, get("http://" + address.group(1) + path));
    }
    assertThat(new String(places.get("page /metrics"), StandardCharsets.UTF_8))
        .contains("rltune_jobs_pending");
    try (Stream<Path> files = Files.list(home.resolve("state"))) {
      for (Path file : files.toList()) {
        places.put(
            "state file " + file.getFileName(),
            file.toString().endsWith(".gz") ? gunzip(file) : Files.readAllBytes(file));
      }
    }
    assertThat(places).containsKeys("state file journal.db", "state file cycle.json.gz");
  }

  private static byte[] gunzip(Path file) throws IOException {
    try (var in = new java.util.zip.GZIPInputStream(Files.newInputStream(file))) {
      return in.readAllBytes();
    }
  }

  private static byte[] get(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofByteArray())
        .body();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Processes that come and go, such as scontrol, are seen only by looking all the time. */
  private void seeProcesses() {
    long self = ProcessHandle.current().pid();
    ProcessHandle.current()
        .descendants()
        .filter(process -> process.pid() != self)
        .forEach(process -> see(process.pid()));
  }

  private void see(long pid) {
    for (String file : List.of("cmdline", "environ")) {
      try {
        processes.append(Files.readString(Path.of("/proc/" + pid + "/" + file))).append('\n');
      } catch (IOException gone) {
        // It has ended.
      }
    }
  }

  private void assertThatNoPlaceHoldsASecret() {
    places.forEach(
        (place, content) ->
            secrets.forEach(
                (name, secret) ->
                    assertThat(contains(content, secret))
                        .as("%s holds the %s", place, name)
                        .isFalse()));
  }

  private static boolean contains(byte[] content, byte[] secret) {
    String all = new String(content, StandardCharsets.ISO_8859_1);
    return all.contains(new String(secret, StandardCharsets.ISO_8859_1));
  }
}
