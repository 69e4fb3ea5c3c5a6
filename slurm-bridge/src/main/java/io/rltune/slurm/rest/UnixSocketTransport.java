package io.rltune.slurm.rest;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** HTTP/1.1 over a unix socket, which java.net.http cannot do: one connection per request. */
public final class UnixSocketTransport implements HttpTransport {
  private final Path socket;
  private final Duration requestTimeout;

  public UnixSocketTransport(Path socket, Duration requestTimeout) {
    this.socket = socket;
    this.requestTimeout = requestTimeout;
  }

  @Override
  public HttpAnswer exchange(HttpCall call) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    Deadline deadline = Deadline.in(requestTimeout, channel);
    try {
      connect(channel);
      ByteBuffer request = ByteBuffer.wrap(bytes(call));
      while (request.hasRemaining()) {
        channel.write(request);
      }
      HttpHead head = HttpHead.read(Channels.newInputStream(channel));
      InputStream body = head.body();
      return new HttpAnswer(head.status(), head.header("content-type"), body, deadline);
    } catch (IOException | RuntimeException e) {
      deadline.close();
      channel.close();
      if (deadline.hasPassed()) {
        throw new IOException("no answer within " + requestTimeout.toSeconds() + " s", e);
      }
      throw e;
    }
  }

  /** A missing socket file is told like a closed port: nobody listens there. */
  private void connect(SocketChannel channel) throws IOException {
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (SocketException e) {
      ConnectException refused = new ConnectException(e.getMessage());
      refused.initCause(e);
      throw refused;
    }
  }

  private static byte[] bytes(HttpCall call) {
    byte[] body = call.body().getBytes(StandardCharsets.UTF_8);
    StringBuilder head =
        new StringBuilder(call.method())
            .append(' ')
            .append(call.path())
            .append(" HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n")
            .append("Connection: close\r\n");
    call.headers()
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (body.length > 0) {
      head.append("Content-Type: application/json\r\n");
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[first.length + body.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(body, 0, all, first.length, body.length);
    return all;
  }

  @Override
  public String name() {
    return "unix socket";
  }

  @Override
  public String place() {
    return socket.toString();
  }

  @Override
  public void close() {
    // Each request has its own connection, and closes it.
  }
}
