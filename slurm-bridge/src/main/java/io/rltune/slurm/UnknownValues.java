package io.rltune.slurm;

import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.slurm.version.KnownValues;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Counts the enum values of one snapshot that no API version known to us has; they are kept. */
final class UnknownValues {
  private static final int MOST_VALUES = 50;

  private final Map<String, Integer> counts = new TreeMap<>();

  void see(Job job) {
    note("job state", KnownValues.JOB_STATES, job.state().base());
    for (String flag : job.state().flags()) {
      note("job state", KnownValues.JOB_STATES, flag);
    }
    if (job.state().isPending() && !KnownValues.isReason(job.reason())) {
      count("pending reason " + job.reason());
    }
  }

  void see(Node node) {
    note("node state", KnownValues.NODE_STATES, node.state().base());
    for (String flag : node.state().flags()) {
      note("node state", KnownValues.NODE_STATES, flag);
    }
  }

  private void note(String what, Collection<String> known, String value) {
    if (!known.contains(value)) {
      count(what + " " + value);
    }
  }

  private void count(String value) {
    if (counts.size() < MOST_VALUES || counts.containsKey(value)) {
      counts.merge(value, 1, Integer::sum);
    }
  }

  /** How often each unknown value was met, e.g. {@code job state FOO}. */
  Map<String, Integer> counts() {
    return Map.copyOf(counts);
  }

  /** One line for an admin, empty without unknown values. */
  String warning() {
    if (counts.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder("values that RLTune does not know, kept as they came: ");
    counts.forEach((value, count) -> text.append(value).append(" (").append(count).append("), "));
    return text.substring(0, text.length() - 2);
  }
}
