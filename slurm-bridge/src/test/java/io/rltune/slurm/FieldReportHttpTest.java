package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.rest.ErrorKinds;
import io.rltune.slurm.rest.RestClient;
import io.rltune.slurm.rest.ScriptedTransport;
import io.rltune.slurm.rest.TokenSource;
import io.rltune.slurm.version.ApiVersions;
import io.rltune.slurm.version.VersionRange;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Odd answers, and none at all, that users of real Slurm tools reported, with their siblings. */
class FieldReportHttpTest {
  private static final String READ = "GET /slurm/v0.0.42/job/7";
  private static final String WRITE = "POST /slurm/v0.0.42/job/7";
  private static final String PENDING =
      "{'jobs':[{'job_id':7,'job_state':['PENDING'],'priority':5,'nice':0,'partition':'p'}],'errors':[]}";

  @TempDir Path dir;
  private final ScriptedTransport transport = new ScriptedTransport();

  @ParameterizedTest(name = "{0}: HTTP {1} {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "C8  | 200 | {'errors':[],'warnings':[{'description':'update failed'}],'results':[{'job_id':'7','error_code':2017,'error':'Invalid job id specified'}]} | NO_SUCH_JOB",
        "C8  | 200 | {'errors':[],'results':[{'job_id':7,'error_code':0},{'job_id':7,'error_code':2042,'error':'Job is held'}]} | WRONG_STATE",
        "C8  | 200 | {'errors':[],'results':[{'job_id':7,'error_code':2002}]} | PERMISSION",
        "C7  | 422 | {'errors':[{'error_number':2016,'error':'Submit job update against Array Job'}]} | REJECTED",
        "F9  | 404 | {'jobs':[],'errors':[{'error_number':2017,'error':'Invalid job id specified'}]} | NO_SUCH_JOB",
        "F9  | 200 | {'jobs':[],'errors':[{'error_number':2017,'error':'Invalid job id specified'}]} | NO_SUCH_JOB",
        "F8  | 200 | {'errors':[{'error_number':0,'error':'No error'}]} | REJECTED",
        "G11 | 502 | {'errors':[{'error_number':1804,'error':'Backoff'}]} | RATE_LIMITED",
        "G11 | 503 | {'errors':[{'error_number':1805,'error':'Slow down, too many requests'}]} | RATE_LIMITED",
        "G11 | 429 | {'errors':[{'error_number':9999,'error':'rate limit'}]} | RATE_LIMITED",
      })
  void writes(String report, int status, String answer, Kind kind) {
    transport.on(READ, json(PENDING)).on(WRITE, status, "application/json", json(answer));
    assertThat(
            writer()
                .write(List.of(new JobUpdate.Priority(7, 9)), SlurmGateway.FOR_EVER)
                .get(0)
                .orElseThrow()
                .kind())
        .isEqualTo(kind);
  }

  /** C7: the id of the record, never that of an array and a task. */
  @Test
  void updatesNameTheRawIdOfTheRecord() {
    String task = PENDING.replace("'job_id':7", "'job_id':7,'array_job_id':5,'array_task_id':4");
    transport.on(READ, json(task)).on(WRITE, "{\"errors\":[]}");
    writer().write(List.of(new JobUpdate.SiteFactor(7, 9)), SlurmGateway.FOR_EVER);
    assertThat(transport.posts()).singleElement().asString().startsWith("/slurm/v0.0.42/job/7 ");
  }

  /** F9: the job vanished between the poll and the write: a benign outcome, nothing is sent. */
  @Test
  void aJobThatVanishedIsGone() {
    transport.on(
        READ,
        404,
        "application/json",
        json("{'jobs':[],'errors':[{'error_number':2017,'error':'Invalid job id specified'}]}"));
    assertThat(
            writer()
                .write(List.of(new JobUpdate.Nice(7, 9)), SlurmGateway.FOR_EVER)
                .get(0)
                .orElseThrow()
                .kind())
        .isEqualTo(Kind.NO_SUCH_JOB);
    assertThat(transport.posts()).isEmpty();
  }

  /** F2: versions are found by asking for each, not by reading what slurmrestd lists. */
  @Test
  void theVersionIsFoundByPings() throws Exception {
    transport.on(
        "GET /slurm/v0.0.41/ping",
        "{\"meta\":{\"slurm\":{\"release\":\"24.11.5\"}},\"errors\":[],\"pings\":[{\"pinged\":\"UP\"}]}");
    assertThat(ApiVersions.negotiate(rest(), VersionRange.parse("auto")).adapter().version())
        .isEqualTo("v0.0.41");
    assertThat(transport.calls()).allMatch(call -> call.path().endsWith("/ping"));
  }

  /** F16: wrong plugins, wrong user: slurmrestd never came up. */
  @Test
  void nobodyListens() {
    for (String endpoint : List.of("http://127.0.0.1:1", "unix:" + dir.resolve("none"))) {
      SlurmSettings settings =
          new SlurmSettings(
              URI.create(endpoint),
              "",
              Path.of(""),
              "",
              Path.of(""),
              WriteTransport.REST,
              "auto",
              Duration.ofSeconds(5),
              Duration.ofSeconds(5));
      SlurmException failure =
          catchThrowableOfType(SlurmException.class, () -> SlurmGateways.open(settings));
      assertThat(failure.error().kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(failure).hasMessageContaining("is slurmrestd running there?");
    }
  }

  /** F23, G10: scontrol's words, whatever its exit code, tell what kind of failure it was. */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "F23 | slurm_update error: Invalid job id specified for job 7            | NO_SUCH_JOB",
        "F23 | slurm_update error: Access/permission denied                      | PERMISSION",
        "F23 | Unable to contact slurm controller (connect failure)              | UNREACHABLE",
        "F23 | slurm_load_jobs error: Zero Bytes were transmitted or received    | UNREACHABLE",
        "F23 | slurm_update error: Socket timed out on send/recv operation       | UNREACHABLE",
        "F23 | slurm_update error: Job is in held state                          | WRONG_STATE",
        "G10 | slurm_update error: Slurm controller BACKOFF                      | RATE_LIMITED",
        "F23 | Invalid entity: AllocGRES has been removed                        | ",
        "F23 | unrecognized option '--brand-new'                                 | ",
      })
  void wordsOfScontrol(String report, String line, Kind kind) {
    assertThat(ErrorKinds.ofText(line)).isEqualTo(Optional.ofNullable(kind));
  }

  private JobWriter writer() {
    ApiVersions.Agreed agreed =
        new ApiVersions.Agreed(ApiVersions.adapter("v0.0.42").orElseThrow(), "24.11.5");
    return new JobWriter(
        rest(),
        agreed.adapter(),
        new SlurmReader(rest(), agreed, Clock.systemUTC()),
        Optional.empty(),
        WriteTransport.REST);
  }

  private RestClient rest() {
    return new RestClient(transport, new TokenSource(Path.of("")), "", Clock.systemUTC());
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
