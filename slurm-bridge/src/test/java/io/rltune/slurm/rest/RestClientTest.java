package io.rltune.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.SlurmException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an answer means, by the shapes that slurmrestd 22.05 to 26.05 was seen to give. */
class RestClientTest {
  private static final String JOBS = "GET /slurm/v0.0.38/jobs";
  private static final String POST = "POST /slurm/v0.0.38/job/7";
  private static final String JSON = "application/json";
  private static final String TEXT = "text/plain";
  private static final Clock NOON =
      Clock.fixed(Instant.ofEpochSecond(1_800_000_000), ZoneOffset.UTC);

  @TempDir Path dir;

  static Stream<Arguments> unusableReads() {
    return Stream.of(
        read(200, JSON, "", Kind.MALFORMED),
        read(200, JSON, "{", Kind.MALFORMED),
        read(200, JSON, "[]", Kind.MALFORMED),
        read(200, JSON, "{}", Kind.MALFORMED),
        read(200, JSON, "{\"jobs\":null,\"errors\":[]}", Kind.MALFORMED),
        read(200, JSON, "{\"jobs\":{},\"errors\":[]}", Kind.MALFORMED),
        read(200, JSON, "{\"jobs\":[{\"job_id\":1},{\"job_id\"", Kind.MALFORMED),
        read(200, JSON, "{\"jobs\":[{\"job_id\":1}]", Kind.MALFORMED),
        read(200, TEXT, "Unable to parse query.", Kind.MALFORMED),
        read(200, "text/html", "<html>login</html>", Kind.MALFORMED),
        read(200, "", "", Kind.MALFORMED),
        read(304, "", "", Kind.MALFORMED),
        read(200, JSON, failed(1007, "Protocol authentication error"), Kind.AUTH),
        read(200, JSON, failed(0, "No error"), Kind.MALFORMED),
        read(200, JSON, failed(9000, "whatever"), Kind.MALFORMED),
        read(511, JSON, failed(1007, "Protocol authentication error"), Kind.AUTH),
        read(511, JSON, "{\"jobs\":[],\"errors\":[]}", Kind.AUTH),
        read(401, TEXT, "Authentication failure", Kind.AUTH),
        read(500, TEXT, "Authentication failure", Kind.AUTH),
        read(403, TEXT, "Forbidden", Kind.PERMISSION),
        read(404, JSON, failed(2017, "Invalid job id specified"), Kind.NO_SUCH_JOB),
        read(404, TEXT, "Unable find requested URL. Please view /openapi/v3", Kind.VERSION),
        read(422, JSON, failed(9202, "Unable to convert Data type"), Kind.MALFORMED),
        read(429, TEXT, "slow down", Kind.RATE_LIMITED),
        read(500, JSON, failed(1800, "Unable to contact slurm controller"), Kind.UNREACHABLE),
        read(500, TEXT, "", Kind.MALFORMED),
        read(502, JSON, failed(9999, "Backoff: too many requests"), Kind.RATE_LIMITED),
        read(502, "text/html", "Bad gateway", Kind.UNREACHABLE),
        read(503, "", "", Kind.UNREACHABLE),
        read(504, "text/html", "", Kind.UNREACHABLE),
        read(500, JSON, "{\"jobs\":[],\"errors\":[]}", Kind.MALFORMED),
        read(
            200,
            JSON,
            "{\"jobs\":[],\"errors\":[],\"warnings\":[{\"description\":\"No job changes since\"}]}",
            Kind.MALFORMED));
  }

  @ParameterizedTest
  @MethodSource("unusableReads")
  void anUnusableAnswerIsATypedErrorAndNeverAnEmptyQueue(
      int status, String contentType, String body, Kind kind) {
    RestClient client = client(new ScriptedTransport().on(JOBS, status, contentType, body), "");
    SlurmError error = readError(client);
    assertThat(error.kind()).isEqualTo(kind);
    assertThat(error.request()).isEqualTo(JOBS);
    assertThat(error.message()).isNotBlank();
  }

