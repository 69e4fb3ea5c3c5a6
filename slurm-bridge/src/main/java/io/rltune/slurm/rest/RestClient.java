package io.rltune.slurm.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmError.Kind;
import io.rltune.slurm.SlurmException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Asks slurmrestd, and turns whatever is not a whole answer into a typed error. */
public final class RestClient implements AutoCloseable {
  private static final int MOST_TEXT = 2000;

  /** slurmctld refuses a token in 0.03 s; slurmrestd tries a dead one for MessageTimeout, 9 s. */
  private static final Duration REFUSAL_TAKES_LESS = Duration.ofSeconds(4);

  private final HttpTransport transport;
  private final TokenSource tokens;
  private final String user;
  private final Clock clock;

  public RestClient(HttpTransport transport, TokenSource tokens, String user, Clock clock) {
    this.transport = transport;
    this.tokens = tokens;
    this.user = user;
    this.clock = clock;
  }

  /**
   * Reads a list.
   *
   * @param records the array that must be in the answer
   * @param onRecord gets each record before the answer is known to be whole: drop what it collected
   *     when this throws
   */
  public AnswerReader.Envelope get(String path, RecordArray records, Consumer<JsonNode> onRecord)
      throws SlurmException {
    HttpCall call = new HttpCall("GET", path, headers(), "");
    Exchange exchange = exchange(call, records, onRecord);
    throwIfPresent(
        Verdict.ofRead(call.toString(), exchange.status(), records.key(), exchange.envelope()),
        exchange);
    return exchange.envelope();
  }

  /**
   * Reads a list with a path that has {@code update_time}.
   *
   * @return empty when Slurm says that nothing has changed since
   */
  public Optional<AnswerReader.Envelope> getIfChanged(
      String path, RecordArray records, Consumer<JsonNode> onRecord) throws SlurmException {
    HttpCall call = new HttpCall("GET", path, headers(), "");
    Exchange exchange = exchange(call, records, onRecord);
    if (Verdict.saysUnchanged(exchange.status(), exchange.envelope())) {
      return Optional.empty();
    }
    throwIfPresent(
        Verdict.ofRead(call.toString(), exchange.status(), records.key(), exchange.envelope()),
        exchange);
    return Optional.of(exchange.envelope());
  }

  /** Reads a list of whole records. */
  public AnswerReader.Envelope get(String path, String recordsKey, Consumer<JsonNode> onRecord)
      throws SlurmException {
    return get(path, RecordArray.of(recordsKey), onRecord);
  }

  /** Reads the text of a page, e.g. the OpenAPI specification, up to a length. */
  public String text(String path, int mostBytes) throws SlurmException {
    HttpCall call = new HttpCall("GET", path, headers(), "");
    try (HttpAnswer answer = transport.exchange(call)) {
      String body = new String(answer.body().readNBytes(mostBytes), StandardCharsets.UTF_8);
      if (answer.status() != 200) {
        throw failed(
            Verdict.ofText(call.toString(), answer.status(), answer.contentType(), body), null);
      }
      return body;
    } catch (IOException e) {
      throw failed(unreachable(call, e, false), e);
    }
  }

  /** Writes; the answer must have neither errors nor warnings nor failed results. */
  public void post(String path, String body) throws SlurmException {
    HttpCall call = new HttpCall("POST", path, headers(), body);
    Exchange exchange = exchange(call, RecordArray.NONE, record -> {});
    throwIfPresent(
        Verdict.ofWrite(call.toString(), exchange.status(), exchange.envelope()), exchange);
  }

  /** Asks to delete something that is not there: how that is refused is the answer. */
  public SlurmError delete(String path) {
    try {
      HttpCall call = new HttpCall("DELETE", path, headers(), "");
      Exchange exchange = exchange(call, RecordArray.NONE, record -> {});
      return Verdict.ofWrite(call.toString(), exchange.status(), exchange.envelope())
          .orElseGet(() -> new SlurmError(Kind.MALFORMED, call.toString(), "no error", 200, 0));
    } catch (SlurmException e) {
      return e.error();
    }
  }

  /** The Slurm user that requests are made as; empty where only slurmrestd knows. */
  public Optional<String> userName() {
    return tokens
        .user()
        .or(() -> user.isEmpty() ? Optional.empty() : Optional.of(user))
        .filter(name -> tokens.isConfigured());
  }

  /** When the token expires, where it says. */
  public Optional<Instant> tokenExpiry() {
    return tokens.expiry();
  }

  public TokenSource tokens() {
    return tokens;
  }

  public String transportName() {
    return transport.name();
  }

  private record Exchange(int status, AnswerReader.Envelope envelope, Duration took) {}

  private Exchange exchange(HttpCall call, RecordArray records, Consumer<JsonNode> onRecord)
      throws SlurmException {
    Instant begin = clock.instant();
    HttpAnswer answer;
    try {
      answer = transport.exchange(call);
    } catch (IOException e) {
      throw failed(unreachable(call, e, false), e);
    }
    try (answer) {
      if (!isJson(answer)) {
        String text = new String(answer.body().readNBytes(MOST_TEXT), StandardCharsets.UTF_8);
        throw failed(
            Verdict.ofText(call.toString(), answer.status(), answer.contentType(), text), null);
      }
      AnswerReader.Envelope envelope = AnswerReader.read(answer.body(), records, onRecord);
      return new Exchange(answer.status(), envelope, Duration.between(begin, clock.instant()));
    } catch (JsonProcessingException e) {
      throw failed(malformed(call, answer, e), e);
    } catch (IOException e) {
      throw failed(broken(call, answer, e), e);
    }
  }

