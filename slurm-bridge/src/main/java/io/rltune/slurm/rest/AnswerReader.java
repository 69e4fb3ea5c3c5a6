package io.rltune.slurm.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads one JSON answer of slurmrestd, giving away the records of its main array one at a time: an
 * answer of 50,000 jobs is 160 MB and is never in memory as a whole.
 */
public final class AnswerReader {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * An answer without its records.
   *
   * @param meta version of Slurm, plugins
   * @param errors entries of {@code errors}; any at all means failure
   * @param warnings entries of {@code warnings}
   * @param results per-task results of an array update
   * @param hasRecords whether the main array was there, and was an array
   * @param recordCount how many records it had
   */
  public record Envelope(
      JsonNode meta,
      List<JsonNode> errors,
      List<JsonNode> warnings,
      List<JsonNode> results,
      boolean hasRecords,
      int recordCount) {
    public Envelope {
      errors = List.copyOf(errors);
      warnings = List.copyOf(warnings);
      results = List.copyOf(results);
    }
  }

  private final String recordsKey;
  private final Consumer<JsonNode> onRecord;
  private final List<JsonNode> errorList = new ArrayList<>();
  private final List<JsonNode> warningList = new ArrayList<>();
  private final List<JsonNode> resultList = new ArrayList<>();
  private JsonNode meta = MissingNode.getInstance();
  private boolean hasRecords;
  private int recordCount;

  private AnswerReader(String recordsKey, Consumer<JsonNode> onRecord) {
    this.recordsKey = recordsKey;
    this.onRecord = onRecord;
  }

  /**
   * Reads an answer to its end.
   *
   * @param recordsKey name of the main array, e.g. {@code jobs}; empty for none
   * @throws IOException when the text is not JSON, is no object, or is cut short
   */
  public static Envelope read(InputStream in, String recordsKey, Consumer<JsonNode> onRecord)
      throws IOException {
    return new AnswerReader(recordsKey, onRecord).read(in);
  }

  private Envelope read(InputStream in) throws IOException {
    try (JsonParser parser = JSON.getFactory().createParser(in)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("not a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        field(parser, name);
      }
      if (parser.currentToken() != JsonToken.END_OBJECT) {
        throw new IOException("JSON object not closed");
      }
    }
    return new Envelope(meta, errorList, warningList, resultList, hasRecords, recordCount);
  }

  private void field(JsonParser parser, String name) throws IOException {
    if (name.equals(recordsKey) && parser.currentToken() == JsonToken.START_ARRAY) {
      hasRecords = true;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (parser.currentToken() == null) {
          throw new IOException("\"" + name + "\" is cut short");
        }
        recordCount++;
        onRecord.accept(JSON.readTree(parser));
      }
      return;
    }
    switch (name) {
      case "meta" -> meta = JSON.readTree(parser);
      case "errors" -> addAll(errorList, JSON.readTree(parser));
      case "warnings" -> addAll(warningList, JSON.readTree(parser));
      case "results" -> addAll(resultList, JSON.readTree(parser));
      default -> parser.skipChildren();
    }
  }

  private static void addAll(List<JsonNode> list, JsonNode node) {
    if (node.isArray()) {
      node.forEach(list::add);
    } else if (!node.isNull() && !(node.isContainerNode() && node.isEmpty())) {
      list.add(node);
    }
  }
}
