package io.rltune.slurm.version;

import java.util.List;
import java.util.Set;

/**
 * Values of Slurm's enums in v0.0.38 to v0.0.45. What is not among them is kept and counted, and
 * counts as unsafe where safety depends on it. Source: the OpenAPI specifications, and for reasons
 * job_reason_codes.html and slurm.h.
 */
public final class KnownValues {
  /** Base states and flags of jobs. */
  public static final Set<String> JOB_STATES =
      words(
          """
          PENDING RUNNING SUSPENDED COMPLETED CANCELLED FAILED TIMEOUT NODE_FAIL PREEMPTED BOOT_FAIL
          DEADLINE OUT_OF_MEMORY LAUNCH_FAILED UPDATE_DB REQUEUED REQUEUE_HOLD SPECIAL_EXIT RESIZING
          CONFIGURING COMPLETING STOPPED RECONFIG_FAIL POWER_UP_NODE REVOKED REQUEUE_FED RESV_DEL_HOLD
          SIGNALING STAGE_OUT EXPEDITING""");

  /** Base states and flags of nodes. */
  public static final Set<String> NODE_STATES =
      words(
          """
          INVALID UNKNOWN DOWN IDLE ALLOCATED ERROR MIXED FUTURE EXTERNAL RESERVED UNDRAIN CLOUD RESUME
          DRAIN COMPLETING NOT_RESPONDING POWERED_DOWN FAIL POWERING_UP MAINTENANCE REBOOT_REQUESTED
          REBOOT_CANCELED POWERING_DOWN DYNAMIC_FUTURE REBOOT_ISSUED PLANNED INVALID_REG POWER_DOWN
          POWER_UP POWER_DRAIN POWER_DOWN_ASAP POWER_DOWN_FORCE DYNAMIC_NORM BLOCKED""");

  /** Families of reasons that have one member per limit. */
  private static final List<String> REASON_FAMILIES =
      List.of(
          "Assoc", "QOS", "Partition", "BurstBuffer", "JobHeld", "Reservation", "Reserved", "Max");

  private static final Set<String> REASONS =
      words(
          """
          None Priority Dependency Resources NodeDown ReqNodeNotAvail BadConstraints SystemFailure
          JobLaunchFailure NonZeroExitCode TimeLimit InactiveLimit InvalidAccount InvalidQOS
          FrontEndDown Cleaning Prolog BeginTime Licenses Federation DependencyNeverSatisfied
          DeadLine DelayBoot SchedDefer OutOfMemory JobArrayTaskLimit AccountNotAllowed
          AccountingPolicy InvalidReservation RaisedSignal BootFailure OverTimeLimit NodeFail
          ResourceLimits Power NoReason Image PowerReserved PowerNotAvail LaunchFailed WaitingOnResv""");

  private KnownValues() {}

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  /** Whether a pending reason is one of Slurm's. */
  public static boolean isReason(String reason) {
    return REASONS.contains(reason) || REASON_FAMILIES.stream().anyMatch(reason::startsWith);
  }
}
