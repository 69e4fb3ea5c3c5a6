package io.rltune.daemon.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Query parameters. */
final class QueryString {
  private QueryString() {}

  /**
   * Decodes; of a repeated name the first value stands.
   *
   * @throws IllegalArgumentException for a broken escape
   */
  static Map<String, String> parse(String raw) {
    Map<String, String> query = new LinkedHashMap<>();
    if (raw != null) {
      for (String pair : raw.split("&")) {
        if (!pair.isEmpty()) {
          int equals = pair.indexOf('=');
          String name = equals < 0 ? pair : pair.substring(0, equals);
          String value = equals < 0 ? "" : pair.substring(equals + 1);
          query.putIfAbsent(decode(name), decode(value));
        }
      }
    }
    return query;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
