package io.rltune.slurm.version;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A number in any of the encodings of slurmrestd: plain, {@code {set, infinite, number}}, {@code
 * null}, {@code "Infinity"}, or one of Slurm's sentinels (NO_VAL, INFINITE) as a plain number.
 * Source: slurm.h.in, the data parsers' flags {@code +complex} and {@code prefer_refs}.
 *
 * @param kind whether there is a value
 * @param value the value where {@code kind} is {@link Kind#VALUE}, else 0
 */
record Num(Kind kind, long value) {
  /** Whether there is a value. */
  enum Kind {
    VALUE,
    INFINITE,
    UNSET,
    /** There is something, but no number. */
    UNREADABLE
  }

  private static final Num UNSET = new Num(Kind.UNSET, 0);
  private static final Num INFINITE = new Num(Kind.INFINITE, 0);
  private static final Num UNREADABLE = new Num(Kind.UNREADABLE, 0);

  private static final long NO_VAL_16 = 65_534;
  private static final long INFINITE_16 = 65_535;
  private static final long NO_VAL = 4_294_967_294L;
  private static final long INFINITE_32 = 4_294_967_295L;
  private static final BigInteger INFINITE_64 =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
  private static final BigInteger NO_VAL_64 = INFINITE_64.subtract(BigInteger.ONE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  private static final Pattern DECIMAL = Pattern.compile("-?\\d{1,40}(\\.\\d{1,40})?");

  /** Reads a field of 32 or 64 bits. */
  static Num of(JsonNode node) {
    return sentinels(raw(node));
  }

  /** Reads a field that Slurm keeps in 16 bits, such as {@code cpus_per_task}. */
  static Num of16(JsonNode node) {
    Num num = of(node);
    if (num.is(NO_VAL_16)) {
      return UNSET;
    }
    return num.is(INFINITE_16) ? INFINITE : num;
  }

  /** As it stands there, where every number is a value: of nice values -2 looks like NO_VAL. */
  static Num raw(JsonNode node) {
    if (node.isObject()) {
      return ofObject(node);
    }
    if (node.isTextual()) {
      return ofText(node.asText());
    }
    if (node.isMissingNode() || node.isNull() || (node.isArray() && node.isEmpty())) {
      return UNSET;
    }
    if (!node.isNumber()) {
      return UNREADABLE;
    }
    if (node.isFloatingPointNumber()) {
      return ofDouble(node.asDouble());
    }
    return node.isBigInteger() ? ofBig(node.bigIntegerValue()) : new Num(Kind.VALUE, node.asLong());
  }

  /** Infinite wins over {@code set: false}: Slurm leaves set alone when it sets infinite. */
  private static Num ofObject(JsonNode node) {
    if (node.path("infinite").asBoolean(false)) {
      return INFINITE;
    }
    if (node.isEmpty()) {
      return UNSET;
    }
    if (!node.has("number") && !node.has("set") && !node.has("infinite")) {
      return UNREADABLE;
    }
    // Some releases leave "set" out; a number alone is a value.
    return node.path("set").asBoolean(node.has("number")) ? ofNumber(node.path("number")) : UNSET;
  }

  private static Num ofNumber(JsonNode number) {
    if (number.isObject()) {
      return UNREADABLE;
    }
    return sentinels(raw(number));
  }

  private static Num ofText(String text) {
    String word = text.strip().toUpperCase(Locale.ROOT);
    switch (word) {
      case "INFINITE", "INFINITY", "+INFINITY", "UNLIMITED" -> {
        return INFINITE;
      }
      case "", "NULL", "(NULL)", "N/A", "NONE", "NAN", "NOT_SET", "NO_VAL", "-INFINITY" -> {
        return UNSET;
      }
      default -> {
        if (!DECIMAL.matcher(word).matches()) {
          return UNREADABLE;
        }
        return ofBig(new BigDecimal(word).setScale(0, RoundingMode.HALF_UP).toBigInteger());
      }
    }
  }

  private static Num ofDouble(double value) {
    if (Double.isNaN(value) || value == Double.NEGATIVE_INFINITY) {
      return UNSET;
    }
    if (value == Double.POSITIVE_INFINITY) {
      return INFINITE;
    }
    return Math.abs(value) < 0x1p62
        ? new Num(Kind.VALUE, Math.round(value))
        : ofBig(BigDecimal.valueOf(value).toBigInteger());
  }

  /** Beyond 63 bits only the sentinels mean something. */
  private static Num ofBig(BigInteger value) {
    if (value.equals(INFINITE_64)) {
      return INFINITE;
    }
    if (value.equals(NO_VAL_64)) {
      return UNSET;
    }
    return value.abs().compareTo(MOST) > 0
        ? UNREADABLE
        : new Num(Kind.VALUE, value.longValueExact());
  }

  private static Num sentinels(Num num) {
    if (num.is(INFINITE_32)) {
      return INFINITE;
    }
    return num.is(NO_VAL) ? UNSET : num;
  }

  private boolean is(long number) {
    return isSet() && value == number;
  }

  boolean isSet() {
    return kind == Kind.VALUE;
  }

  boolean isInfinite() {
    return kind == Kind.INFINITE;
  }

  boolean isUnreadable() {
    return kind == Kind.UNREADABLE;
  }

  long or(long otherwise) {
    return isSet() ? value : otherwise;
  }

  /** The value within bounds, for fields that count. */
  int count(int otherwise) {
    return isSet() ? (int) Math.max(0, Math.min(Integer.MAX_VALUE, value)) : otherwise;
  }
}
