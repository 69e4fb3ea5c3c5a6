package io.rltune.sim.rest;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.rltune.sim.engine.ClusterSim;
import io.rltune.sim.rest.Envelope.ErrorEntry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A slurmrestd of Slurm 24.11 (API v0.0.42 only) in front of a {@link ClusterSim}, on the loopback
 * interface. It moves no time itself: whoever drives the simulation may do so between requests.
 */
public final class SimulatedSlurmrestd implements AutoCloseable {
  /** The one API version spoken. */
  public static final String API_VERSION = "v0.0.42";

  /** The epoch time of simulation second 0, unless another is given: 2026-01-01 00:00 UTC. */
  public static final long DEFAULT_EPOCH_S = 1_767_225_600L;

  private static final String PREFIX = "/slurm/" + API_VERSION + "/";
  private static final int THREADS = 4;

  static {
    // The JDK server writes headers and body apart; with Nagle's algorithm each answer then waits
    // 40 ms for the client's delayed acknowledgement. It reads the property once per JVM.
    if (System.getProperty("sun.net.httpserver.nodelay") == null) {
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }
  }

  private final ClusterSim sim;
  private final HttpServer server;
  private final ExecutorService executor;
  private final ReadHandler reads;
  private final JobUpdateHandler updates;
  private final Clock clock;
  private final Queue<FaultKind> faults = new ConcurrentLinkedQueue<>();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong writes = new AtomicLong();
  private final Map<String, Answer> kept = new ConcurrentHashMap<>();
  private volatile boolean keeping;
  private volatile String token;

  private SimulatedSlurmrestd(ClusterSim sim, HttpServer server, String token, long epochS) {
    this.sim = sim;
    this.server = server;
    this.token = Objects.requireNonNull(token, "token");
    this.clock = new SimClock(sim, epochS);
    Envelope envelope = new Envelope(sim.cluster().name());
    this.reads = new ReadHandler(sim, epochS, envelope);
    this.updates = new JobUpdateHandler(sim, envelope, writes::incrementAndGet);
    this.executor =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "simulated-slurmrestd");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts a server.
   *
   * @param port TCP port on the loopback interface, 0 for any free one
   * @param token the one token that is accepted
   * @throws IOException where the port cannot be bound
   */
  public static SimulatedSlurmrestd start(ClusterSim sim, int port, String token)
      throws IOException {
    return start(sim, port, token, DEFAULT_EPOCH_S);
  }

  /**
   * Starts a server.
   *
   * @param epochS epoch seconds of simulation second 0
   * @throws IOException where the port cannot be bound
   */
  public static SimulatedSlurmrestd start(ClusterSim sim, int port, String token, long epochS)
      throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    SimulatedSlurmrestd restd = new SimulatedSlurmrestd(sim, server, token, epochS);
    server.createContext("/", restd::handle);
    server.setExecutor(restd.executor);
    server.start();
    return restd;
  }

  /** The cluster behind it. */
  public ClusterSim sim() {
    return sim;
  }

  /** Base address, such as {@code http://127.0.0.1:34567}. */
  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** The time of the simulated cluster, for a client that must agree with it. */
  public Clock clock() {
    return clock;
  }

  /** Replaces the accepted token; the old one is then answered like an expired one. */
  public void acceptToken(String newToken) {
    token = Objects.requireNonNull(newToken, "newToken");
  }

  /**
   * From now on each GET is answered with what it was answered first: for measurements of a client,
   * of a cluster that stands still.
   */
  public void keepAnswers() {
    keeping = true;
  }

  /** Makes the next request fail; several calls queue up. */
  public void failNext(FaultKind kind) {
    faults.add(Objects.requireNonNull(kind, "kind"));
  }

  /** Requests received. */
  public long requests() {
    return requests.get();
  }

  /** Job updates that were confirmed. */
  public long writes() {
    return writes.get();
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.incrementAndGet();
      // Read first: an unread body would make the server reset the connection.
      byte[] body = exchange.getRequestBody().readAllBytes();
      FaultKind fault = faults.poll();
      if (fault == FaultKind.DROP_CONNECTION) {
        return;
      }
      String path = exchange.getRequestURI().getPath().replaceAll("/+$", "");
      Answer answer =
          fault == null
              ? answer(exchange, path, body)
              : faulty(fault, path, () -> answer(exchange, path, body));
      send(exchange, answer, fault == FaultKind.TRUNCATED_BODY);
    }
  }

  private interface Good {
    Answer answer();
  }

  private Answer faulty(FaultKind fault, String path, Good good) {
    return switch (fault) {
      case AUTH -> authenticationError(path);
      case SERVER_ERROR -> Answer.text(500, "Internal Server Error");
      case EMPTY_BODY -> new Answer(200, "application/json", new byte[0]);
      case ERRORS_WITH_EMPTY_LIST ->
          reads.failed(
              200,
              resource(path),
              new ErrorEntry(
                  "Unable to query " + resource(path),
                  -1,
                  "Unspecified error",
                  "slurm_load_jobs()"));
      case TRUNCATED_BODY, DROP_CONNECTION -> good.answer();
    };
  }

  private Answer answer(HttpExchange exchange, String path, byte[] body) {
    String method = exchange.getRequestMethod();
    if (path.equals("/openapi/v3") && method.equals("GET")) {
      return OpenApi.answer();
    }
    if (!path.startsWith(PREFIX)) {
      return Answer.notFound();
    }
    String given = exchange.getRequestHeaders().getFirst("X-SLURM-USER-TOKEN");
    String bearer = exchange.getRequestHeaders().getFirst("Authorization");
    if (given == null && bearer != null && bearer.startsWith("Bearer ")) {
      given = bearer.substring("Bearer ".length());
    }
    if (given == null) {
      return Answer.text(401, "Authentication failure");
    }
    if (!given.equals(token)) {
      return authenticationError(path);
    }
    String resource = resource(path);
    if (method.equals("GET")) {
      return keeping ? kept.computeIfAbsent(resource, reads::handle) : reads.handle(resource);
    }
    if (method.equals("POST") && resource.startsWith("job/")) {
      return updates.handle(resource.substring("job/".length()), body);
    }
    return Answer.text(405, "Method Not Allowed");
  }

  private Answer authenticationError(String path) {
    String resource = resource(path);
    return reads.failed(
        511,
        resource,
        new ErrorEntry(
            "Unable to query " + resource,
            1007,
            "Protocol authentication error",
            "slurm_load_" + resource + "()"));
  }

  private static String resource(String path) {
    return path.startsWith(PREFIX) ? path.substring(PREFIX.length()) : path;
  }

  private static void send(HttpExchange exchange, Answer answer, boolean truncated)
      throws IOException {
    byte[] body = answer.body();
    exchange.getResponseHeaders().set("Content-Type", answer.contentType());
    // -1 announces that there is no body; 0 would mean chunks.
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      OutputStream out = exchange.getResponseBody();
      out.write(body, 0, truncated ? body.length / 2 : body.length);
      out.flush();
    }
  }
}
