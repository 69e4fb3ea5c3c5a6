package io.rltune.daemon.config;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the value of a setting.
 *
 * @param expects what a right value looks like, for error messages: "... must be EXPECTS"
 * @param shape scalar, list or map in the file
 * @param reader turns the parsed YAML (text, list of texts, or map of texts) into the value; throws
 *     IllegalArgumentException
 */
public record ValueType<T>(String expects, Shape shape, Function<Object, T> reader) {
  /** Shape of a value in the file. */
  public enum Shape {
    SCALAR,
    LIST,
    MAP
  }

  private static final Pattern DURATION = Pattern.compile("(\\d+)(ms|s|m|h|d)");

  public static final ValueType<String> TEXT = scalar("text", Function.identity());
  public static final ValueType<Path> PATH = scalar("a path", Path::of);

  public static final ValueType<Boolean> BOOLEAN =
      scalar(
          "true or false",
          text -> {
            if (!text.equals("true") && !text.equals("false")) {
              throw new IllegalArgumentException("neither");
            }
            return text.equals("true");
          });

  public static final ValueType<URI> ENDPOINT =
      scalar(
          "http://HOST:PORT, https://HOST:PORT or unix:/PATH",
          text -> {
            URI uri = URI.create(text);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            boolean unix = "unix".equals(uri.getScheme()) && text.startsWith("unix:/");
            if (!(http && uri.getHost() != null) && !unix) {
              throw new IllegalArgumentException("not an endpoint");
            }
            return uri;
          });

  public static final ValueType<Optional<InetSocketAddress>> LISTEN =
      scalar("HOST:PORT, [IPV6]:PORT or off", ValueType::listen);

  public static final ValueType<Duration> DURATION_TYPE =
      scalar("a duration such as 500ms, 5s, 2m, 1h or 7d", ValueType::duration);

  /** A share of a whole: above 0, at most 1. */
  public static final ValueType<Double> SHARE =
      scalar(
          "a number above 0 and at most 1",
          text -> {
            double value = number(text, 0);
            if (value <= 0 || value > 1) {
              throw new IllegalArgumentException("out of range");
            }
            return value;
          });

  public static final ValueType<Set<String>> NAMES =
      new ValueType<>(
          "a list of names such as [a, b]",
          Shape.LIST,
          raw -> {
            Set<String> names = new LinkedHashSet<>();
            ((List<?>) raw).forEach(item -> names.add((String) item));
            return names;
          });

  public static final ValueType<Map<String, Double>> NUMBERS =
      new ValueType<>(
          "a map of numbers >= 0 such as {a100: 1.0, v100: 0.5}",
          Shape.MAP,
          raw -> {
            Map<String, Double> numbers = new LinkedHashMap<>();
            ((Map<?, ?>) raw)
                .forEach((key, value) -> numbers.put((String) key, number((String) value, 0)));
            return numbers;
          });

  public static final ValueType<Map<String, Integer>> COUNTS =
      new ValueType<>(
          "a map of whole numbers such as {high: 1, normal: 0}",
          Shape.MAP,
          raw -> {
            Map<String, Integer> counts = new LinkedHashMap<>();
            ((Map<?, ?>) raw)
                .forEach((key, value) -> counts.put((String) key, Integer.valueOf((String) value)));
            return counts;
          });

  /** A whole number in a range, both ends allowed. */
  public static ValueType<Integer> integer(int min, int max) {
    return scalar(
        "a whole number from " + min + " to " + max,
        text -> {
          int value = Integer.parseInt(text);
          if (value < min || value > max) {
            throw new IllegalArgumentException("out of range");
          }
          return value;
        });
  }

  /** A number of at least {@code min}. */
  public static ValueType<Double> atLeast(double min) {
    return scalar("a number >= " + min, text -> number(text, min));
  }

  /** A constant of an enum, in lower case. */
  public static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
    List<String> names =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .toList();
    return scalar(
        "one of " + String.join(", ", names),
        text -> {
          if (!names.contains(text)) {
            throw new IllegalArgumentException("unknown");
          }
          return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
        });
  }

  private static <T> ValueType<T> scalar(String expects, Function<String, T> reader) {
    return new ValueType<>(expects, Shape.SCALAR, raw -> reader.apply((String) raw));
  }

  private static double number(String text, double min) {
    double value = Double.parseDouble(text);
    if (!Double.isFinite(value) || value < min) {
      throw new IllegalArgumentException("out of range");
    }
    return value;
  }

  private static Optional<InetSocketAddress> listen(String text) {
    if (text.equals("off")) {
      return Optional.empty();
    }
    int colon = text.lastIndexOf(':');
    String host = text.substring(0, Math.max(0, colon));
    boolean bare = host.contains(":") && !host.startsWith("[");
    int port = Integer.parseInt(text.substring(colon + 1));
    if (host.isEmpty() || bare || port < 0 || port > 65_535) {
      throw new IllegalArgumentException("not an address");
    }
    // Resolved only when the server starts: a configuration is checked without a name server.
    return Optional.of(InetSocketAddress.createUnresolved(host, port));
  }

  private static Duration duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a duration");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }
}
