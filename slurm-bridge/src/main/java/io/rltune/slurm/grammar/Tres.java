package io.rltune.slurm.grammar;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Trackable resources as in {@code tres_req_str}: {@code
 * cpu=4,mem=64G,node=1,gres/gpu=3,gres/gpu:a100=3}.
 *
 * @param counts everything but memory and generic resources, e.g. {@code cpu}, {@code node}, {@code
 *     billing}, {@code license/foo}; values at least 0
 * @param memMb memory in MiB, empty where the text names none
 * @param gres generic resources, each counted once: Slurm writes the total without a type beside
 *     the typed counts, here only what exceeds them is left without a type
 */
public record Tres(Map<String, Double> counts, Optional<Long> memMb, List<Gres.Item> gres) {
  private static final String KIND = "tres";

  public static final Tres NONE = new Tres(Map.of(), Optional.empty(), List.of());

  public Tres {
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    gres = List.copyOf(gres);
  }

  /**
   * Parses a TRES string.
   *
   * @throws GrammarException naming the position of what cannot be read
   */
  public static Tres parse(String text) throws GrammarException {
    if (Absent.is(text)) {
      return NONE;
    }
    Map<String, Double> counts = new LinkedHashMap<>();
    Optional<Long> memMb = Optional.empty();
    List<Gres.Item> gresList = new ArrayList<>();
    for (Pieces.Piece piece : Pieces.split(KIND, text, '(', ')')) {
      String item = piece.text();
      if (item.startsWith("gres/") || item.startsWith("gres:")) {
        gresList.addAll(gres(text, item, piece.at()));
        continue;
      }
      int equals = item.indexOf('=');
      if (equals <= 0) {
        throw new GrammarException(KIND, text, piece.at(), "expected name=value");
      }
      String name = item.substring(0, equals);
      String value = item.substring(equals + 1);
      int valueAt = piece.at() + equals + 1;
      if (name.equals("mem")) {
        memMb = Optional.of(memory(text, value, valueAt));
      } else {
        counts.put(name, number(text, value, valueAt));
      }
    }
    return new Tres(counts, memMb, once(gresList));
  }

  /** A count by name, empty where the text does not name it. */
  public Optional<Long> count(String name) {
    return Optional.ofNullable(counts.get(name)).map(Math::round);
  }

  private static List<Gres.Item> gres(String whole, String item, int at) throws GrammarException {
    try {
      return Gres.parse(item);
    } catch (GrammarException e) {
      throw new GrammarException(KIND, whole, at + e.position(), "bad gres item \"" + item + "\"");
    }
  }

  private static long memory(String whole, String value, int at) throws GrammarException {
    try {
      return Memory.parse(value).mb();
    } catch (GrammarException e) {
      throw new GrammarException(KIND, whole, at + e.position(), "bad memory \"" + value + "\"");
    }
  }

  private static double number(String whole, String value, int at) throws GrammarException {
    if (value.matches("\\d+\\.\\d+")) {
      return Double.parseDouble(value);
    }
    return Counts.parse(KIND, whole, value, at);
  }

  /** Takes from a total without a type what stands beside it with one: never counted twice. */
  public static List<Gres.Item> once(List<Gres.Item> gresList) {
    Map<String, Long> typed = new LinkedHashMap<>();
    for (Gres.Item item : gresList) {
      if (!item.type().isEmpty()) {
        typed.merge(item.name(), item.count(), Long::sum);
      }
    }
    List<Gres.Item> result = new ArrayList<>();
    for (Gres.Item item : gresList) {
      long named = typed.getOrDefault(item.name(), 0L);
      if (!item.type().isEmpty() || named == 0) {
        result.add(item);
      } else if (item.count() > named) {
        result.add(new Gres.Item(item.name(), "", item.count() - named, item.detail()));
      }
    }
    return result;
  }
}
