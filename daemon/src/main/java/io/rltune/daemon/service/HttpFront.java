package io.rltune.daemon.service;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Settings;
import io.rltune.daemon.http.LocalHttp;
import io.rltune.daemon.http.Route;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the HTTP server that a configuration asks for. */
public final class HttpFront {
  private static final Logger LOG = LoggerFactory.getLogger(HttpFront.class);

  private HttpFront() {}

  /**
   * Starts it. An address that cannot be had is logged and lived without: a page nobody can read
   * must not keep jobs waiting.
   */
  public static Optional<LocalHttp> start(Config config, Map<String, Route> routes) {
    Optional<InetSocketAddress> listen = config.get(Settings.HTTP_LISTEN);
    if (listen.isEmpty()) {
      return Optional.empty();
    }
    InetSocketAddress address =
        new InetSocketAddress(listen.get().getHostString(), listen.get().getPort());
    try {
      LocalHttp http = LocalHttp.start(address, routes, config.get(Settings.HTTP_ALLOWED_HOSTS));
      LOG.info("http on {}:{}", address.getHostString(), http.address().getPort());
      return Optional.of(http);
    } catch (IOException e) {
      LOG.warn("no metrics, health and status page: {}", e.getMessage());
      return Optional.empty();
    }
  }
}
