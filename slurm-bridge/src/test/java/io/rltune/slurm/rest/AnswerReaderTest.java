package io.rltune.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of the records the wanted fields are read, and a part of an answer is no answer. */
class AnswerReaderTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Set<String> WANTED = Set.of("job_id", "name", "time");
  private static final RecordArray JOBS = new RecordArray("jobs", WANTED);

  @Property(tries = 2000)
  void recordsAreWhatJacksonReads(
      @ForAll("answers") ObjectNode answer,
      @ForAll boolean pretty,
      @ForAll @IntRange(min = 1, max = 40) int piece)
      throws IOException {
    String text = pretty ? answer.toPrettyString() : answer.toString();
    List<JsonNode> found = new ArrayList<>();
    AnswerReader.Envelope envelope =
        AnswerReader.read(pieces(text, piece), JOBS, record -> found.add(record));
    List<JsonNode> expected = new ArrayList<>();
    if (answer.path("jobs").isArray()) {
      answer.path("jobs").forEach(job -> expected.add(wanted(job)));
    }
    // As text: a parsed 7 is a long, a made one an int.
    assertThat(found)
        .map(JsonNode::toString)
        .isEqualTo(expected.stream().map(JsonNode::toString).toList());
    assertThat(envelope.recordCount()).isEqualTo(expected.size());
    assertThat(envelope.hasRecords()).isEqualTo(answer.path("jobs").isArray());
    assertThat(envelope.meta().toString()).isEqualTo(answer.path("meta").toString());
  }

  /** A connection may end anywhere. */
  @Property(tries = 500)
  void noBeginOfAnAnswerIsAnAnswer(
      @ForAll("answers") ObjectNode answer,
      @ForAll @IntRange(min = 0, max = 1_000_000) int cut,
      @ForAll @IntRange(min = 1, max = 40) int piece) {
    String text = answer.toString();
    String begin = text.substring(0, cut % text.length());
    assertThat(catchThrowable(() -> AnswerReader.read(pieces(begin, piece), JOBS, record -> {})))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{'jobs':[{'job_id':1}]",
        "{'jobs':[{'job_id':1}",
        "{'jobs':[{'job_id':1,'name':'",
        "{'jobs':[{'job_id",
        "{'jobs':[{'x':[1,{'a':2",
        "{'jobs':[{'x':[1}]}",
        "{'jobs':[{'x':{'a':1]}]}",
        "{'jobs':[{'job_id' 1}]}",
        "{'jobs':[{'job_id':1}{}]}",
        "{'jobs':[{'job_id':1 'name'}]}",
        "{'jobs':[{job_id:1}]}",
        "{'jobs':[{'job_id':}]}",
        "{'jobs':[{'job_id':1,}]}",
        "{'jobs':[,]}",
        "{'jobs':[{'job_id':1}],}",
        "{'jobs':[{'x':1:2}]}",
        "{'jobs':[{'job_id':zwölf}]}",
        "[{'job_id':1}]",
      })
  void whatIsNoWholeAnswerIsNone(String text) {
    assertThat(
            catchThrowable(
                () -> AnswerReader.read(pieces(text.replace('\'', '"'), 7), JOBS, record -> {})))
        .isInstanceOf(IOException.class);
  }

  @Test
  void anAnswerNestedWithoutEndIsNone() {
    String deep = "{\"x\":" + "[".repeat(100_000);
    assertThat(catchThrowable(() -> AnswerReader.read(pieces(deep, 4096), JOBS, record -> {})))
        .isInstanceOf(IOException.class);
  }

  /** Names and values that lie across the pieces in which an answer is read. */
  @Test
  void recordsLongerThanTheBuffer() throws IOException {
    String longName = "\\\"\\\\ä".repeat(50_000);
    String text = "{\"jobs\":[{\"name\":\"" + longName + "\",\"note\":\"" + longName + "\"}]}";
    List<JsonNode> found = new ArrayList<>();
    AnswerReader.read(pieces(text, 65_521), JOBS, record -> found.add(record));
    assertThat(found).singleElement().isEqualTo(wanted(JSON.readTree(text).at("/jobs/0")));
  }

  private static JsonNode wanted(JsonNode job) {
    if (!job.isObject()) {
      return job;
    }
    ObjectNode kept = NODES.objectNode();
    job.fields()
        .forEachRemaining(
            field -> {
              if (WANTED.contains(field.getKey())) {
                kept.set(field.getKey(), field.getValue());
              }
            });
    return kept;
  }

  @Provide
  Arbitrary<ObjectNode> answers() {
    Arbitrary<JsonNode> records = object(values(2), "job_id", "name", "time", "jobs", "x", "nam");
    Arbitrary<JsonNode> jobs =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(8, records.list().ofMaxSize(5).map(AnswerReaderTest::array)),
            net.jqwik.api.Tuple.of(1, values(1)));
    return Arbitraries.maps(
            Arbitraries.of("meta", "jobs", "warnings", "errors", "other"), values(2))
        .ofMaxSize(5)
        .flatMap(
            members ->
                jobs.map(
                    list -> {
                      ObjectNode answer = NODES.objectNode();
                      members.forEach(answer::set);
                      answer.set("jobs", list);
                      return answer;
                    }));
  }

  private static Arbitrary<JsonNode> values(int depth) {
    Arbitrary<JsonNode> plain =
        Arbitraries.oneOf(
            Arbitraries.longs().map(NODES::numberNode),
            Arbitraries.strings()
                .withChars("a\"\\{}[],:\n ä€")
                .ofMaxLength(12)
                .map(NODES::textNode),
            Arbitraries.of(NODES.nullNode(), NODES.booleanNode(true), NODES.booleanNode(false)));
    if (depth == 0) {
      return plain;
    }
    Arbitrary<JsonNode> inner = values(depth - 1);
    return Arbitraries.oneOf(
        plain,
        inner.list().ofMaxSize(3).map(AnswerReaderTest::array),
        object(inner, "set", "number", "job_id", "jobs"));
  }

  private static Arbitrary<JsonNode> object(Arbitrary<JsonNode> values, String... names) {
    return Arbitraries.maps(Arbitraries.of(names), values)
        .ofMaxSize(names.length)
        .map(
            (Map<String, JsonNode> members) -> {
              ObjectNode object = NODES.objectNode();
              members.forEach(object::set);
              return object;
            });
  }

  private static JsonNode array(List<? extends JsonNode> elements) {
    ArrayNode array = NODES.arrayNode();
    elements.forEach(array::add);
    return array;
  }

  /** A stream that gives a few bytes at a time. */
  private static InputStream pieces(String text, int most) {
    return new FilterInputStream(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        return super.read(buffer, offset, Math.min(length, most));
      }
    };
  }
}
