package io.rltune.daemon.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.rltune.daemon.cycle.CycleReport;
import io.rltune.daemon.http.Request;
import io.rltune.daemon.http.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code /health}: is the process worth keeping (its thread moves on)? {@code /ready}: does it
 * steer the cluster (the last cycle went well)? A standby is healthy, but not ready.
 */
public final class HealthRoutes implements DaemonObserver {
  private final Heartbeat heartbeat;
  private final AtomicReference<Optional<Status>> last = new AtomicReference<>(Optional.empty());

  public HealthRoutes(Heartbeat heartbeat) {
    this.heartbeat = heartbeat;
  }

  @Override
  public void cycle(CycleReport report, Status status) {
    last.set(Optional.of(status));
  }

  @Override
  public void status(Status status) {
    last.set(Optional.of(status));
  }

  public Response health(Request request) throws JsonProcessingException {
    boolean alive = heartbeat.isAlive();
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("status", alive ? "ok" : "stuck");
    body.put("last_beat_age_s", heartbeat.age().toSeconds());
    return answer(alive, body);
  }

  public Response ready(Request request) throws JsonProcessingException {
    Optional<Status> status = last.get();
    boolean ready = heartbeat.isAlive() && status.map(s -> s.health().equals("ok")).orElse(false);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("status", ready ? "ok" : status.map(Status::health).orElse("starting"));
    body.put("mode", status.map(Status::mode).orElse(""));
    body.put("paused", status.map(Status::paused).orElse(false));
    body.put("alerts", status.map(Status::alerts).orElse(List.of()));
    return answer(ready, body);
  }

  private static Response answer(boolean good, Map<String, Object> body)
      throws JsonProcessingException {
    return Response.of(
        good ? 200 : 503, Response.JSON, JsonFiles.MAPPER.writeValueAsString(body) + "\n");
  }
}
