package io.rltune.slurm;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.model.Job;
import io.rltune.slurm.rest.AnswerReader;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.version.ApiAdapter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The list of jobs, read only when one has changed, where the API version can tell. Slurm's {@code
 * update_time} is all or nothing: either no job has changed since, or the whole list comes.
 *
 * <p>The time to ask with is slurmctld's own, from the list at hand; it reports every change of
 * that second or later. "No change" keeps that list; whatever else is not a whole list is a
 * failure, never an empty queue.
 */
final class JobListing {
  /** However quiet Slurm says it is, the list is read afresh so often. */
  private static final Duration FULL_AT_LEAST_EVERY = Duration.ofSeconds(60);

  private final RestClient rest;
  private final ApiAdapter adapter;
  private boolean onlyChanges;
  private Optional<Listing> last = Optional.empty();
  private long unchangedReads;

  JobListing(RestClient rest, ApiAdapter adapter, boolean onlyChanges) {
    this.rest = rest;
    this.adapter = adapter;
    this.onlyChanges = onlyChanges && adapter.tellsUnchangedJobs();
  }

  /**
   * A whole list.
   *
   * @param jobs jobs that wait or hold nodes
   * @param warnings what is odd about it
   * @param lastUpdate slurmctld's clock when it made the list; 0 = not told
   * @param readAt our clock then
   */
  record Listing(List<Job> jobs, List<String> warnings, long lastUpdate, Instant readAt) {
    Listing {
      jobs = List.copyOf(jobs);
      warnings = List.copyOf(warnings);
    }
  }

  /** How often Slurm answered that no job has changed. */
  long unchangedReads() {
    return unchangedReads;
  }

  /** The list as it is now. */
  Listing read(Instant now) throws SlurmException {
    Optional<Listing> kept = last.filter(list -> mayBeKept(list, now));
    // Should the read fail, nobody takes the old list for the present one.
    last = Optional.empty();
    Listing list = kept.isPresent() ? changed(kept.get(), now) : whole(now);
    last = Optional.of(list);
    return list;
  }

  private boolean mayBeKept(Listing list, Instant now) {
    return onlyChanges
        && list.lastUpdate() > 0
        && now.isBefore(list.readAt().plus(FULL_AT_LEAST_EVERY))
        && !now.isBefore(list.readAt());
  }

  private Listing changed(Listing kept, Instant now) throws SlurmException {
    Collected collected = new Collected();
    Optional<AnswerReader.Envelope> answer;
    try {
      answer =
          rest.getIfChanged(
              path("update_time=" + kept.lastUpdate()), ApiAdapter.JOBS, collected::add);
    } catch (SlurmException e) {
      if (e.error().kind() != SlurmError.Kind.MALFORMED) {
        throw e;
      }
      // As v0.0.40 and v0.0.41 do: this slurmrestd does not take the question.
      onlyChanges = false;
      return whole(now);
    }
    if (answer.isEmpty()) {
      unchangedReads++;
      return kept;
    }
    return collected.listing(answer.get(), now);
  }

  private Listing whole(Instant now) throws SlurmException {
    Collected collected = new Collected();
    return collected.listing(rest.get(path(""), ApiAdapter.JOBS, collected::add), now);
  }

  private String path(String query) {
    List<String> partList = new ArrayList<>();
    for (String part : List.of(adapter.jobsQuery(), query)) {
      if (!part.isEmpty()) {
        partList.add(part);
      }
    }
    String path = "/slurm/" + adapter.version() + "/jobs";
    return partList.isEmpty() ? path : path + "?" + String.join("&", partList);
  }

  /** Records as they come in. */
  private final class Collected {
    private final List<Job> jobList = new ArrayList<>();
    private final List<String> warningList = new ArrayList<>();
    private final Records records = new Records(adapter, warningList);

    void add(JsonNode json) {
      records.activeJob(json).ifPresent(jobList::add);
    }

    Listing listing(AnswerReader.Envelope answer, Instant now) {
      SlurmReader.warn(warningList, "jobs", answer);
      records.finish();
      return new Listing(jobList, warningList, answer.lastUpdate(), now);
    }
  }
}
