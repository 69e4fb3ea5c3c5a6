package io.rltune.slurm.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.rltune.model.CleanText;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmError.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether an answer may be used. HTTP 200 proves nothing: any entry in {@code errors}, a
 * missing array, or an empty one beside a warning is a failure, never an empty queue.
 */
public final class Verdict {
  private static final int LONGEST_MESSAGE = 400;

  private Verdict() {}

  /**
   * Judges the answer to a read.
   *
   * @param recordsKey the array that must be there; empty for none
   * @return empty when the answer may be used
   */
  public static Optional<SlurmError> ofRead(
      String request, int status, String recordsKey, AnswerReader.Envelope envelope) {
    if (!envelope.errors().isEmpty()) {
      return Optional.of(failure(request, status, envelope, Kind.MALFORMED));
    }
    if (status != 200) {
      return Optional.of(bare(request, status, "no error in the body"));
    }
    if (!recordsKey.isEmpty() && !envelope.hasRecords()) {
      return Optional.of(
          new SlurmError(
              Kind.MALFORMED, request, "answer has no array \"" + recordsKey + "\"", status, 0));
    }
    if (!recordsKey.isEmpty() && envelope.recordCount() == 0 && !allSayEmpty(envelope.warnings())) {
      return Optional.of(
          new SlurmError(
              Kind.MALFORMED,
              request,
              "empty \"" + recordsKey + "\" beside a warning: " + texts(envelope.warnings()),
              status,
              0));
    }
    return Optional.empty();
  }

  /**
   * Whether the answer to a read with {@code update_time} says that nothing has changed: from 24.11
   * on an empty list beside "No job changes since". Only ever asked of such a read: to any other
   * the same answer is a failure.
   */
  static boolean saysUnchanged(int status, AnswerReader.Envelope envelope) {
    return status == 200
        && envelope.errors().isEmpty()
        && envelope.recordCount() == 0
        && !envelope.warnings().isEmpty()
        && envelope.warnings().stream()
            .allMatch(warning -> text(warning).startsWith("No job changes since"));
  }

  /** Whether a warning only says that the list is empty, as 24.11 does: "Zero jobs to dump". */
  public static boolean saysEmpty(String warning) {
    return warning.matches("Zero \\w+ to dump.*");
  }

  /**
   * Judges the answer to a write; unlike a read, a warning means that a field was not understood.
   */
  public static Optional<SlurmError> ofWrite(
      String request, int status, AnswerReader.Envelope envelope) {
    if (!envelope.errors().isEmpty()) {
      return Optional.of(failure(request, status, envelope, Kind.REJECTED));
    }
    if (status != 200) {
      return Optional.of(bare(request, status, "no error in the body"));
    }
    for (JsonNode result : envelope.results()) {
      int errno = result.path("error_code").asInt(0);
      if (errno != 0) {
        return Optional.of(
            new SlurmError(
                ErrorKinds.ofErrno(errno).orElse(Kind.REJECTED),
                request,
                clean("for task " + result.path("job_id").asText("?") + ": " + text(result)),
                status,
                errno));
      }
    }
    if (!envelope.warnings().isEmpty()) {
      return Optional.of(
          new SlurmError(Kind.REJECTED, request, texts(envelope.warnings()), status, 0));
    }
    return Optional.empty();
  }

  /** An answer that is not JSON at all. */
  public static SlurmError ofText(String request, int status, String contentType, String body) {
    String shown = body.isBlank() ? "empty answer" : clean(body);
    if (status == 404 && body.contains("Unable find requested URL")) {
      return new SlurmError(
          Kind.VERSION, request, "slurmrestd does not serve this API version: " + shown, status, 0);
    }
    Kind kind =
        ErrorKinds.ofStatus(status)
            .or(() -> status == 200 ? Optional.empty() : ErrorKinds.ofText(body))
            .orElse(Kind.MALFORMED);
    String type = contentType.isEmpty() ? "no content type" : contentType;
    return new SlurmError(kind, request, clean(type + ": " + shown), status, 0);
  }

  private static boolean allSayEmpty(List<JsonNode> warningList) {
    return warningList.stream().allMatch(warning -> saysEmpty(text(warning)));
  }

  private static SlurmError failure(
      String request, int status, AnswerReader.Envelope envelope, Kind otherwise) {
    int errno = 0;
    for (JsonNode error : envelope.errors()) {
      int number = error.path("error_number").asInt(error.path("error_code").asInt(0));
      if (errno == 0 || errno == -1 || ErrorKinds.ofErrno(number).isPresent()) {
        errno = number == 0 ? errno : number;
      }
    }
    String message = texts(envelope.errors());
    Kind kind =
        ErrorKinds.ofErrno(errno)
            .or(() -> ErrorKinds.ofText(message))
            .or(() -> otherwise == Kind.MALFORMED ? unspecified(status, message) : Optional.empty())
            .or(() -> ErrorKinds.ofStatus(status))
            .orElse(otherwise);
    return new SlurmError(kind, request, message, status, errno);
  }

  /**
   * Reads only: of a write, all releases say so when a job_submit plugin refuses it. slurmrestd
   * before 24.11 answers a bad or expired token with HTTP 500, number -1 and "Unspecified error".
   * It says the same of a dead slurmctld, but only after seconds of trying, which {@link
   * RestClient} measures.
   */
  private static Optional<Kind> unspecified(int status, String message) {
    return status == 500 && message.contains("Unspecified error")
        ? Optional.of(Kind.AUTH)
        : Optional.empty();
  }

  private static SlurmError bare(String request, int status, String message) {
    Kind kind = ErrorKinds.ofStatus(status).orElse(Kind.MALFORMED);
    return new SlurmError(kind, request, message, status, 0);
  }

  private static String texts(List<JsonNode> entryList) {
    List<String> textList = new ArrayList<>();
    entryList.forEach(entry -> textList.add(text(entry)));
    return clean(String.join("; ", textList));
  }

  private static String text(JsonNode entry) {
    if (!entry.isObject()) {
      return entry.asText();
    }
    String description = entry.path("description").asText("");
    String error = entry.path("error").asText("");
    if (description.isEmpty() || error.isEmpty()) {
      return description + error;
    }
    return error + " (" + description + ")";
  }

  /** One line of bounded length without control characters. */
  public static String clean(String text) {
    return CleanText.line(text.replaceAll("\\p{Cntrl}+", " ").strip(), LONGEST_MESSAGE);
  }
}
