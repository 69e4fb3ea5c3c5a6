package io.rltune.slurm;

import io.rltune.model.CleanText;
import io.rltune.model.Job;
import io.rltune.model.ResourceRequest;
import io.rltune.slurm.SlurmError.Kind;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Says which updates may be sent, and whether Slurm did what it was asked. */
final class UpdateGuard {
  /** Nothing that could be a separator, a bracket or a second command to scontrol. */
  private static final Pattern NODE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");

  private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,252}");

  private UpdateGuard() {}

  /** The update with what makes Slurm refuse it where the job, as just read, has started since. */
  static SentUpdate sent(JobUpdate update, Job job) {
    boolean conditional =
        update instanceof JobUpdate.NodeList && ACCOUNT.matcher(job.account()).matches();
    return new SentUpdate(update, conditional ? job.account() : "");
  }

  /** Whether the update is well-formed in itself. */
  static Optional<SlurmError> form(JobUpdate update) {
    if (update.jobId() <= 0) {
      return error(Kind.REJECTED, update, "job id " + update.jobId() + " is not positive");
    }
    if (update instanceof JobUpdate.NodeList list) {
      for (String node : list.nodes()) {
        if (!NODE_NAME.matcher(node).matches()) {
          return error(Kind.REJECTED, update, "\"" + CleanText.field(node) + "\" is no node name");
        }
      }
      if (new HashSet<>(list.nodes()).size() != list.nodes().size()) {
        return error(Kind.REJECTED, update, "node list names a node twice");
      }
    }
    if (update instanceof JobUpdate.SiteFactor factor && factor.value() == Integer.MIN_VALUE) {
      return error(Kind.REJECTED, update, "site factor " + factor.value() + " is out of range");
    }
    return Optional.empty();
  }

  /** Whether the job, as just read, may be written to: pending, without flags, and not held. */
  static Optional<SlurmError> state(JobUpdate update, Job job) {
    if (!job.state().isPlainPending()) {
      String state =
          job.state().base() + (job.state().flags().isEmpty() ? "" : job.state().flags());
      return error(Kind.WRONG_STATE, update, "job is " + state + ", not PENDING; nothing written");
    }
    if (job.reason().startsWith("JobHeld")) {
      return error(Kind.WRONG_STATE, update, "job is held (" + job.reason() + "); nothing written");
    }
    boolean healing = update instanceof JobUpdate.ClearNodeList && job.isHeldByItsNodeList();
    if (job.priority() == 0 && !healing) {
      return error(
          Kind.WRONG_STATE,
          update,
          "job has priority 0, a hold (reason " + job.reason() + "); nothing written");
    }
    if (update instanceof JobUpdate.NodeList list) {
      return count(list, job.request());
    }
    return Optional.empty();
  }

  /**
   * A list of fewer nodes than the job gets would shrink the job if it came late; a longer one
   * makes the scheduler hold it.
   */
  private static Optional<SlurmError> count(JobUpdate.NodeList list, ResourceRequest request) {
    int named = list.nodes().size();
    if (request.hasFixedNodeCount() && request.minNodes() == named) {
      return Optional.empty();
    }
    String gets =
        request.hasFixedNodeCount()
            ? Integer.toString(request.minNodes())
            : "from " + request.minNodes() + " on, as Slurm decides";
    return error(
        Kind.REJECTED,
        list,
        "node list names " + named + " nodes, the job gets " + gets + "; nothing written");
  }

  /** Whether the update can be seen in a job record at all. */
  static boolean isVisible(JobUpdate update) {
    return !(update instanceof JobUpdate.SiteFactor)
        && !(update instanceof JobUpdate.ResetPriority);
  }

  /** Compares the job, read after the write, with what was asked. */
  static Optional<SlurmError> effect(JobUpdate update, Job job) {
    if (!job.state().isPending()) {
      // Priority and nice no longer matter; a node list on a started job is dangerous, so say so.
      return update instanceof JobUpdate.NodeList
          ? error(
              Kind.WRONG_STATE, update, "job became " + job.state().base() + " during the write")
          : Optional.empty();
    }
    if (update instanceof JobUpdate.NodeList list) {
      return same(
          update,
          "node list",
          Set.copyOf(list.nodes()),
          new HashSet<>(job.constraints().requiredNodes()));
    }
    if (update instanceof JobUpdate.ClearNodeList) {
      return same(update, "node list", Set.of(), new HashSet<>(job.constraints().requiredNodes()));
    }
    if (update instanceof JobUpdate.Priority priority) {
      return same(update, "priority", priority.value(), job.priority());
    }
    if (update instanceof JobUpdate.Nice nice) {
      return same(update, "nice", (long) nice.value(), job.nice());
    }
    if (update instanceof JobUpdate.RestoreNice nice) {
      return same(update, "nice", (long) nice.value(), job.nice());
    }
    return Optional.empty();
  }

  private static Optional<SlurmError> same(
      JobUpdate update, String what, Object asked, Object got) {
    return asked.equals(got)
        ? Optional.empty()
        : error(
            Kind.REJECTED,
            update,
            "Slurm reported success, but the " + what + " is " + got + " instead of " + asked);
  }

  static Optional<SlurmError> error(Kind kind, JobUpdate update, String message) {
    return Optional.of(new SlurmError(kind, name(update), message, 0, 0));
  }

  /** E.g. {@code NodeList of job 7}. */
  static String name(JobUpdate update) {
    return update.getClass().getSimpleName() + " of job " + update.jobId();
  }
}