  static Stream<Arguments> failedWrites() {
    return Stream.of(
        read(200, JSON, failed(2017, "Invalid job id specified"), Kind.NO_SUCH_JOB),
        read(200, JSON, failed(2042, "Job is in held state"), Kind.WRONG_STATE),
        read(200, JSON, failed(2084, "Job has already finished"), Kind.WRONG_STATE),
        read(200, JSON, failed(2002, "Access/permission denied"), Kind.PERMISSION),
        read(200, JSON, failed(2010, "Invalid user id"), Kind.PERMISSION),
        read(200, JSON, failed(2018, "Invalid node name specified"), Kind.REJECTED),
        read(200, JSON, failed(9001, "Failure during parsing"), Kind.REJECTED),
        // What every release says when job_submit.lua refuses; the token was good a moment ago.
        read(500, JSON, failed(-1, "Unspecified error"), Kind.REJECTED),
        read(422, JSON, failed(2017, "Invalid job id specified"), Kind.NO_SUCH_JOB),
        read(
            200,
            JSON,
            "{\"errors\":[{\"error\":\"Priority too large\",\"error_code\":-1}]}",
            Kind.REJECTED),
        read(
            200,
            JSON,
            "{\"errors\":[],\"warnings\":[{\"description\":\"Ignoring unknown field\"}]}",
            Kind.REJECTED),
        read(
            200,
            JSON,
            "{\"errors\":[],\"results\":[{\"job_id\":\"8\",\"error_code\":2017,\"error\":\"Invalid job"
                + " id\"}]}",
            Kind.NO_SUCH_JOB),
        read(500, TEXT, "Unable to parse query.", Kind.MALFORMED));
  }

  @ParameterizedTest
  @MethodSource("failedWrites")
  void aWriteCountsOnlyWithoutErrorsWarningsAndFailedResults(
      int status, String contentType, String body, Kind kind) {
    RestClient client = client(new ScriptedTransport().on(POST, status, contentType, body), "");
    SlurmException failure =
        catchThrowableOfType(
            SlurmException.class, () -> client.post("/slurm/v0.0.38/job/7", "{\"nice\":1}"));
    assertThat(failure.error().kind()).isEqualTo(kind);
  }

  @Test
  void readsAnEmptyQueueThatIsReallyEmpty() throws SlurmException {
    RestClient client = client(new ScriptedTransport().on(JOBS, "{\"errors\":[],\"jobs\":[]}"), "");
    assertThat(client.get("/slurm/v0.0.38/jobs", "jobs", job -> {}).recordCount()).isZero();
  }

  @Test
  void believesA2411ThatItsQueueIsEmpty() throws SlurmException {
    String empty =
        "{\"jobs\":[],\"errors\":[],\"warnings\":[{\"description\":\"Zero jobs to dump\"}]}";
    RestClient client = client(new ScriptedTransport().on(JOBS, empty), "");
    assertThat(client.get("/slurm/v0.0.38/jobs", "jobs", job -> {}).recordCount()).isZero();
  }

  @Test
  void readsRecordsWhereverTheyStandInTheAnswer() throws SlurmException {
    String body =
        "{\"jobs\":[{\"job_id\":1},{\"job_id\":2}],\"meta\":{\"a\":[{}]},\"x\":[[1]],\"errors\":[]}";
    List<Integer> idList = new ArrayList<>();
    client(new ScriptedTransport().on(JOBS, body), "")
        .get("/slurm/v0.0.38/jobs", "jobs", job -> idList.add(job.path("job_id").asInt()));
    assertThat(idList).containsExactly(1, 2);
  }

  @Test
  void sendsTheTokenAndNeverShowsIt() throws Exception {
    String token = token(1_900_000_000);
    ScriptedTransport transport = new ScriptedTransport().on(JOBS, 401, TEXT, "refused: " + token);
    SlurmError error = readError(client(transport, token));
    assertThat(transport.calls().get(0).headers())
        .containsEntry("X-SLURM-USER-TOKEN", token)
        .containsEntry("X-SLURM-USER-NAME", "slurmrest");
    assertThat(error.kind()).isEqualTo(Kind.AUTH);
    assertThat(error.toString()).doesNotContain(token).contains("[token]");
    assertThat(transport.calls().get(0).toString()).doesNotContain(token);
  }

