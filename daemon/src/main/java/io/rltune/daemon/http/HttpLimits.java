package io.rltune.daemon.http;

import java.util.Map;

/**
 * What one client may take of the daemon's HTTP server. The JDK's server reads its limits from
 * system properties, once; values that an admin gave with {@code -D} stand.
 */
final class HttpLimits {
  /** Requests answered at the same time. */
  static final int THREADS = 8;

  /** Requests waiting for a thread; more are refused by closing the connection. */
  static final int WAITING = 64;

  /** Longest path with query, in characters. */
  static final int MAX_URI = 4096;

  private static final Map<String, String> JDK =
      Map.of(
          "sun.net.httpserver.maxReqHeaders", "64",
          "sun.net.httpserver.maxReqHeaderSize", "16384",
          "jdk.httpserver.maxConnections", "128",
          "sun.net.httpserver.maxIdleConnections", "32",
          "sun.net.httpserver.idleInterval", "30",
          // Seconds to send a whole request, and to take a whole answer.
          "sun.net.httpserver.maxReqTime", "10",
          "sun.net.httpserver.maxRspTime", "30",
          "sun.net.httpserver.nodelay", "true");

  private HttpLimits() {}

  static void set() {
    JDK.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
  }
}
