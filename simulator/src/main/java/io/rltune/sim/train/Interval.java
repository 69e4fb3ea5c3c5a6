package io.rltune.sim.train;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/**
 * A figure and its 95 % interval.
 *
 * @param value the figure on all pairs; not finite where there is nothing to divide by
 * @param low 2.5 % quantile over resamples; NaN where they are too few to tell
 * @param high 97.5 % quantile; NaN likewise
 */
public record Interval(@JsonIgnore double value, @JsonIgnore double low, @JsonIgnore double high) {
  /** Nothing is known. */
  static final Interval UNKNOWN = of(Double.NaN);

  /** A figure of which nobody can say how much of it is chance. */
  static Interval of(double value) {
    return new Interval(value, Double.NaN, Double.NaN);
  }

  /** Whether the interval is known. */
  @JsonIgnore
  public boolean isKnown() {
    return Double.isFinite(low) && Double.isFinite(high);
  }

  /** In a format for one number, such as {@code %.2f}: {@code 0.57 (0.41..0.60)}. */
  public String text(String format) {
    return isKnown()
        ? String.format(Locale.ROOT, format + " (" + format + ".." + format + ")", value, low, high)
        : String.format(Locale.ROOT, format + " (?)", value);
  }

  // JSON has no NaN.

  @JsonProperty("value")
  Double valueOrNull() {
    return orNull(value);
  }

  @JsonProperty("low")
  Double lowOrNull() {
    return orNull(low);
  }

  @JsonProperty("high")
  Double highOrNull() {
    return orNull(high);
  }

  private static Double orNull(double number) {
    return Double.isFinite(number) ? number : null;
  }
}
