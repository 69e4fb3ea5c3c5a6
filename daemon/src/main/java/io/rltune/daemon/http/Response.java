package io.rltune.daemon.http;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An answer.
 *
 * @param status HTTP status code
 * @param contentType value of Content-Type
 * @param body the body; it must not be changed afterwards
 * @param headers further headers; the server adds those that keep browsers careful
 */
@SuppressWarnings("ArrayRecordComponent") // bodies are compared by nobody
public record Response(int status, String contentType, byte[] body, Map<String, String> headers) {
  public static final String JSON = "application/json";
  public static final String HTML = "text/html; charset=utf-8";
  public static final String TEXT = "text/plain; charset=utf-8";

  public Response {
    requireNonNull(contentType, "contentType");
    requireNonNull(body, "body");
    headers = Map.copyOf(headers);
  }

  public static Response of(int status, String contentType, String body) {
    return new Response(status, contentType, body.getBytes(StandardCharsets.UTF_8), Map.of());
  }

  public static Response ok(String contentType, String body) {
    return of(200, contentType, body);
  }

  public static Response notFound() {
    return of(404, TEXT, "not found\n");
  }

  /** The same answer with one more header. */
  public Response with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Response(status, contentType, body, more);
  }
}
