package io.rltune.slurm.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** One record of an answer, not yet parsed; only good while it is handed over. */
public final class RawRecord {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Takes one record after the other. */
  public interface Sink {
    /** Takes a record. */
    void accept(RawRecord record) throws IOException;
  }

  /**
   * SHA-256 of a record's wanted fields as Slurm wrote them. Two records of the same fingerprint
   * say the same; users choose job names, so that no weaker sum would do.
   */
  public record Fingerprint(long a, long b, long c, long d) {}

  private final MessageDigest sha256;
  private byte[] bytes = {};
  private int length;

  RawRecord() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  RawRecord of(byte[] newBytes, int newLength) {
    bytes = newBytes;
    length = newLength;
    return this;
  }

  /** Its fingerprint. */
  public Fingerprint fingerprint() {
    sha256.update(bytes, 0, length);
    byte[] sum = sha256.digest();
    return new Fingerprint(
        (long) LONGS.get(sum, 0),
        (long) LONGS.get(sum, 8),
        (long) LONGS.get(sum, 16),
        (long) LONGS.get(sum, 24));
  }

  /**
   * Parses it.
   *
   * @throws IOException when it is no JSON
   */
  public JsonNode json() throws IOException {
    return AnswerReader.parse(bytes, length);
  }
}
