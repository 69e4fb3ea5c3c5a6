package io.rltune.slurm.rest;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body in chunks; one without its last chunk is an error, not an end. */
final class ChunkedInputStream extends FilterInputStream {
  private long left;
  private boolean started;
  private boolean ended;

  ChunkedInputStream(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (left == 0 && !ended) {
      nextChunk();
    }
    if (ended) {
      return -1;
    }
    int got = in.read(buffer, offset, (int) Math.min(length, left));
    if (got < 0) {
      throw new EOFException("connection closed within a chunk");
    }
    left -= got;
    return got;
  }

  private void nextChunk() throws IOException {
    if (started && !HttpHead.line(in).isEmpty()) {
      throw new IOException("malformed chunk end");
    }
    started = true;
    String size = HttpHead.line(in).split(";", 2)[0].strip();
    if (!size.matches("[0-9a-fA-F]{1,12}")) {
      throw new IOException("malformed chunk size");
    }
    left = Long.parseLong(size, 16);
    if (left == 0) {
      ended = true;
      String trailer = HttpHead.line(in);
      while (!trailer.isEmpty()) {
        trailer = HttpHead.line(in);
      }
    }
  }
}
