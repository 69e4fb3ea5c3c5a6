package io.rltune.slurm;

import io.rltune.slurm.rest.HttpAnswer;
import io.rltune.slurm.rest.HttpCall;
import io.rltune.slurm.rest.HttpTransport;
import java.io.IOException;

/** Leads to one server, and after an upgrade to another. */
final class SwitchedTransport implements HttpTransport {
  private HttpTransport current;

  SwitchedTransport(HttpTransport first) {
    current = first;
  }

  void to(HttpTransport next) {
    current = next;
  }

  @Override
  public HttpAnswer exchange(HttpCall call) throws IOException {
    return current.exchange(call);
  }

  @Override
  public String name() {
    return current.name();
  }

  @Override
  public String place() {
    return current.place();
  }

  @Override
  public void close() {
    current.close();
  }
}
