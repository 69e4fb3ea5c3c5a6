package io.rltune.slurm.rest;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body of known length; a shorter one is an error, not an end. */
final class FixedLengthInputStream extends FilterInputStream {
  private long left;

  FixedLengthInputStream(InputStream in, long length) {
    super(in);
    left = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (left == 0) {
      return -1;
    }
    int got = in.read(buffer, offset, (int) Math.min(length, left));
    if (got < 0) {
      throw new EOFException("connection closed with " + left + " bytes missing");
    }
    left -= got;
    return got;
  }
}
