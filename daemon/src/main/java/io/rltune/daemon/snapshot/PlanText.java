package io.rltune.daemon.snapshot;

import io.rltune.model.Placement;
import io.rltune.model.Sha256;
import io.rltune.model.Veto;
import io.rltune.plan.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A plan as lines in a fixed order, numbers to the last bit, without its wall times: what two plans
 * are compared by.
 */
public final class PlanText {
  private PlanText() {}

  /** All that was decided, one line each. */
  public static List<String> lines(Plan plan) {
    List<String> lines = new ArrayList<>();
    lines.add("taken_at " + plan.takenAt());
    lines.add(
        "placement "
            + plan.solve().status().name().toLowerCase(Locale.ROOT)
            + " objective "
            + Double.toHexString(plan.solve().objective()));
    int position = 0;
    for (Plan.RankedJob job : plan.order()) {
      lines.add(
          "position "
              + ++position
              + " job "
              + job.jobId()
              + " score "
              + Double.toHexString(job.score())
              + " "
              + job.role().name().toLowerCase(Locale.ROOT));
    }
    placements("start", plan.starts(), lines);
    placements("lease", plan.leases(), lines);
    new TreeMap<>(plan.drops())
        .forEach((job, why) -> lines.add("drop lease of job " + job + ": " + why));
    for (Plan.Reservation kept : plan.reservations()) {
      lines.add(
          "keep "
              + String.join(",", new TreeSet<>(kept.nodes()))
              + " for job "
              + kept.jobId()
              + " until "
              + kept.shadowTime());
    }
    for (Veto veto : new TreeMap<>(plan.vetoes()).values()) {
      lines.add("veto job " + veto.jobId() + " " + veto.kind() + " " + veto.detail());
    }
    return lines;
  }

  private static void placements(String what, List<Placement> placements, List<String> lines) {
    placements.stream()
        .sorted(Comparator.comparingLong(Placement::jobId))
        .forEach(p -> lines.add(what + " job " + p.jobId() + " on " + p.gpusByNode()));
  }

  /** SHA-256 of the lines, 64 hex digits. */
  public static String digest(Plan plan) {
    StringBuilder text = new StringBuilder();
    lines(plan).forEach(line -> text.append(line).append('\n'));
    return Sha256.of(text.toString());
  }

  /** Lines of one plan that the other has not: {@code -} recorded only, {@code +} new only. */
  public static List<String> differences(Plan recorded, Plan made) {
    List<String> before = lines(recorded);
    List<String> after = lines(made);
    List<String> differences = new ArrayList<>();
    TreeSet<String> inAfter = new TreeSet<>(after);
    TreeSet<String> inBefore = new TreeSet<>(before);
    before.stream().filter(line -> !inAfter.contains(line)).forEach(l -> differences.add("- " + l));
    after.stream().filter(line -> !inBefore.contains(line)).forEach(l -> differences.add("+ " + l));
    return differences;
  }
}
