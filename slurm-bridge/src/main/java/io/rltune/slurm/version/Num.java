package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.Locale;

/**
 * A number in any of the encodings of slurmrestd: plain, {@code {set, infinite, number}}, {@code
 * null}, {@code "Infinity"}, or one of Slurm's sentinels (NO_VAL, INFINITE) as a plain number.
 *
 * @param kind whether there is a value
 * @param value the value where {@code kind} is {@link Kind#VALUE}, else 0
 */
record Num(Kind kind, long value) {
  /** Whether there is a value. */
  enum Kind {
    VALUE,
    INFINITE,
    UNSET
  }

  private static final Num UNSET = new Num(Kind.UNSET, 0);
  private static final Num INFINITE = new Num(Kind.INFINITE, 0);

  private static final long NO_VAL = 4294967294L;
  private static final long INFINITE_32 = 4294967295L;

  /** Reads a field; what is missing or cannot be a number is unset. */
  static Num of(JsonNode node) {
    if (node.isObject()) {
      if (node.path("infinite").asBoolean(false)) {
        return INFINITE;
      }
      // Some releases leave "set" out; a number alone is a value.
      return node.path("set").asBoolean(node.has("number")) ? of(node.path("number")) : UNSET;
    }
    if (node.isTextual()) {
      return ofText(node.asText());
    }
    if (!node.isNumber()) {
      return UNSET;
    }
    if (node.isBigInteger()) {
      return node.bigIntegerValue().equals(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE))
          ? INFINITE
          : UNSET;
    }
    return ofLong(node.isFloatingPointNumber() ? Math.round(node.asDouble()) : node.asLong());
  }

  private static Num ofLong(long value) {
    if (value == INFINITE_32) {
      return INFINITE;
    }
    return value == NO_VAL ? UNSET : new Num(Kind.VALUE, value);
  }

  private static Num ofText(String text) {
    String word = text.strip().toUpperCase(Locale.ROOT);
    if (word.startsWith("INFINIT") || word.equals("UNLIMITED")) {
      return INFINITE;
    }
    return word.matches("-?\\d{1,18}") ? ofLong(Long.parseLong(word)) : UNSET;
  }

  boolean isSet() {
    return kind == Kind.VALUE;
  }

  boolean isInfinite() {
    return kind == Kind.INFINITE;
  }

  long or(long otherwise) {
    return isSet() ? value : otherwise;
  }

  /** The value within bounds, for fields that count. */
  int count(int otherwise) {
    return isSet() ? (int) Math.max(0, Math.min(Integer.MAX_VALUE, value)) : otherwise;
  }
}
