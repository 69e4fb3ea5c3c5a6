package io.rltune.policy.ppo.shared;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Tells who lives by their {@link Pulse}. Not thread-safe. */
final class PulseWatch {
  private record Seen(String text, long sinceNs) {}

  private final Duration patience;
  private final LongSupplier nanoTime;
  private final Map<Path, Seen> seen = new HashMap<>();

  /**
   * Watches.
   *
   * @param patience a pulse that stays the same for longer is that of a dead process
   */
  PulseWatch(Duration patience, LongSupplier nanoTime) {
    this.patience = patience;
    this.nanoTime = nanoTime;
  }

  /** Whether the file has changed lately, or is new to us. */
  boolean lives(Path file) throws IOException {
    Optional<String> text = SharedFiles.text(file);
    long now = nanoTime.getAsLong();
    Seen last = seen.get(file);
    if (last == null || !last.text.equals(text.orElse(""))) {
      // One that never was gets the same patience: its directory may show it late.
      seen.put(file, new Seen(text.orElse(""), now));
      return true;
    }
    return now - last.sinceNs < patience.toNanos();
  }
}
