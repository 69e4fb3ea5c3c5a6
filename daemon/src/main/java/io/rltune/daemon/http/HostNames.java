package io.rltune.daemon.http;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** The host names that requests may be for. */
final class HostNames {
  private final Set<String> names = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));

  HostNames(String listenHost, Set<String> allowed) {
    names.add(listenHost.toLowerCase(Locale.ROOT));
    allowed.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
  }

  /** Whether a Host header, with or without a port, is for us. */
  boolean allow(String hostHeader) {
    String host = hostHeader.toLowerCase(Locale.ROOT).strip();
    int colon = host.lastIndexOf(':');
    if (colon > host.lastIndexOf(']')) {
      host = host.substring(0, colon);
    }
    return names.contains(host);
  }
}
