package io.rltune.slurm.rest;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Bytes in which what is no UTF-8 is replaced by U+FFFD: Slurm copies job names as they are, and
 * one of them must not end an answer. Plain ASCII, which nearly all of an answer is, passes
 * unchanged, so that Jackson's parser of bytes can be used, without a copy of the text in
 * characters.
 */
final class WellFormedUtf8 extends InputStream {
  private static final int BLOCK = 1 << 13;
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final InputStream in;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();

  /** Read and not yet decoded: at most the begin of a character between two calls. */
  private final ByteBuffer undecoded = ByteBuffer.allocate(BLOCK).limit(0);

  private final CharBuffer characters = CharBuffer.allocate(BLOCK);

  /** No character of one UTF-16 unit takes more than three bytes, no pair more than four. */
  private final ByteBuffer wellFormed = ByteBuffer.allocate(3 * BLOCK).limit(0);

  private boolean ended;

  WellFormedUtf8(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!wellFormed.hasRemaining()) {
      if (ended) {
        return -1;
      }
      if (undecoded.hasRemaining()) {
        readMore();
        continue;
      }
      int got = in.read(buffer, offset, Math.min(length, BLOCK));
      if (got < 0) {
        ended = true;
      } else if (isAscii(buffer, offset, got)) {
        return got;
      } else {
        undecoded.clear().put(buffer, offset, got).flip();
        recode();
      }
    }
    int given = Math.min(length, wellFormed.remaining());
    wellFormed.get(buffer, offset, given);
    return given;
  }

  /** Reads on after the begin of a character. */
  private void readMore() throws IOException {
    undecoded.compact();
    int got = in.read(undecoded.array(), undecoded.position(), undecoded.remaining());
    ended = got < 0;
    undecoded.position(undecoded.position() + Math.max(0, got)).flip();
    recode();
  }

  private void recode() {
    characters.clear();
    decoder.decode(undecoded, characters, ended);
    if (ended) {
      decoder.flush(characters);
    }
    wellFormed.clear();
    encoder.encode(characters.flip(), wellFormed, true);
    encoder.reset();
    wellFormed.flip();
  }

  private static boolean isAscii(byte[] bytes, int offset, int length) {
    int at = offset;
    int end = offset + length;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      if (((long) EIGHT.get(bytes, at) & NOT_ASCII) != 0) {
        return false;
      }
    }
    for (; at < end; at++) {
      if (bytes[at] < 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
