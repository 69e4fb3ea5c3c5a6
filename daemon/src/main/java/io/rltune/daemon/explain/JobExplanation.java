package io.rltune.daemon.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.rltune.plan.NodeSurvey;
import java.util.List;
import java.util.Map;

/**
 * All that can be said of one job. Parts that do not apply are null. Times are seconds since the
 * epoch.
 *
 * @param jobId the job
 * @param state {@code pending}, {@code running}, {@code ended} or {@code unknown}
 * @param at time of the cycle that this is about
 * @param mode mode of the daemon
 * @param request what it asks for
 * @param queue where it stands, for a pending job
 * @param veto why RLTune leaves it alone or gives it no nodes
 * @param nodes what the nodes say
 * @param start when it can be expected to start
 * @param advice what would make it start sooner
 * @param life what became of it, for a job that started
 * @param writes what RLTune wrote to it, oldest first
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record JobExplanation(
    long jobId,
    String state,
    long at,
    String mode,
    Request request,
    Queue queue,
    VetoWords veto,
    Nodes nodes,
    Start start,
    List<Advice> advice,
    Life life,
    List<Write> writes) {

  /** What a job asks for; {@code time_limit_s} is null without a limit. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Request(
      String name,
      String user,
      String account,
      String qos,
      List<String> partitions,
      int gpus,
      String gpuType,
      int minNodes,
      int cpus,
      long memMb,
      Long timeLimitS) {}

  /**
   * Its place in the queue.
   *
   * @param position 1 = first; 0 where RLTune does not order it
   * @param of managed jobs
   * @param score the policy's score
   * @param role {@code starts_now}, {@code reserved}, {@code waits} or empty
   * @param policy who scored
   * @param contributions what the score is made of, the most important first; empty for a heuristic
   * @param priority Slurm's priority
   * @param reason Slurm's reason
   * @param waitedS seconds waited
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Queue(
      int position,
      int of,
      double score,
      String role,
      String policy,
      List<Contribution> contributions,
      long priority,
      String reason,
      long waitedS) {}

  /** One feature's part in the score, see {@code ScoreExplanation}. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Contribution(
      String feature, String meaning, double value, double queueMean, double effect) {}

  /**
   * A veto.
   *
   * @param managed whether the job is ordered all the same
   * @param meaning what it means
   * @param action what can be done
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record VetoWords(
      String kind, String detail, boolean managed, String meaning, String action) {}

  /**
   * What the nodes say.
   *
   * @param needed fewest nodes the job runs on
   * @param counts nodes by verdict, in words, in the order of {@link NodeSurvey.Verdict}
   * @param fitting nodes that fit now, a few names
   * @param blockers jobs that get nodes first
   * @param startsOn nodes the plan starts it on, with GPUs
   * @param leased node list that RLTune set or keeps
   * @param keptFor nodes that are kept for this job
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Nodes(
      int needed,
      Map<String, Integer> counts,
      List<String> fitting,
      Map<Long, Integer> blockers,
      Map<String, Integer> startsOn,
      List<String> leased,
      List<String> keptFor) {}

  /**
   * Expected start; null where nothing can be said.
   *
   * @param earliest if jobs run as long as they usually do; null without history
   * @param latest if every job runs to its limit; null where that never happens in sight
   * @param basis what the range rests on, in words
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Start(Long earliest, Long latest, String basis) {}

  /**
   * Something that helps.
   *
   * @param text what, for people
   * @param soonerS how much sooner by the same forecast, 0 where that cannot be said
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record Advice(String text, long soonerS) {}

  /** What became of a job that started, and where it stood before. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Life(
      long submit,
      long eligible,
      Long firstPlanned,
      Long started,
      Long ended,
      Long waitS,
      String mode,
      boolean inPlanBefore,
      int position,
      int of,
      String role,
      String veto,
      String reason,
      List<String> nodes,
      String why) {}

  /** One write of RLTune. */
  public record Write(
      long at, String field, String before, String after, String why, String outcome) {}
}
