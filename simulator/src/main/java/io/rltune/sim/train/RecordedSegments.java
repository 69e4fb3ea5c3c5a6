package io.rltune.sim.train;

import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Cuts recorded weeks into segments: where nothing was recorded for hours, as then somebody else
 * may have chosen, and after so many jobs, so that one segment can be compared with others.
 */
final class RecordedSegments {
  /** Jobs that come in one segment, about. */
  private static final int JOBS = 500;

  /** Fewer make no baseline. */
  static final int FEWEST = 4;

  private static final double GAP_S = 6 * 3600;

  /** A stub says little of what followed. */
  private static final int FEWEST_STATES = 5;

  private final TraceSection section;
  private final RecordedStates recorded;

  private RecordedSegments(TraceSection section, RecordedStates recorded) {
    this.section = section;
    this.recorded = recorded;
  }

  /**
   * The segments of a part of the recorded weeks.
   *
   * @param section part that training may see; states from its last arrival on are left out
   * @param recorded of the whole trace of the section
   */
  static List<RecordedSegment> of(TraceSection section, RecordedStates recorded) {
    return new RecordedSegments(section, recorded).cut();
  }

  private List<RecordedSegment> cut() {
    List<WorkloadJob> jobs = section.jobs();
    double fromS = jobs.get(section.from()).submitS();
    double toS = jobs.get(section.to() - 1).submitS();
    int length = Math.min(JOBS, Math.max(1, section.length() / FEWEST));
    List<RecordedSegment> segments = new ArrayList<>();
    List<RecordedStates.State> own = new ArrayList<>();
    int arrived = section.from();
    int arrivedBefore = arrived;
    for (RecordedStates.State state : recorded.states()) {
      if (state.atS() < fromS || state.atS() >= toS) {
        continue;
      }
      while (arrived < section.to() && jobs.get(arrived).submitS() <= state.atS()) {
        arrived++;
      }
      boolean full = arrived - arrivedBefore >= length;
      boolean gap = !own.isEmpty() && state.atS() - last(own).atS() > GAP_S;
      if (!own.isEmpty() && (full || gap)) {
        add(segments, own, Math.min(state.atS(), last(own).atS() + GAP_S));
        own.clear();
        arrivedBefore = arrived;
      }
      own.add(state);
    }
    if (!own.isEmpty()) {
      add(segments, own, last(own).atS() + RecordedSegment.LONGEST_CHOICE_S);
    }
    return segments;
  }

  private static RecordedStates.State last(List<RecordedStates.State> states) {
    return states.get(states.size() - 1);
  }

  private void add(List<RecordedSegment> segments, List<RecordedStates.State> own, double untilS) {
    if (own.size() < FEWEST_STATES) {
      return;
    }
    double originS = own.get(0).atS();
    List<Integer> members = new ArrayList<>();
    for (int job = section.from(); job < section.to(); job++) {
      if (section.jobs().get(job).submitS() <= untilS && recorded.startS()[job] >= originS) {
        members.add(job);
      }
    }
    // Those that waited already come together at the beginning; a stable sort keeps their order.
    members.sort(Comparator.comparingDouble(job -> submitS(job, originS)));
    List<WorkloadJob> jobs = new ArrayList<>();
    double[] startS = new double[members.size()];
    for (int i = 0; i < startS.length; i++) {
      double submitS = submitS(members.get(i), originS);
      jobs.add(section.jobs().get(members.get(i)).at(i, submitS));
      startS[i] = Math.max(submitS, recorded.startS()[members.get(i)] - originS);
    }
    if (jobs.isEmpty()) {
      return;
    }
    String label = section.label() + ", recorded from " + Math.round(originS) + " s";
    Workload workload = new Workload(label, section.cluster(), jobs, List.of());
    segments.add(
        new RecordedSegment(
            workload,
            startS,
            own.stream().map(state -> moved(state, originS)).toList(),
            untilS - originS));
  }

  private double submitS(int job, double originS) {
    return Math.max(0, section.jobs().get(job).submitS() - originS);
  }

  private static RecordedStates.State moved(RecordedStates.State state, double originS) {
    double[] startS = state.startS().clone();
    for (int i = 0; i < startS.length; i++) {
      startS[i] -= originS;
    }
    return new RecordedStates.State(state.atS() - originS, startS, state.rows());
  }
}
