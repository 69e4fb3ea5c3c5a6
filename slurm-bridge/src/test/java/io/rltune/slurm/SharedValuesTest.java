package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** The values of the captured answers, of four releases and their API versions, are read right. */
class SharedValuesTest {
  private static final String FIXTURES = "slurmrestd-fixtures";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Counted by hand over all files of nodes. */
  @Test
  void gpusByTypeInAllNodes() throws Exception {
    Map<String, Integer> total = new TreeMap<>();
    Map<String, Integer> used = new TreeMap<>();
    for (Path file : files("slurm-nodes?(-.*)?\\.json")) {
      for (Node node : nodes(file).nodes()) {
        node.gpus()
            .forEach(
                (type, count) -> {
                  total.merge(type, count.total(), Integer::sum);
                  used.merge(type, count.used(), Integer::sum);
                });
      }
    }
    assertThat(total).isEqualTo(Map.of("h100", 102, "h200", 44, "", 8));
    assertThat(used).isEqualTo(Map.of("h100", 23, "h200", 8, "", 4));
  }

  @Test
  void statesOfAllNodes() throws Exception {
    Map<String, Integer> states = new TreeMap<>();
    for (Path file : files("slurm-nodes?(-.*)?\\.json")) {
      for (Node node : nodes(file).nodes()) {
        String flags = String.join("+", new TreeSet<>(node.state().flags()));
        String usable = node.isUsable() ? " usable" : "";
        states.merge(node.state().base() + " " + flags + usable, 1, Integer::sum);
      }
    }
    Map<String, Integer> expected = new TreeMap<>();
    expected.put("IDLE  usable", 124);
    expected.put("ALLOCATED  usable", 14);
    expected.put("DOWN ", 11);
    expected.put("IDLE DRAIN", 11);
    expected.put("IDLE COMPLETING", 9);
    expected.put("MIXED  usable", 9);
    expected.put("IDLE PLANNED", 5);
    expected.put("MIXED PLANNED", 3);
    expected.put("MIXED DRAIN", 1);
    expected.put("IDLE COMPLETING+PLANNED", 1);
    assertThat(states).isEqualTo(expected);
  }

  /** Each number beside the one in the file. */
  @Test
  void everyNode() throws Exception {
    SoftAssertions softly = new SoftAssertions();
    for (Path file : files("slurm-nodes?(-.*)?\\.json")) {
      ClusterSnapshot snapshot = nodes(file);
      for (JsonNode raw : SharedFiles.json(file).get("nodes")) {
        Node node = snapshot.nodesByName().get(raw.get("name").asText());
        String where = file + " " + node.name();
        softly.assertThat(node.oddity()).as(where).isEmpty();
        softly.assertThat(node.cpusTotal()).as(where).isEqualTo(raw.get("cpus").asInt());
        softly.assertThat(node.cpusUsed()).as(where).isEqualTo(raw.get("alloc_cpus").asInt());
        softly.assertThat(node.memMbTotal()).as(where).isEqualTo(raw.get("real_memory").asLong());
        softly.assertThat(node.memMbUsed()).as(where).isEqualTo(raw.get("alloc_memory").asLong());
        softly.assertThat(node.weight()).as(where).isEqualTo(raw.get("weight").asInt());
        softly.assertThat(node.partitions()).as(where).isEqualTo(texts(raw.get("partitions")));
      }
    }
    softly.assertAll();
  }

  @Test
  void everyJob() throws Exception {
    SoftAssertions softly = new SoftAssertions();
    Map<String, Integer> states = new TreeMap<>();
    for (Path file : files("slurm-jobs?(-.*)?\\.json")) {
      Map<Long, Job> jobs = new TreeMap<>();
      jobs(file).jobs().forEach(job -> jobs.put(job.id(), job));
      for (JsonNode raw : SharedFiles.json(file).get("jobs")) {
        String state = raw.get("job_state").get(0).asText();
        Job job = jobs.get(raw.get("job_id").asLong());
        String where = file + " " + raw.get("job_id");
        states.merge(state, 1, Integer::sum);
        compare(softly, where, raw, job);
      }
    }
    softly.assertAll();
    assertThat(states)
        .isEqualTo(
            Map.of(
                "RUNNING",
                79,
                "PENDING",
                34,
                "COMPLETED",
                38,
                "TIMEOUT",
                12,
                "FAILED",
                12,
                "CANCELLED",
                11));
  }

  private static void compare(SoftAssertions softly, String where, JsonNode raw, Job job) {
    softly.assertThat(job.oddity()).as(where).isEmpty();
    softly.assertThat(job.state().base()).as(where).isEqualTo(raw.get("job_state").get(0).asText());
    softly.assertThat(job.user()).as(where).isEqualTo(raw.get("user_name").asText());
    softly.assertThat(job.account()).as(where).isEqualTo(raw.get("account").asText());
    softly.assertThat(job.qos()).as(where).isEqualTo(raw.get("qos").asText());
    softly
        .assertThat(String.join(",", job.partitions()))
        .as(where)
        .isEqualTo(raw.get("partition").asText());
    softly.assertThat(job.priority()).as(where).isEqualTo(number(raw.get("priority")));
    softly.assertThat(job.times().submit()).as(where).isEqualTo(number(raw.get("submit_time")));
    softly.assertThat(job.times().start()).as(where).isEqualTo(number(raw.get("start_time")));
    softly
        .assertThat(job.request().timeLimitS())
        .as(where)
        .isEqualTo(60 * number(raw.get("time_limit")));
    softly.assertThat(job.request().cpus()).as(where).isEqualTo(number(raw.get("cpus")));
    softly
        .assertThat((long) job.request().minNodes())
        .as(where)
        .isGreaterThanOrEqualTo(number(raw.get("node_count")));
    if (job.state().base().equals("RUNNING")) {
      softly
          .assertThat((long) job.nodes().size())
          .as(where)
          .isEqualTo(number(raw.get("node_count")));
    }
  }

  private static long number(JsonNode value) {
    return value.isObject() ? value.get("number").asLong() : value.asLong();
  }

  private static Set<String> texts(JsonNode array) {
    Set<String> texts = new TreeSet<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static ClusterSnapshot nodes(Path file) throws Exception {
    return CapturedAnswers.snapshot(JSON.readTree("{\"jobs\":[]}"), SharedFiles.json(file), null);
  }

  private static ClusterSnapshot jobs(Path file) throws Exception {
    return CapturedAnswers.snapshot(
        SharedFiles.json(file), SharedFiles.json(file.resolveSibling("slurm-nodes.json")), null);
  }

  private static List<Path> files(String pattern) throws IOException {
    List<Path> fileList = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SharedFiles.directory(FIXTURES))) {
      files
          .filter(file -> file.getFileName().toString().matches(pattern))
          .filter(file -> !file.getFileName().toString().matches(".*(unfound|archived).*"))
          .sorted()
          .forEach(fileList::add);
    }
    assertThat(fileList).isNotEmpty();
    return fileList;
  }
}
