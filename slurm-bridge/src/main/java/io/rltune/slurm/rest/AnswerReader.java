package io.rltune.slurm.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads one JSON answer of slurmrestd, giving away the records of its main array one at a time: an
 * answer of 50,000 jobs is 160 MB and is never in memory as a whole.
 */
public final class AnswerReader {
  /**
   * Slurm's JSON libraries print Infinity and NaN bare, and copy job names as they are: bytes that
   * are no UTF-8, or control characters, must not cost the whole queue.
   */
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .build();

  /**
   * An answer without its records.
   *
   * @param meta version of Slurm, plugins
   * @param errors entries of {@code errors}; any at all means failure
   * @param warnings entries of {@code warnings}
   * @param results per-task results of an array update
   * @param hasRecords whether the main array was there, and was an array
   * @param recordCount how many records it had
   * @param lastUpdate slurmctld's clock when it made the list, seconds since the epoch; 0 where the
   *     version does not tell
   */
  public record Envelope(
      JsonNode meta,
      List<JsonNode> errors,
      List<JsonNode> warnings,
      List<JsonNode> results,
      boolean hasRecords,
      int recordCount,
      long lastUpdate) {
    public Envelope {
      errors = List.copyOf(errors);
      warnings = List.copyOf(warnings);
      results = List.copyOf(results);
    }
  }

  /** JSON of another shape than every answer of slurmrestd has. */
  public static final class NotAnAnswer extends IOException {
    private static final long serialVersionUID = 1L;

    NotAnAnswer(String message) {
      super(message);
    }
  }

  /** What may follow the JSON: a line end, the last chunk. */
  private static final int LONGEST_REST = 64;

  /** Of a table that holds the wanted fields of a record without growing. */
  private static final int RECORD_CAPACITY = 64;

  /** Of one that holds {@code {"set":true,"infinite":false,"number":1}}. */
  private static final int SMALL_CAPACITY = 4;

  private final RecordArray records;
  private final Consumer<JsonNode> onRecord;
  private final List<JsonNode> errorList = new ArrayList<>();
  private final List<JsonNode> warningList = new ArrayList<>();
  private final List<JsonNode> resultList = new ArrayList<>();
  private JsonNode meta = MissingNode.getInstance();
  private boolean hasRecords;
  private int recordCount;
  private long lastUpdate;

  private AnswerReader(RecordArray records, Consumer<JsonNode> onRecord) {
    this.records = records;
    this.onRecord = onRecord;
  }

  /**
   * Reads an answer to its end.
   *
   * @param records the main array
   * @throws NotAnAnswer when the text is JSON, but no object
   * @throws IOException when the text is not JSON or is cut short, or when reading fails
   */
  public static Envelope read(InputStream in, RecordArray records, Consumer<JsonNode> onRecord)
      throws IOException {
    return new AnswerReader(records, onRecord).read(in);
  }

  private Envelope read(InputStream in) throws IOException {
    try (JsonParser parser = JSON.getFactory().createParser(new WellFormedUtf8(in))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new NotAnAnswer("not a JSON object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        field(parser, name);
      }
      if (parser.currentToken() != JsonToken.END_OBJECT) {
        throw new NotAnAnswer("JSON object not closed");
      }
      // To the very end, or the connection cannot be used again.
      in.readNBytes(LONGEST_REST);
    }
    return new Envelope(
        meta, errorList, warningList, resultList, hasRecords, recordCount, lastUpdate);
  }

  private void field(JsonParser parser, String name) throws IOException {
    if (name.equals(records.key()) && parser.currentToken() == JsonToken.START_ARRAY) {
      hasRecords = true;
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (parser.currentToken() == null) {
          throw new NotAnAnswer("\"" + name + "\" is cut short");
        }
        recordCount++;
        onRecord.accept(record(parser));
      }
      return;
    }
    if (records.isObject()
        && name.equals(records.key())
        && parser.currentToken() == JsonToken.START_OBJECT) {
      hasRecords = true;
      recordCount++;
      onRecord.accept(record(parser));
      return;
    }
    switch (name) {
      case "last_update" -> {
        JsonNode at = JSON.readTree(parser);
        lastUpdate = at.path("number").asLong(0);
      }
      case "meta" -> meta = JSON.readTree(parser);
      case "errors" -> addAll(errorList, JSON.readTree(parser));
      case "warnings" -> addAll(warningList, JSON.readTree(parser));
      case "results" -> addAll(resultList, JSON.readTree(parser));
      default -> parser.skipChildren();
    }
  }

  /** A record with the wanted fields only. */
  private JsonNode record(JsonParser parser) throws IOException {
    if (records.fields().isEmpty() || parser.currentToken() != JsonToken.START_OBJECT) {
      return JSON.readTree(parser);
    }
    ObjectNode record = object(RECORD_CAPACITY);
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      parser.nextToken();
      if (records.fields().contains(name)) {
        record.set(name, value(parser));
      } else {
        parser.skipChildren();
      }
    }
    return record;
  }

  /**
   * A value with all that is in it. Numbers come as objects of three fields, a dozen in each
   * record, for which a mapper's general machinery and its large tables are a third of the reading.
   */
  private static JsonNode value(JsonParser parser) throws IOException {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (parser.currentToken()) {
      case VALUE_STRING -> nodes.textNode(parser.getText());
      case VALUE_TRUE -> nodes.booleanNode(true);
      case VALUE_FALSE -> nodes.booleanNode(false);
      case VALUE_NULL -> nodes.nullNode();
      case VALUE_NUMBER_INT ->
          parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
              ? nodes.numberNode(parser.getBigIntegerValue())
              : nodes.numberNode(parser.getLongValue());
      case START_OBJECT -> {
        ObjectNode object = object(SMALL_CAPACITY);
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
          parser.nextToken();
          object.set(name, value(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        ArrayNode array = nodes.arrayNode(SMALL_CAPACITY);
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(value(parser));
        }
        yield array;
      }
      default -> JSON.readTree(parser);
    };
  }

  private static ObjectNode object(int capacity) {
    return new ObjectNode(JsonNodeFactory.instance, new LinkedHashMap<>(capacity));
  }

  private static void addAll(List<JsonNode> list, JsonNode node) {
    if (node.isArray()) {
      node.forEach(list::add);
    } else if (!isNothing(node)) {
      list.add(node);
    }
  }

  /** {@code null}, {@code {}} and {@code ""} all say that there is nothing. */
  private static boolean isNothing(JsonNode node) {
    return node.isNull()
        || (node.isContainerNode() && node.isEmpty())
        || (node.isTextual() && node.asText().isBlank());
  }
}
