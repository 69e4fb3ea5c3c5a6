package io.rltune.daemon.http;

import java.util.Map;
import java.util.Optional;

/**
 * A GET or HEAD request, as far as a route may see it.
 *
 * @param path decoded path, starting with a slash
 * @param query decoded query parameters; of a repeated one the first
 * @param headers header values by lower-case name; of a repeated one the first
 */
public record Request(String path, Map<String, String> query, Map<String, String> headers) {
  public Request {
    query = Map.copyOf(query);
    headers = Map.copyOf(headers);
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(java.util.Locale.ROOT)));
  }
}
