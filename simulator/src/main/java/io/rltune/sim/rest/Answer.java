package io.rltune.sim.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;

/**
 * One HTTP answer.
 *
 * @param status HTTP status
 * @param contentType content type
 * @param body body bytes
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, only written to the wire.
record Answer(int status, String contentType, byte[] body) {
  static Answer json(int status, JsonNode body) {
    return new Answer(status, "application/json", body.toString().getBytes(StandardCharsets.UTF_8));
  }

  static Answer text(int status, String body) {
    return new Answer(status, "text/plain", body.getBytes(StandardCharsets.UTF_8));
  }

  static Answer notFound() {
    return text(404, "Unable find requested URL. Please view /openapi/v3 for API reference.");
  }
}
