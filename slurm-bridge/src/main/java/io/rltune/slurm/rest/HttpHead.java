package io.rltune.slurm.rest;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The head of an HTTP/1.1 answer, and the body behind it. Source: RFC 9112. */
final class HttpHead {
  private static final int LONGEST_LINE = 16_384;
  private static final int MOST_HEADERS = 200;

  private final int status;
  private final Map<String, String> headers;
  private final InputStream in;

  private HttpHead(int status, Map<String, String> headers, InputStream in) {
    this.status = status;
    this.headers = headers;
    this.in = in;
  }

  static HttpHead read(InputStream raw) throws IOException {
    InputStream in = new BufferedInputStream(raw, 65_536);
    int status = status(line(in));
    Map<String, String> headers = new HashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      if (colon <= 0 || headers.size() >= MOST_HEADERS) {
        throw new IOException("malformed HTTP header");
      }
      headers.put(
          line.substring(0, colon).strip().toLowerCase(Locale.ROOT),
          line.substring(colon + 1).strip());
    }
    return status == 100 ? read(in) : new HttpHead(status, headers, in);
  }

  int status() {
    return status;
  }

  String header(String lowerCaseName) {
    return headers.getOrDefault(lowerCaseName, "");
  }

  /** The body: chunked, of a given length, or up to the end of the connection. */
  InputStream body() throws IOException {
    if (header("transfer-encoding").toLowerCase(Locale.ROOT).contains("chunked")) {
      return new ChunkedInputStream(in);
    }
    String length = header("content-length");
    if (length.isEmpty()) {
      return status == 204 || status == 304 ? InputStream.nullInputStream() : in;
    }
    if (!length.matches("\\d{1,15}")) {
      throw new IOException("malformed Content-Length");
    }
    return new FixedLengthInputStream(in, Long.parseLong(length));
  }

  private static int status(String line) throws IOException {
    String[] words = line.split(" ", 3);
    if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("\\d{3}")) {
      throw new IOException("not an HTTP answer");
    }
    return Integer.parseInt(words[1]);
  }

  static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("connection closed before the answer was whole");
      }
      if (line.length() >= LONGEST_LINE) {
        throw new IOException("HTTP line too long");
      }
      line.append((char) c);
    }
    if (line.length() > 0 && line.charAt(line.length() - 1) == '\r') {
      line.setLength(line.length() - 1);
    }
    return new String(
        line.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
