package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.model.Job;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.ScriptedTransport;
import io.rltune.slurm.rest.TokenSource;
import io.rltune.slurm.version.ApiVersions;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs are asked for only when they changed; "no change" is never an empty queue (F10). */
class JobListingTest {
  private static final String FULL = "GET /slurm/v0.0.42/jobs?flags=ALL";
  private static final String SINCE = FULL + "&update_time=1700000000";
  private static final String UNCHANGED =
      """
      {"jobs":[],"errors":[],"last_update":{"set":true,"number":0},
       "warnings":[{"description":"No job changes since update_time[1700000000]=2023"}]}
      """;
  private static final Instant NOON = Instant.ofEpochSecond(1_700_000_000);

  private final ScriptedTransport transport = new ScriptedTransport();

  @Test
  void keepsTheListWhenNothingChanged() throws SlurmException {
    transport.on(FULL, jobs(1_700_000_000, 7, 8)).on(SINCE, UNCHANGED);
    JobListing listing = listing("v0.0.42", true);
    assertThat(ids(listing, NOON)).containsExactly(7L, 8L);
    assertThat(ids(listing, NOON.plusSeconds(10))).containsExactly(7L, 8L);
    assertThat(ids(listing, NOON.plusSeconds(20))).containsExactly(7L, 8L);
    assertThat(listing.unchangedReads()).isEqualTo(2);
    assertThat(calls()).containsExactly(FULL, SINCE, SINCE);
  }

  @Test
  void takesTheWholeListThatAChangeBrings() throws SlurmException {
    transport
        .on(FULL, jobs(1_700_000_000, 7, 8))
        .on(SINCE, jobs(1_700_000_009, 8, 9))
        .on(FULL + "&update_time=1700000009", UNCHANGED);
    JobListing listing = listing("v0.0.42", true);
    assertThat(ids(listing, NOON)).containsExactly(7L, 8L);
    assertThat(ids(listing, NOON.plusSeconds(10))).containsExactly(8L, 9L);
    assertThat(ids(listing, NOON.plusSeconds(20))).containsExactly(8L, 9L);
  }

  @Test
  void anEmptyQueueThatIsReallyEmptyIsTaken() throws SlurmException {
    transport.on(FULL, jobs(1_700_000_000, 7)).on(SINCE, jobs(1_700_000_009));
    JobListing listing = listing("v0.0.42", true);
    assertThat(ids(listing, NOON)).containsExactly(7L);
    assertThat(ids(listing, NOON.plusSeconds(10))).isEmpty();
  }

