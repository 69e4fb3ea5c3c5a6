package io.rltune.daemon.report;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;

/**
 * What RLTune did, or would have done, against what Slurm did. Times in seconds, moments since the
 * epoch.
 *
 * @param from begin of the span
 * @param to end of the span
 * @param modes modes the daemon was in, and how long
 * @param started jobs that started while the daemon watched
 * @param ordered of those, jobs that stood in RLTune's order
 * @param agreement how Slurm's starts compare with the plans
 * @param against waits against those that plain Slurm would have caused, for the modes that write
 * @param partitions waits by partition
 * @param accounts waits by account, with who gained and who lost
 * @param notes what to know when reading
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ReportData(
    long from,
    long to,
    List<ModeTime> modes,
    int started,
    int ordered,
    Agreement agreement,
    Against against,
    List<Group> partitions,
    List<Group> accounts,
    List<String> notes) {

  /** Time in one mode, by the points that were kept (one a minute), and writes in it. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record ModeTime(String mode, long minutes, long writes) {}

  /**
   * Plans against starts, over ordered jobs.
   *
   * @param inPlanBefore the plan of the cycle before started it too
   * @param plannedEarlier a plan had started it more than a minute before it started
   * @param meanEarlierS by how much, mean over those
   * @param inOurOrder no plan had started it, but RLTune had set its place in the queue when Slurm
   *     started it between two cycles
   * @param neverPlanned no plan had started it in a mode that sets no order: Slurm gave it GPUs
   *     that came free between two cycles, or others were first in the plans
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Agreement(
      int inPlanBefore,
      int plannedEarlier,
      double meanEarlierS,
      int inOurOrder,
      int neverPlanned) {}

  /**
   * Waits against the daemon's virtual plain Slurm, over jobs whose start there is known.
   *
   * @param jobs how many those are
   * @param meanWaitS as it was
   * @param meanPlainWaitS as plain Slurm would have made it
   * @param sooner jobs that started more than a minute sooner
   * @param later jobs that started more than a minute later
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Against(int jobs, double meanWaitS, double meanPlainWaitS, int sooner, int later) {}

  /**
   * Jobs of one partition or account.
   *
   * @param gainS mean seconds that its jobs start sooner: in a mode that writes, against plain
   *     Slurm; else by how much plans had started them earlier. Negative: later
   * @param gainJobs jobs that this mean is over
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Group(
      String name,
      int jobs,
      double meanWaitS,
      long medianWaitS,
      long p90WaitS,
      long maxWaitS,
      double gainS,
      int gainJobs) {}
}
