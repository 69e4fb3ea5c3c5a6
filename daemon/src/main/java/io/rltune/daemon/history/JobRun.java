package io.rltune.daemon.history;

import java.util.List;

/**
 * One life of a job, as far as the daemon saw it. Times are seconds since the epoch, 0 where
 * unknown or not yet.
 *
 * @param jobId raw job id
 * @param submit submit time; job ids come round again, this tells them apart
 * @param name job name, at most 200 characters
 * @param stem the name without its digits: what runs of one sweep share
 * @param user user name
 * @param account account, or empty
 * @param qos QOS, or empty
 * @param partition the first partition asked for; once started the same
 * @param gpus GPUs asked for
 * @param gpuType GPU type asked for, empty for any or none
 * @param timeLimitS requested walltime in seconds, {@link Long#MAX_VALUE} without one
 * @param eligible when it became eligible
 * @param firstSeen first cycle that saw it, 0 for a job that slurmdbd told of
 * @param firstPlanned first cycle whose plan started it
 * @param plainStart when plain Slurm would have started it, by the daemon's virtual Slurm
 * @param started when it started
 * @param ended first cycle that did not see it any more
 * @param endSlackS how much earlier than {@code ended} it may have ended, seconds
 * @param mode mode of the daemon when it started
 * @param agreed whether the plan of the cycle before its start started it too
 * @param standing where it stood in that plan
 * @param startedOn nodes it started on, at most 32 names
 * @param size what it asked for beside GPUs
 */
public record JobRun(
    long jobId,
    long submit,
    String name,
    String stem,
    String user,
    String account,
    String qos,
    String partition,
    int gpus,
    String gpuType,
    long timeLimitS,
    long eligible,
    long firstSeen,
    long firstPlanned,
    long plainStart,
    long started,
    long ended,
    long endSlackS,
    String mode,
    boolean agreed,
    Standing standing,
    List<String> startedOn,
    Size size) {

  public JobRun {
    startedOn = List.copyOf(startedOn);
  }

  /**
   * Where a job stood in the last plan before it started.
   *
   * @param position place in the order, 0 where it had none
   * @param of managed jobs in that plan
   * @param role why it stood there: {@code starts_now}, {@code reserved}, {@code waits}, or empty
   * @param veto kind of veto, or empty
   * @param reason Slurm's own reason
   */
  public record Standing(int position, int of, String role, String veto, String reason) {
    public static final Standing UNKNOWN = new Standing(0, 0, "", "", "");
  }

  /**
   * What a job asked for beside GPUs; 0 where that is not known.
   *
   * @param nodes fewest nodes
   * @param cpus CPUs over all nodes
   * @param memMb memory over all nodes in MiB
   */
  public record Size(int nodes, int cpus, long memMb) {
    /** Of a job stored by a release that did not keep it. */
    public static final Size UNKNOWN = new Size(0, 0, 0);
  }

  /** The same with the start that plain Slurm would have given it. */
  JobRun withPlainStart(long at) {
    return new JobRun(
        jobId,
        submit,
        name,
        stem,
        user,
        account,
        qos,
        partition,
        gpus,
        gpuType,
        timeLimitS,
        eligible,
        firstSeen,
        firstPlanned,
        at,
        started,
        ended,
        endSlackS,
        mode,
        agreed,
        standing,
        startedOn,
        size);
  }

  public boolean hasStarted() {
    return started > 0;
  }

  public boolean hasEnded() {
    return ended > 0;
  }

  /** Seconds from eligible (or submit) to start. */
  public long waitS() {
    return Math.max(0, started - Math.max(eligible, submit));
  }

  /** Seconds from start to end; only where {@link #runtimeIsKnown}. */
  public long runtimeS() {
    return Math.max(0, ended - started);
  }

  /** Whether the daemon was there when it ended, so that the runtime means something. */
  public boolean runtimeIsKnown() {
    return hasStarted() && hasEnded() && endSlackS <= Math.max(60, runtimeS() / 20);
  }

  /** The name without its digits, at most 64 characters. */
  public static String stemOf(String name) {
    String stem = name.replaceAll("[0-9]+", "#");
    return stem.length() <= 64 ? stem : stem.substring(0, 64);
  }
}
