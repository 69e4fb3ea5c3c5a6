package io.rltune.slurm.rest;

import java.util.Map;

/**
 * One request.
 *
 * @param method {@code GET} or {@code POST}
 * @param path path and query, from the first slash
 * @param headers headers beside Host, Accept and those that describe the body
 * @param body JSON to send, empty for none
 */
public record HttpCall(String method, String path, Map<String, String> headers, String body) {
  public HttpCall {
    headers = Map.copyOf(headers);
  }

  /** Names the request in errors; without headers, because they carry the token. */
  @Override
  public String toString() {
    return method + " " + path;
  }
}
