package io.rltune.slurm.rest;

import java.io.IOException;

/** Sends one HTTP request to slurmrestd. */
public interface HttpTransport extends AutoCloseable {
  /**
   * Sends a request and waits for the head of the answer; its body streams.
   *
   * @throws IOException without a connection, or when the peer drops it or takes too long
   */
  HttpAnswer exchange(HttpCall call) throws IOException;

  /** {@code http} or {@code unix socket}, for the log. */
  String name();

  /** Where it sends to: an address or a path. */
  String place();

  @Override
  void close();
}
