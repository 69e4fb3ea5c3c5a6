package io.rltune.slurm.grammar;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * An amount of memory: {@code 48G}, {@code 62.50G}, {@code 1024} (MiB), and as sacct writes a
 * request, {@code 4Gn} per node or {@code 2Gc} per CPU.
 *
 * @param mb MiB, rounded up
 * @param per what the amount is for; {@link Per#NOTHING} where the text does not say
 */
public record Memory(long mb, Per per) {
  private static final String KIND = "memory";
  private static final String UNITS = "KMGTP";

  /** Slurm's MEM_PER_CPU: the highest of 64 bits. */
  private static final int PER_CPU_BIT = 63;

  private static final BigInteger ALL_64 = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private static final Pattern BITS = Pattern.compile("\\d{19,20}");

  /** What an amount of memory is for. */
  public enum Per {
    NODE,
    CPU,
    GPU,
    NOTHING
  }

  /**
   * The MiB per CPU of a plain number of 64 bits that carries Slurm's MEM_PER_CPU bit, also where
   * it was printed with a sign; empty without the bit, and for NO_VAL64 and INFINITE64.
   */
  public static OptionalLong flaggedPerCpu(BigInteger number) {
    BigInteger bits = number.signum() < 0 ? number.add(ALL_64.add(BigInteger.ONE)) : number;
    boolean sentinel = ALL_64.subtract(bits).abs().bitLength() < 2;
    return bits.signum() < 0 || bits.bitLength() != PER_CPU_BIT + 1 || sentinel
        ? OptionalLong.empty()
        : OptionalLong.of(bits.clearBit(PER_CPU_BIT).longValueExact());
  }

  /**
   * Parses an amount; a plain number with Slurm's MEM_PER_CPU bit is MiB per CPU.
   *
   * @throws GrammarException naming the position of what cannot be read
   */
  public static Memory parse(String text) throws GrammarException {
    String rest = text.strip();
    if (BITS.matcher(rest).matches()) {
      OptionalLong perCpu = flaggedPerCpu(new BigInteger(rest));
      if (perCpu.isPresent()) {
        return new Memory(perCpu.getAsLong(), Per.CPU);
      }
    }
    Per per = Per.NOTHING;
    int end = digitsEnd(text, rest);
    String number = rest.substring(0, end);
    String tail = rest.substring(end);
    int unit = 1;
    int i = 0;
    if (i < tail.length() && UNITS.indexOf(Character.toUpperCase(tail.charAt(i))) >= 0) {
      unit = UNITS.indexOf(Character.toUpperCase(tail.charAt(i)));
      i++;
      if (i < tail.length() && Character.toUpperCase(tail.charAt(i)) == 'B') {
        i++;
      }
    }
    if (i < tail.length()) {
      per = per(text, tail, i, end + i);
      i++;
    }
    if (i < tail.length()) {
      throw new GrammarException(
          KIND, text, end + i, "unexpected \"" + tail.substring(i) + "\" after the amount");
    }
    BigDecimal mb =
        new BigDecimal(number).multiply(BigDecimal.valueOf(1024).pow(Math.max(0, unit - 1)));
    if (unit == 0) {
      mb = mb.divide(BigDecimal.valueOf(1024), 12, RoundingMode.CEILING);
    }
    mb = mb.setScale(0, RoundingMode.CEILING);
    if (mb.precision() > 18) {
      throw new GrammarException(KIND, text, 0, "too large");
    }
    return new Memory(mb.longValueExact(), per);
  }

  private static int digitsEnd(String text, String rest) throws GrammarException {
    int end = 0;
    boolean dot = false;
    while (end < rest.length()) {
      char c = rest.charAt(end);
      if (c == '.' && !dot && end > 0) {
        dot = true;
      } else if (c < '0' || c > '9') {
        break;
      }
      end++;
    }
    if (end == 0 || rest.charAt(end - 1) == '.' || end > 20) {
      throw new GrammarException(KIND, text, 0, "expected a number, then K, M, G, T or P");
    }
    return end;
  }

  private static Per per(String text, String tail, int i, int at) throws GrammarException {
    return switch (tail.substring(i, i + 1).toLowerCase(Locale.ROOT)) {
      case "n" -> Per.NODE;
      case "c" -> Per.CPU;
      case "g" -> Per.GPU;
      default ->
          throw new GrammarException(
              KIND, text, at, "unknown unit; expected K, M, G, T or P, then n, c or g");
    };
  }
}
