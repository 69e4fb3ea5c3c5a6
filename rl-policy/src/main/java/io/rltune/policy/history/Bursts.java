package io.rltune.policy.history;

import io.rltune.policy.history.Burst.Width;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The bursts of late, and how far they can be believed: where jobs submitted together turned out
 * not to run alike, what they say is hardly listened to.
 */
final class Bursts {
  private static final int MOST = 100_000;

  private final Map<Burst, BurstRuns> known = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Width, Belief> beliefs = new EnumMap<>(Width.class);

  Bursts() {
    for (Width width : Width.values()) {
      beliefs.put(width, new Belief());
    }
  }

  /** How much of a correction came true: slope of a regression through the origin, forgetting. */
  private static final class Belief {
    private static final double KEPT = 0.998;
    private static final double FIRST = 0.5;
    private static final double FIRST_SQUARES = 10;

    private double products = FIRST * FIRST_SQUARES;
    private double squares = FIRST_SQUARES;

    void learn(double proposed, double actual) {
      products = KEPT * products + proposed * actual;
      squares = KEPT * squares + proposed * proposed;
    }

    double share() {
      return Math.max(0, Math.min(1, products / squares));
    }
  }

  void began(RunRequest request, double startS) {
    each(request, runs -> runs.began(startS));
  }

  void left(RunRequest request, double startS) {
    each(request, runs -> runs.left(startS));
  }

  /**
   * A run came to its end.
   *
   * @param prediction what its kin had said of it
   * @param isNameKnown whether runs of its name were known
   */
  void ended(RunRequest request, double runtimeS, Prediction prediction, boolean isNameKnown) {
    if (Double.isNaN(request.submitS())) {
      return;
    }
    for (Width width : Width.values()) {
      BurstRuns runs = find(width, request, isNameKnown);
      if (runs != null && runs.hasEnded()) {
        double proposed = prediction.correction(runs);
        beliefs.get(width).learn(proposed, Math.log(runtimeS) - prediction.logMedian());
      }
      correct(width, runs, prediction);
    }
    each(request, runs -> runs.ended(runtimeS));
  }

  /** Moves a prediction by a burst as far as bursts are to be believed; null changes nothing. */
  void correct(Width width, BurstRuns runs, Prediction prediction) {
    if (runs != null) {
      prediction.shift(beliefs.get(width).share() * prediction.correction(runs));
    }
  }

  /**
   * The burst that says most of a request; null where none of its jobs has begun.
   *
   * @param isNameKnown names that never come again, such as hashes, say nothing of a burst
   */
  BurstRuns find(Width width, RunRequest request, boolean isNameKnown) {
    Burst burst = Burst.of(width, request);
    return known.get(isNameKnown ? burst.named(request) : burst);
  }

  private void each(RunRequest request, Consumer<BurstRuns> change) {
    if (Double.isNaN(request.submitS())) {
      return;
    }
    for (Width width : Width.values()) {
      Burst burst = Burst.of(width, request);
      change.accept(known.computeIfAbsent(burst, key -> new BurstRuns()));
      Burst named = burst.named(request);
      if (!named.equals(burst)) {
        change.accept(known.computeIfAbsent(named, key -> new BurstRuns()));
      }
    }
    Iterator<Burst> eldest = known.keySet().iterator();
    while (known.size() > MOST) {
      eldest.next();
      eldest.remove();
    }
  }
}
