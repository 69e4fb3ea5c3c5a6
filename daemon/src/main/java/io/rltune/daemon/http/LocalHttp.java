package io.rltune.daemon.http;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The daemon's small, read-only HTTP server: metrics, health, status page. Meant for loopback or
 * behind a proxy; it has no login. Only GET and HEAD without a body are answered, and only for host
 * names that are ours, so that no web site can read it through a visitor's browser (DNS rebinding).
 */
public final class LocalHttp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalHttp.class);

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final TreeMap<String, Route> routes;
  private final HostNames hosts;

  private LocalHttp(HttpServer server, Map<String, Route> routes, HostNames hosts) {
    this.server = server;
    this.routes = new TreeMap<>(routes);
    this.hosts = hosts;
    this.threads =
        new ThreadPoolExecutor(
            HttpLimits.THREADS,
            HttpLimits.THREADS,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(HttpLimits.WAITING),
            work -> {
              Thread thread = new Thread(work, "http");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Listens.
   *
   * @param address where; port 0 takes a free one
   * @param routes by path; a path that ends in a slash also answers everything below it
   * @param allowedHosts host names, beside loopback and the address itself, that a request may be
   *     for
   * @throws IOException when the address cannot be had; the message names it
   */
  public static LocalHttp start(
      InetSocketAddress address, Map<String, Route> routes, Set<String> allowedHosts)
      throws IOException {
    requireNonNull(address, "address");
    HttpLimits.set();
    HttpServer server;
    try {
      server = HttpServer.create(address, 16);
    } catch (IOException e) {
      throw new IOException(
          "http.listen "
              + address.getHostString()
              + ":"
              + address.getPort()
              + ": "
              + e.getMessage(),
          e);
    }
    LocalHttp http =
        new LocalHttp(server, routes, new HostNames(address.getHostString(), allowedHosts));
    server.setExecutor(http.threads);
    server.createContext("/", http::handle);
    server.start();
    return http;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Response response = respond(exchange);
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.getResponseHeaders().set("Content-Type", response.contentType());
      SAFE_HEADERS.forEach(exchange.getResponseHeaders()::set);
      response.headers().forEach(exchange.getResponseHeaders()::set);
      if (response.status() >= 400) {
        exchange.getResponseHeaders().set("Connection", "close");
      }
      int length = response.body().length;
      exchange.sendResponseHeaders(response.status(), head || length == 0 ? -1 : length);
      if (!head && length > 0) {
        exchange.getResponseBody().write(response.body());
      }
    }
  }

  private static final Map<String, String> SAFE_HEADERS =
      Map.of(
          "X-Content-Type-Options",
          "nosniff",
          "X-Frame-Options",
          "DENY",
          "Referrer-Policy",
          "no-referrer",
          "Cache-Control",
          "no-store",
          "Content-Security-Policy",
          "default-src 'none'; frame-ancestors 'none'");

  private Response respond(HttpExchange exchange) {
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      return Response.of(405, Response.TEXT, "only GET and HEAD\n").with("Allow", "GET, HEAD");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    if (headers.containsKey("transfer-encoding")
        || !headers.getOrDefault("content-length", "0").equals("0")) {
      return Response.of(413, Response.TEXT, "a request must have no body\n");
    }
    if (!hosts.allow(headers.getOrDefault("host", ""))) {
      return Response.of(
          421, Response.TEXT, "unknown host name; list it in http.allowed_hosts of rltune.yaml\n");
    }
    URI uri = exchange.getRequestURI();
    if (uri.toString().length() > HttpLimits.MAX_URI) {
      return Response.of(414, Response.TEXT, "address too long\n");
    }
    String path = uri.getPath();
    if (path == null || !path.startsWith("/")) {
      return Response.of(400, Response.TEXT, "bad path\n");
    }
    Route route = route(path);
    if (route == null) {
      return Response.notFound();
    }
    try {
      return route.answer(new Request(path, QueryString.parse(uri.getRawQuery()), headers));
    } catch (Exception e) {
      LOG.warn("http {} failed: {}", path, e.toString());
      return Response.of(500, Response.TEXT, "internal error; see the log of rltune\n");
    }
  }

  private Route route(String path) {
    Route exact = routes.get(path);
    if (exact != null) {
      return exact;
    }
    for (Map.Entry<String, Route> entry : routes.descendingMap().entrySet()) {
      String below = entry.getKey();
      if (below.length() > 1 && below.endsWith("/") && path.startsWith(below)) {
        return entry.getValue();
      }
    }
    return null;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
