package io.rltune.slurm.rest;

import java.io.IOException;
import java.io.InputStream;

/** One answer: its head is here, its body streams until the deadline. */
public final class HttpAnswer implements AutoCloseable {
  private final int status;
  private final String contentType;
  private final InputStream body;
  private final Deadline deadline;

  HttpAnswer(int status, String contentType, InputStream body, Deadline deadline) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.deadline = deadline;
  }

  /** HTTP status. */
  public int status() {
    return status;
  }

  /** Media type as sent, empty without one. */
  public String contentType() {
    return contentType;
  }

  /** The body; reads fail once the deadline has passed. */
  public InputStream body() {
    return body;
  }

  /** Whether the body was cut off because it took too long. */
  public boolean timedOut() {
    return deadline.hasPassed();
  }

  @Override
  public void close() {
    deadline.close();
    try {
      body.close();
    } catch (IOException e) {
      // The answer has been read or given up; nothing depends on how its connection ends.
      return;
    }
  }
}
