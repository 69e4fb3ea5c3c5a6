package io.rltune.daemon.cycle;

import io.rltune.daemon.config.Config;
import io.rltune.daemon.config.Mechanism;
import io.rltune.daemon.config.Mode;
import io.rltune.daemon.config.Scope;
import io.rltune.daemon.config.ScopedSettings;
import io.rltune.daemon.config.Settings;
import io.rltune.model.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What may be written to which job: mode, mechanism and quota, from the daemon's own settings and
 * those of the job's partitions and account.
 */
public final class WriteRules {
  private final Mode mode;
  private final Mechanism mechanism;
  private final Map<String, Scope> partitions;
  private final Map<String, Scope> accounts;

  /** The rules of a configuration. */
  public WriteRules(Config config) {
    this.mode = config.get(Settings.MODE);
    this.mechanism = config.get(Settings.MECHANISM);
    this.partitions = config.partitions();
    this.accounts = config.accounts();
  }

  /**
   * The mode for a job. A partition or account that says one overrides the daemon's; where several
   * say one, the most careful counts, and a partition that says none stands for the daemon's.
   */
  public Mode mode(Job job) {
    Optional<Mode> own = own(accounts, job.account(), ScopedSettings.MODE);
    boolean partitionSays =
        job.partitions().stream()
            .anyMatch(name -> own(partitions, name, ScopedSettings.MODE).isPresent());
    if (!partitionSays) {
      return own.orElse(mode);
    }
    Mode least = own.orElse(Mode.ENFORCE);
    for (String partition : job.partitions()) {
      least = lower(least, own(partitions, partition, ScopedSettings.MODE).orElse(mode));
    }
    return least;
  }

  /** The most that any job may be subject to. */
  Mode most() {
    Mode most = mode;
    for (Scope scope : scopes()) {
      Mode own = scope.get(ScopedSettings.MODE).orElse(mode);
      most = own.compareTo(most) > 0 ? own : most;
    }
    return most;
  }

  Mechanism mechanism(Job job) {
    for (String partition : job.partitions()) {
      Optional<Mechanism> own = own(partitions, partition, ScopedSettings.MECHANISM);
      if (own.isPresent()) {
        return own.get();
      }
    }
    return own(accounts, job.account(), ScopedSettings.MECHANISM).orElse(mechanism);
  }

  /** Counts of one cycle. */
  Quota quota() {
    return new Quota();
  }

  /** What is left of {@code max_writes} in a cycle. */
  final class Quota {
    private final Map<String, Integer> left = new HashMap<>();

    private Quota() {
      for (Scope scope : scopes()) {
        scope.get(ScopedSettings.MAX_WRITES).ifPresent(most -> left.put(scope.place(), most));
      }
    }

    /** Takes one write to a job off the quotas of its scopes; false where one is used up. */
    boolean take(Job job) {
      if (left.isEmpty()) {
        return true;
      }
      List<String> places = new ArrayList<>();
      job.partitions().forEach(name -> place(partitions, name).ifPresent(places::add));
      place(accounts, job.account()).ifPresent(places::add);
      if (places.stream().anyMatch(place -> left.getOrDefault(place, 1) <= 0)) {
        return false;
      }
      places.forEach(place -> left.computeIfPresent(place, (p, count) -> count - 1));
      return true;
    }

    private Optional<String> place(Map<String, Scope> scopes, String name) {
      return Optional.ofNullable(scopes.get(name)).map(Scope::place);
    }
  }

  private List<Scope> scopes() {
    List<Scope> all = new ArrayList<>(partitions.values());
    all.addAll(accounts.values());
    return all;
  }

  private static <T> Optional<T> own(
      Map<String, Scope> scopes, String name, io.rltune.daemon.config.Setting<T> setting) {
    return Optional.ofNullable(scopes.get(name)).flatMap(scope -> scope.get(setting));
  }

  private static Mode lower(Mode a, Mode b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