  @Test
  void saysThatTheTokenHasExpired() throws Exception {
    String body = failed(-1, "Unspecified error");
    RestClient client =
        client(new ScriptedTransport().on(JOBS, 500, JSON, body), token(1_700_000_000));
    assertThat(readError(client).message()).contains("expired at 2023-11-14T22:13:20Z");
    assertThat(client.tokenExpiry()).contains(Instant.ofEpochSecond(1_700_000_000));
  }

  @Test
  void tellsADeadControllerFromARefusedTokenByTheTimeItTook() throws Exception {
    String token = token(1_900_000_000);
    ScriptedTransport transport =
        new ScriptedTransport().on(JOBS, 500, JSON, failed(-1, "Unspecified error"));
    assertThat(readError(client(transport, token, ticking(30))).kind()).isEqualTo(Kind.AUTH);
    SlurmError slow = readError(client(transport, token, ticking(9000)));
    assertThat(slow.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(slow.message()).contains("did not reach slurmctld in 9 s");
    assertThat(readError(client(transport, "", NOON)).kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(readError(client(transport, token(1_700_000_000), ticking(9000))).kind())
        .isEqualTo(Kind.AUTH);
  }

  @Test
  void tellsAPluginsRefusalFromATokenThatExpiredAndFromADeadController() throws Exception {
    String body = failed(-1, "Unspecified error");
    ScriptedTransport transport = new ScriptedTransport().on(POST, 500, JSON, body);
    assertThat(postError(client(transport, token(1_900_000_000), ticking(30))).kind())
        .isEqualTo(Kind.REJECTED);
    assertThat(postError(client(transport, token(1_700_000_000), ticking(30))).kind())
        .isEqualTo(Kind.AUTH);
    assertThat(postError(client(transport, token(1_900_000_000), ticking(9000))).kind())
        .isEqualTo(Kind.UNREACHABLE);
  }

  private static SlurmError postError(RestClient client) {
    return catchThrowableOfType(
            SlurmException.class, () -> client.post("/slurm/v0.0.38/job/7", "{}"))
        .error();
  }

  @Test
  void boundsAndCleansWhatTheServerSays() {
    String body = "{\"errors\":[{\"description\":\"a\\u0007\\nb" + "x".repeat(5000) + "\"}]}";
    SlurmError error = readError(client(new ScriptedTransport().on(JOBS, body), ""));
    assertThat(error.message()).hasSizeLessThan(450).doesNotContain("\n").doesNotContain("\u0007");
  }

  private RestClient client(ScriptedTransport transport, String token) {
    return client(transport, token, NOON);
  }

  private RestClient client(ScriptedTransport transport, String token, Clock clock) {
    try {
      Path file = Path.of("");
      if (!token.isEmpty()) {
        file = Files.writeString(dir.resolve("token"), token + "\n");
      }
      return new RestClient(transport, new TokenSource(file), "slurmrest", clock);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A clock on which as much time passes between any two looks. */
  private static Clock ticking(long millis) {
    AtomicLong now = new AtomicLong(NOON.millis());
    InstantSource source = () -> Instant.ofEpochMilli(now.getAndAdd(millis));
    return source.withZone(ZoneOffset.UTC);
  }

  private static SlurmError readError(RestClient client) {
    return catchThrowableOfType(
            SlurmException.class, () -> client.get("/slurm/v0.0.38/jobs", "jobs", job -> {}))
        .error();
  }

  static String token(long exp) {
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    String head = base64.encodeToString("{\"alg\":\"HS256\"}".getBytes(StandardCharsets.UTF_8));
    String claims =
        base64.encodeToString(
            ("{\"exp\":" + exp + ",\"sun\":\"x\"}").getBytes(StandardCharsets.UTF_8));
    return head + "." + claims + ".c2lnbmF0dXJl";
  }

  private static Arguments read(int status, String contentType, String body, Kind kind) {
    return Arguments.of(status, contentType, body, kind);
  }

  private static String failed(int errno, String error) {
    return "{\"jobs\":[],\"errors\":[{\"description\":\"Failed\",\"error_number\":"
        + errno
        + ",\"error\":\""
        + error
        + "\"}]}";
  }
}