  private static boolean isJson(HttpAnswer answer) {
    return answer.contentType().toLowerCase(java.util.Locale.ROOT).contains("json");
  }

  private SlurmError malformed(HttpCall call, HttpAnswer answer, JsonProcessingException e) {
    if (answer.timedOut()) {
      return unreachable(call, e, true);
    }
    String place =
        e.getLocation() == null ? "" : " at character " + e.getLocation().getCharOffset();
    return new SlurmError(
        ErrorKinds.ofStatus(answer.status()).orElse(Kind.MALFORMED),
        call.toString(),
        "answer is not whole JSON" + place + ": " + Verdict.clean(e.getOriginalMessage()),
        answer.status(),
        0);
  }

  private SlurmError broken(HttpCall call, HttpAnswer answer, IOException e) {
    if (e instanceof AnswerReader.NotAnAnswer && !answer.timedOut()) {
      Kind kind = ErrorKinds.ofStatus(answer.status()).orElse(Kind.MALFORMED);
      return new SlurmError(kind, call.toString(), e.getMessage(), answer.status(), 0);
    }
    return unreachable(call, e, answer.timedOut());
  }

  private SlurmError unreachable(HttpCall call, IOException e, boolean timedOut) {
    String message;
    boolean https = transport.name().equals("https");
    String handshake = https && !timedOut ? TlsContext.explain(e) : "";
    if (!handshake.isEmpty()) {
      message = "no TLS with " + transport.place() + ": " + handshake + reason(e);
    } else if (timedOut || e instanceof HttpTimeoutException) {
      message = "no whole answer in time; slurmctld may be busy, or raise the request time-out";
    } else if (e instanceof ConnectException || e instanceof ClosedChannelException) {
      message =
          "cannot connect to " + transport.place() + reason(e) + "; is slurmrestd running there?";
    } else {
      message = "connection to " + transport.place() + " failed" + reason(e);
    }
    return new SlurmError(Kind.UNREACHABLE, call.toString(), Verdict.clean(message), 0, 0);
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? "" : " (" + e.getMessage() + ")";
  }

  private Map<String, String> headers() throws SlurmException {
    Map<String, String> headers = new HashMap<>();
    if (tokens.isConfigured()) {
      headers.put("X-SLURM-USER-TOKEN", tokens.token());
      if (!user.isEmpty()) {
        headers.put("X-SLURM-USER-NAME", user);
      }
    }
    return headers;
  }

  private void throwIfPresent(Optional<SlurmError> error, Exchange exchange) throws SlurmException {
    if (error.isPresent()) {
      throw failed(settled(error.get(), exchange.took()), null);
    }
  }

  /**
   * Tells a dead slurmctld from a refused token, and both from a job_submit plugin that refuses a
   * write, for which releases have the same words.
   */
  private SlurmError settled(SlurmError error, Duration took) {
    boolean unclear = error.kind() == Kind.AUTH && error.slurmErrno() == -1;
    if (error.kind() == Kind.REJECTED && error.slurmErrno() == -1 && isExpired()) {
      return new SlurmError(
          Kind.AUTH, error.request(), error.message(), error.httpStatus(), error.slurmErrno());
    }
    unclear |=
        error.kind() == Kind.REJECTED
            && error.slurmErrno() == -1
            && took.compareTo(REFUSAL_TAKES_LESS) >= 0;
    boolean refused =
        tokens.isConfigured() && (isExpired() || took.compareTo(REFUSAL_TAKES_LESS) < 0);
    if (!unclear || refused) {
      return error;
    }
    return new SlurmError(
        Kind.UNREACHABLE,
        error.request(),
        "slurmrestd did not reach slurmctld in " + took.toSeconds() + " s: " + error.message(),
        error.httpStatus(),
        error.slurmErrno());
  }

  private boolean isExpired() {
    return tokens.expiry().filter(expiry -> expiry.isBefore(clock.instant())).isPresent();
  }

  /** An expired token is told as such, whatever the server made of it; the token never shows. */
  private SlurmException failed(SlurmError error, Throwable cause) {
    String message = error.message();
    if (error.kind() == Kind.AUTH) {
      tokens.wasRefused();
      message = whyRefused(message);
    }
    return new SlurmException(
        new SlurmError(
            error.kind(),
            error.request(),
            tokens.redact(message),
            error.httpStatus(),
            error.slurmErrno()),
        cause);
  }

  private String whyRefused(String message) {
    Optional<String> holder = tokens.user().filter(name -> !user.isEmpty() && !name.equals(user));
    if (isExpired()) {
      Instant expiry = tokens.expiry().orElseThrow();
      return "the token expired at " + expiry + "; " + tokens.remedy() + " (" + message + ")";
    }
    if (holder.isPresent()) {
      return "the token is for user " + holder.get() + ", not " + user + " (" + message + ")";
    }
    return tokens.isConfigured()
        ? message
        : message + "; no token is configured, and this slurmrestd wants one";
  }

  @Override
  public void close() {
    transport.close();
  }
}
