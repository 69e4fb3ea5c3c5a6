package io.rltune.daemon.explain;

import io.rltune.daemon.explain.JobExplanation.VetoWords;
import io.rltune.model.Veto;
import java.util.Locale;

/** What each kind of veto means, and what can be done. */
public final class VetoTexts {
  private VetoTexts() {}

  /** A veto in words. */
  public static VetoWords of(Veto veto) {
    String[] words = words(veto.kind());
    return new VetoWords(
        veto.kind().name().toLowerCase(Locale.ROOT),
        veto.detail(),
        veto.kind().placementOnly(),
        words[0],
        words[1]);
  }

  private static String[] words(Veto.Kind kind) {
    return switch (kind) {
      case HELD ->
          two("held by its user or an admin", "scontrol release JOBID, if the hold is yours");
      case NOT_PENDING -> two("Slurm is still cleaning up after its last run", "wait");
      case UNKNOWN_FLAG -> two("in a state that RLTune does not touch", "see scontrol show job");
      case DEPENDENCY ->
          two("waits for another job", "see Dependency in scontrol show job; it may never be met");
      case BEGIN_TIME -> two("its begin time (--begin) is still to come", "wait, or change it");
      case ARRAY_THROTTLE ->
          two(
              "its array runs as many tasks as its own limit (%N) allows",
              "raise ArrayTaskThrottle");
      case HET_JOB -> two("heterogeneous job: Slurm places its parts together", "nothing");
      case BAD_CONSTRAINTS ->
          two("Slurm says it can never start as it is", "see Reason in scontrol show job");
      case EXCLUDED -> two("an admin has left it to Slurm", "ask your admin");
      case ODD_RECORD -> two("Slurm's record of it cannot be trusted", "ask your admin");
      case COOL_DOWN -> two("Slurm refused a change; left alone for a while", "wait");
      case FOREIGN_PRIORITY -> two("its priority was set by somebody else", "ask your admin");
      case LIMIT ->
          two(
              "a limit of its account, QOS or partition keeps it waiting",
              "wait for jobs under the same limit to end, or ask for less");
      case ARRAY ->
          two("one record for many array tasks: ordered, Slurm picks the nodes", "nothing");
      case OWN_NODE_LIST ->
          two("names its own nodes, and RLTune keeps to that", "drop -w or -x to wait less");
      case VARIABLE_NODE_COUNT ->
          two("its node count may vary: Slurm picks the nodes", "give one number of nodes");
      case ARBITRARY_DISTRIBUTION ->
          two("distribution=arbitrary depends on its node list", "nothing");
      case RESERVATION -> two("runs in a reservation: Slurm picks the nodes", "nothing");
      case CONSTRAINT_EXPRESSION ->
          two("its constraint is more than a list: Slurm picks the nodes", "nothing");
      case UNKNOWN_RESOURCE ->
          two("asks for something that RLTune does not place: Slurm picks the nodes", "nothing");
    };
  }

  private static String[] two(String meaning, String action) {
    return new String[] {meaning, action};
  }
}
