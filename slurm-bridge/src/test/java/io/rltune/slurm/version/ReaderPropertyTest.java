package io.rltune.slurm.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds of every record of a job or a node, not only of those of the tables. */
class ReaderPropertyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> VERSIONS =
      List.of(
          "v0.0.38", "v0.0.39", "v0.0.40", "v0.0.41", "v0.0.42", "v0.0.43", "v0.0.44", "v0.0.45");

  private static final List<String> JOB_NUMBERS =
      List.of(
          "array_max_tasks",
          "cpus",
          "end_time",
          "eligible_time",
          "het_job_id",
          "max_nodes",
          "memory_per_node",
          "nice",
          "node_count",
          "priority",
          "start_time",
          "submit_time",
          "tasks",
          "time_limit",
          "user_id");

  private static final List<String> NODE_NUMBERS =
      List.of("cpus", "alloc_cpus", "real_memory", "alloc_memory", "weight");

  /** In whatever encoding its numbers stand, and in whatever order its fields: the same job. */
  @Property(tries = 600)
  void theEncodingOfItsNumbersDoesNotChangeAJob(
      @ForAll("versions") String version, @ForAll("seeds") long seed) {
    Random random = new Random(seed);
    TreeMap<String, Long> values = values(JOB_NUMBERS, random);
    ObjectNode plain = job();
    values.forEach(plain::put);
    ObjectNode encoded = job();
    values.forEach((field, value) -> encoded.set(field, encoded(value, random)));
    ApiAdapter adapter = ApiVersions.adapter(version).orElseThrow();
    assertThat(adapter.job(shuffled(encoded, random), new ParsedTexts()))
        .isEqualTo(adapter.job(plain, new ParsedTexts()));
    assertThat(adapter.job(plain, new ParsedTexts())).isPresent();
  }

  @Property(tries = 400)
  void theEncodingOfItsNumbersDoesNotChangeANode(
      @ForAll("versions") String version, @ForAll("seeds") long seed) {
    Random random = new Random(seed);
    TreeMap<String, Long> values = values(NODE_NUMBERS, random);
    ObjectNode plain = node();
    values.forEach(plain::put);
    ObjectNode encoded = node();
    values.forEach((field, value) -> encoded.set(field, encoded(value, random)));
    ApiAdapter adapter = ApiVersions.adapter(version).orElseThrow();
    assertThat(adapter.node(shuffled(encoded, random), new ParsedTexts()))
        .isEqualTo(adapter.node(plain, new ParsedTexts()));
    assertThat(adapter.node(plain, new ParsedTexts())).isPresent();
  }

  /** Every spelling of "no value" is the same job as the field left out. */
  @Property(tries = 400)
  void everySpellingOfNoValueIsTheSame(
      @ForAll("versions") String version, @ForAll @IntRange(max = 3) int which) {
    String field = List.of("time_limit", "array_max_tasks", "het_job_id", "max_nodes").get(which);
    ApiAdapter adapter = ApiVersions.adapter(version).orElseThrow();
    for (String nothing :
        List.of(
            "null",
            "4294967294",
            "{\"set\":false,\"infinite\":false,\"number\":0}",
            "\"\"",
            "{}",
            "\"N/A\"",
            "18446744073709551614")) {
      ObjectNode record = job();
      record.set(field, read(nothing));
      assertThat(adapter.job(record, new ParsedTexts()))
          .as("%s %s", field, nothing)
          .isEqualTo(adapter.job(job(), new ParsedTexts()));
    }
  }

  /** Fields that nobody knows change nothing. */
  @Property(tries = 400)
  void unknownFieldsAreIgnored(
      @ForAll("versions") String version,
      @ForAll("values") String value,
      @ForAll("seeds") long seed) {
    ApiAdapter adapter = ApiVersions.adapter(version).orElseThrow();
    ObjectNode job = job();
    ObjectNode node = node();
    for (String field : List.of("brand_new", "job_idx", "nodes_", "Priority", "")) {
      job.set(field, read(value));
      node.set(field, read(value));
    }
    Random random = new Random(seed);
    assertThat(adapter.job(shuffled(job, random), new ParsedTexts()))
        .isEqualTo(adapter.job(job(), new ParsedTexts()));
    assertThat(adapter.node(shuffled(node, random), new ParsedTexts()))
        .isEqualTo(adapter.node(node(), new ParsedTexts()));
  }

  /**
   * Whatever stands in a field that is read: the record is there, or odd, and nothing is thrown.
   */
  @Property(tries = 2000)
  void anyValueInAnyFieldCostsNoMoreThanItsRecord(
      @ForAll("versions") String version,
      @ForAll("jobFields") String jobField,
      @ForAll("nodeFields") String nodeField,
      @ForAll("values") String value) {
    ApiAdapter adapter = ApiVersions.adapter(version).orElseThrow();
    ObjectNode job = job();
    job.set(jobField, read(value));
    assertThatCode(
            () ->
                adapter
                    .job(job, new ParsedTexts())
                    .ifPresent(read -> assertThat(read.id()).isPositive()))
        .as("job %s=%s", jobField, value)
        .doesNotThrowAnyException();
    ObjectNode node = node();
    node.set(nodeField, read(value));
    assertThatCode(() -> adapter.node(node, new ParsedTexts()))
        .as("node %s=%s", nodeField, value)
        .doesNotThrowAnyException();
  }

  /** Unknown states and flags are kept, and make a job no candidate and a node not usable. */
  @Property(tries = 300)
  void unknownStatesAreKeptAndSafe(
      @ForAll("versions") String version, @ForAll("words") String word) {
    ApiAdapter adapter = ApiVersions.adapter(version).orElseThrow();
    ObjectNode job = job();
    job.set("job_state", JSON.createArrayNode().add("PENDING").add(word));
    assertThat(adapter.job(job, new ParsedTexts()).orElseThrow().state().isPlainPending())
        .isFalse();
    assertThat(adapter.job(job, new ParsedTexts()).orElseThrow().state().flags()).contains(word);
    ObjectNode node = node();
    node.set("state", JSON.createArrayNode().add("IDLE").add(word));
    assertThat(adapter.node(node, new ParsedTexts()).orElseThrow().isUsable()).isFalse();
    assertThat(adapter.node(node, new ParsedTexts()).orElseThrow().state().flags()).contains(word);
  }

  @Provide
  Arbitrary<String> versions() {
    return Arbitraries.of(VERSIONS);
  }

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs();
  }

  @Provide
  Arbitrary<String> jobFields() {
    return Arbitraries.of(List.copyOf(JobReader.FIELDS));
  }

  @Provide
  Arbitrary<String> nodeFields() {
    return Arbitraries.of(List.copyOf(NodeReader.FIELDS));
  }

  @Provide
  Arbitrary<String> words() {
    return Arbitraries.strings()
        .withCharRange('A', 'Z')
        .ofMinLength(3)
        .ofMaxLength(12)
        .map(word -> "X_" + word);
  }

  /** Any JSON: numbers at their limits, texts, lists, objects, nested ones. */
  @Provide
  Arbitrary<String> values() {
    Arbitrary<String> simple =
        Arbitraries.oneOf(
            Arbitraries.longs().map(String::valueOf),
            Arbitraries.of(
                "null",
                "true",
                "{}",
                "[]",
                "\"\"",
                "1e30",
                "-0.0",
                "18446744073709551615",
                "9223372036854775808",
                "[null]",
                "[[]]",
                "{\"set\":true}",
                "{\"number\":[]}",
                "{\"set\":{},\"infinite\":[],\"number\":\"x\"}",
                "\"n[1-\"",
                "\"gpu:a:b:c:d\"",
                "\"1-5%\"",
                "\"gres/gpu=99999999999999999999\""),
            Arbitraries.strings().ofMaxLength(12).map(text -> quoted(text)));
    return Arbitraries.oneOf(
        simple,
        simple.list().ofMaxSize(3).map(list -> "[" + String.join(",", list) + "]"),
        simple.map(value -> "{\"set\":true,\"infinite\":false,\"number\":" + value + "}"));
  }

  private static TreeMap<String, Long> values(List<String> fields, Random random) {
    TreeMap<String, Long> values = new TreeMap<>();
    fields.forEach(field -> values.put(field, (long) random.nextInt(1, 60_000)));
    return values;
  }

  private static JsonNode encoded(long value, Random random) {
    ObjectNode complex = JSON.createObjectNode();
    switch (random.nextInt(6)) {
      case 0:
        return JsonNodeFactory.instance.numberNode(value);
      case 1:
        return JsonNodeFactory.instance.textNode(Long.toString(value));
      case 2:
        return JsonNodeFactory.instance.numberNode((double) value);
      case 3:
        return complex.put("number", value);
      case 4:
        return complex.put("number", value).put("infinite", false).put("set", true);
      default:
        return complex.put("set", true).put("infinite", false).put("number", value).put("new", 1);
    }
  }

  private static ObjectNode shuffled(ObjectNode record, Random random) {
    List<String> names = new ArrayList<>();
    record.fieldNames().forEachRemaining(names::add);
    Collections.shuffle(names, random);
    ObjectNode shuffled = JSON.createObjectNode();
    names.forEach(name -> shuffled.set(name, record.get(name)));
    return shuffled;
  }

  private static ObjectNode job() {
    return (ObjectNode)
        read(
            "{\"job_id\":7,\"job_state\":[\"PENDING\"],\"partition\":\"p\",\"name\":\"x\","
                + "\"tres_per_node\":\"gres/gpu:a100:2\",\"user_name\":\"u\"}");
  }

  private static ObjectNode node() {
    return (ObjectNode)
        read(
            "{\"name\":\"n1\",\"state\":[\"IDLE\"],\"gres\":\"gpu:a100:4\","
                + "\"gres_used\":\"gpu:a100:0\",\"cpus\":8,\"alloc_cpus\":0,\"real_memory\":1000,"
                + "\"alloc_memory\":0,\"partitions\":[\"p\"]}");
  }

  private static JsonNode read(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
  }

  private static String quoted(String text) {
    return JsonNodeFactory.instance.textNode(text).toString();
  }
}
