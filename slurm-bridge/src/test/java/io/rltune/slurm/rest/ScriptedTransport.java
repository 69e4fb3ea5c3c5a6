package io.rltune.slurm.rest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers requests from a script; the last answer to a request stays. */
public final class ScriptedTransport implements HttpTransport {
  private record Answer(int status, String contentType, String body) {}

  private final Map<String, Deque<Answer>> script = new HashMap<>();
  private final List<HttpCall> callList = new ArrayList<>();

  /** Adds a JSON answer with status 200, e.g. for {@code GET /slurm/v0.0.38/jobs}. */
  public ScriptedTransport on(String request, String json) {
    return on(request, 200, "application/json", json);
  }

  public ScriptedTransport on(String request, int status, String contentType, String body) {
    script
        .computeIfAbsent(request, key -> new ArrayDeque<>())
        .add(new Answer(status, contentType, body));
    return this;
  }

  /** Every request so far, in order. */
  public List<HttpCall> calls() {
    return callList;
  }

  /** Requests that wrote, as {@code path body}. */
  public List<String> posts() {
    return callList.stream()
        .filter(call -> call.method().equals("POST"))
        .map(call -> call.path() + " " + call.body())
        .toList();
  }

  @Override
  public HttpAnswer exchange(HttpCall call) throws IOException {
    callList.add(call);
    Deque<Answer> answers = script.get(call.toString());
    if (answers == null) {
      return answer(404, "text/plain", "Unable find requested URL.");
    }
    Answer next = answers.size() > 1 ? answers.poll() : answers.peek();
    return answer(next.status(), next.contentType(), next.body());
  }

  private static HttpAnswer answer(int status, String contentType, String text) {
    InputStream body = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return new HttpAnswer(status, contentType, body, Deadline.in(Duration.ofMinutes(1), body));
  }

  @Override
  public String name() {
    return "script";
  }

  @Override
  public String place() {
    return "scripted";
  }

  @Override
  public void close() {}
}
