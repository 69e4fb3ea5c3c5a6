package io.rltune.daemon.cycle;

import java.util.HashMap;
import java.util.Map;

/** Jobs left alone for a while, each with a reason and an end. */
public final class CoolDowns {
  private record Entry(long until, String reason) {}

  private final Map<Long, Entry> entries = new HashMap<>();

  public void add(long jobId, long until, String reason) {
    entries.put(jobId, new Entry(until, reason));
  }

  /** Those still cooling down, with the reason; ended ones are forgotten. */
  public Map<Long, String> at(long now) {
    entries.values().removeIf(entry -> entry.until() <= now);
    Map<Long, String> reasons = new HashMap<>();
    entries.forEach((jobId, entry) -> reasons.put(jobId, entry.reason()));
    return reasons;
  }
}
