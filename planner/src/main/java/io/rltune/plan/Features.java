package io.rltune.plan;

import java.util.Set;
import java.util.regex.Pattern;

/** Reads the plain part of Slurm's constraint language: feature names joined by {@code &}. */
final class Features {
  private static final Pattern PLAIN_AND =
      Pattern.compile("[A-Za-z0-9_.:=-]+(&[A-Za-z0-9_.:=-]+)*");

  private Features() {}

  /**
   * Whether an expression is empty or names that must all be there; anything else is Slurm's to
   * judge.
   */
  static boolean isPlainAnd(String expression) {
    return expression.isEmpty() || PLAIN_AND.matcher(expression).matches();
  }

  static Set<String> names(String expression) {
    return expression.isEmpty() ? Set.of() : Set.of(expression.split("&"));
  }
}
