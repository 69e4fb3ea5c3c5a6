package io.rltune.policy.train;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a training run is asked for.
 *
 * @param out policy file to write
 * @param seed seed of the data and the first weights
 * @param steps optimiser steps, at least 1
 * @param name name of the policy
 * @param init policy file whose weights and normaliser to start from
 */
record TrainerOptions(Path out, long seed, int steps, String name, Optional<Path> init) {
  static final String USAGE =
      "usage: ImitationTrainer --out FILE [--seed N] [--steps N] [--name NAME] [--init FILE]";

  private static final Set<String> KNOWN = Set.of("--out", "--seed", "--steps", "--name", "--init");

  /**
   * Reads arguments.
   *
   * @throws IllegalArgumentException naming the argument that is unknown, missing or out of range
   */
  static TrainerOptions parse(List<String> args) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < args.size(); i += 2) {
      if (!KNOWN.contains(args.get(i))) {
        throw new IllegalArgumentException("unknown argument " + args.get(i) + "\n" + USAGE);
      }
      if (i + 1 == args.size()) {
        throw new IllegalArgumentException(args.get(i) + " needs a value\n" + USAGE);
      }
      values.put(args.get(i), args.get(i + 1));
    }
    if (!values.containsKey("--out")) {
      throw new IllegalArgumentException("--out is missing\n" + USAGE);
    }
    long steps = number(values, "--steps", 8_000);
    if (steps < 1 || steps > 1_000_000) {
      throw new IllegalArgumentException("--steps " + steps + " is not 1 to 1000000");
    }
    return new TrainerOptions(
        Path.of(values.get("--out")),
        number(values, "--seed", 1),
        (int) steps,
        values.getOrDefault("--name", "rltune-imitation"),
        Optional.ofNullable(values.get("--init")).map(Path::of));
  }

  private static long number(Map<String, String> values, String key, long byDefault) {
    String text = values.get(key);
    try {
      return text == null ? byDefault : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + " " + text + " is not a whole number", e);
    }
  }
}