  /**
   * What is neither "no change" nor a whole list is a failure, and the next read is a whole one.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "511 | {'jobs':[],'errors':[{'error_number':1007,'error':'Protocol authentication error'}]} | AUTH",
        "200 | {'jobs':[],'errors':[{'error_number':1007}],'warnings':[{'description':'No job changes since 1'}]} | AUTH",
        "503 | {'jobs':[],'errors':[]} | UNREACHABLE",
        "500 | {'jobs':[],'errors':[{'error_number':1800,'error':'Unable to contact slurm controller'}]} | UNREACHABLE",
      })
  void aFailureIsNoUnchangedQueue(int status, String answer, Kind kind) throws SlurmException {
    transport
        .on(FULL, jobs(1_700_000_000, 7))
        .on(SINCE, status, "application/json", answer.replace('\'', '"'));
    JobListing listing = listing("v0.0.42", true);
    assertThat(ids(listing, NOON)).containsExactly(7L);
    SlurmException failure =
        catchThrowableOfType(SlurmException.class, () -> listing.read(NOON.plusSeconds(10)));
    assertThat(failure.error().kind()).isEqualTo(kind);
    assertThat(ids(listing, NOON.plusSeconds(20))).containsExactly(7L);
    assertThat(calls()).containsExactly(FULL, SINCE, FULL);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "422 | {'errors':[{'error_number':9202,'error':'Unable to convert Data type'}]}",
        "200 | {'jobs':[],'errors':[],'warnings':[{'description':'something else'}]}",
        "200 | {'jobs':null,'errors':[]}",
        "200 | {}",
      })
  void aSlurmThatDoesNotUnderstandTheQuestionIsNotAskedAgain(int status, String answer)
      throws SlurmException {
    transport
        .on(FULL, jobs(1_700_000_000, 7))
        .on(SINCE, status, "application/json", answer.replace('\'', '"'));
    JobListing listing = listing("v0.0.42", true);
    for (int i = 0; i < 3; i++) {
      assertThat(ids(listing, NOON.plusSeconds(i))).containsExactly(7L);
    }
    assertThat(calls()).containsExactly(FULL, SINCE, FULL, FULL);
  }

  @Test
  void readsTheWholeListOnceAMinuteAndWhenTheClockWentBack() throws SlurmException {
    transport.on(FULL, jobs(1_700_000_000, 7)).on(SINCE, UNCHANGED);
    JobListing listing = listing("v0.0.42", true);
    for (long at : new long[] {0, 59, 61, 0}) {
      assertThat(ids(listing, NOON.plusSeconds(at))).containsExactly(7L);
    }
    assertThat(calls()).containsExactly(FULL, SINCE, FULL, FULL);
  }

  @Test
  void asksForNoChangesWhereItIsToldNotTo() throws SlurmException {
    transport.on(FULL, jobs(1_700_000_000, 7));
    JobListing listing = listing("v0.0.42", false);
    assertThat(ids(listing, NOON)).containsExactly(7L);
    assertThat(ids(listing, NOON.plusSeconds(10))).containsExactly(7L);
    assertThat(calls()).containsExactly(FULL, FULL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v0.0.38", "v0.0.39", "v0.0.40", "v0.0.41"})
  void asksForNoChangesWhereTheVersionCannotTell(String version) throws SlurmException {
    boolean flags = version.compareTo("v0.0.40") >= 0;
    String full = "GET /slurm/" + version + "/jobs" + (flags ? "?flags=ALL" : "");
    transport.on(full, jobs(1_700_000_000, 7));
    JobListing listing = listing(version, true);
    assertThat(ids(listing, NOON)).containsExactly(7L);
    assertThat(ids(listing, NOON.plusSeconds(10))).containsExactly(7L);
    assertThat(calls()).containsExactly(full, full);
  }

  /** What is wrong with a record is said of every answer that has it. */
  @Test
  void aRecordWithoutAJobIsNamedEachTime() throws SlurmException {
    transport.on(
        FULL,
        "{\"errors\":[],\"jobs\":[{\"name\":\"x\"},{\"job_id\":7},{\"job_id\":7,\"name\":\"y\"}]}");
    JobListing listing = listing("v0.0.42", false);
    for (int i = 0; i < 2; i++) {
      assertThat(listing.read(NOON.plusSeconds(i)).warnings())
          .contains(
              "a job record without a job_id was left out",
              "job 7 is listed twice; the second record was left out");
    }
  }

  private JobListing listing(String version, boolean onlyChanges) {
    RestClient rest =
        new RestClient(transport, new TokenSource(Path.of("")), "", Clock.systemUTC());
    return new JobListing(rest, ApiVersions.adapter(version).orElseThrow(), onlyChanges);
  }

  private static List<Long> ids(JobListing listing, Instant now) throws SlurmException {
    return listing.read(now).jobs().stream().map(Job::id).toList();
  }

  private List<String> calls() {
    return transport.calls().stream().map(Object::toString).toList();
  }

  private static String jobs(long lastUpdate, long... ids) {
    StringBuilder text = new StringBuilder("{\"errors\":[],\"jobs\":[");
    for (long id : ids) {
      text.append(text.charAt(text.length() - 1) == '[' ? "" : ",");
      text.append("{\"job_id\":").append(id).append(",\"job_state\":[\"PENDING\"]}");
    }
    text.append("],\"last_update\":{\"set\":true,\"infinite\":false,\"number\":");
    return text.append(lastUpdate).append("}}").toString();
  }
}
