package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuCount;
import io.rltune.model.Job;
import io.rltune.model.Node;
import io.rltune.slurm.grammar.Gres;
import io.rltune.slurm.grammar.Hostlist;
import io.rltune.slurm.grammar.SlurmTime;
import io.rltune.slurm.grammar.Tres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a snapshot says of the zoo of jobs is what scontrol prints of it. The zoo was submitted anew
 * for each capture, so jobs are matched by name; what each asks for is the same.
 */
class CommandOutputTest {
  private static final Path SAMPLES = Path.of("real-slurm", "samples");
  private static final Pattern FIELD = Pattern.compile("(?:^| )([A-Za-z:/]+)=(\\S*)");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "22.05/zoo_v0.0.38",
        "24.11/zoo_v0.0.40",
        "24.11/zoo_v0.0.41",
        "24.11/zoo_v0.0.42",
        "26.05/zoo_v0.0.42",
        "26.05/zoo_v0.0.43",
        "26.05/zoo_v0.0.44",
        "26.05/zoo_v0.0.45"
      })
  void saysWhatScontrolSays(String zoo) throws Exception {
    Path samples = SharedFiles.directory(SAMPLES.toString());
    ClusterSnapshot snapshot =
        CapturedAnswers.snapshot(
            samples.resolve(zoo + "_jobs.json"),
            samples.resolve(zoo + "_nodes.json"),
            samples.resolve(zoo + "_partitions.json"));
    SoftAssertions softly = new SoftAssertions();
    int jobs = 0;
    Map<String, Job> byName =
        snapshot.jobs().stream().collect(Collectors.toMap(Job::name, job -> job, (a, b) -> a));
    for (Map<String, String> line : lines(samples, "scontrol_show_job_o.txt")) {
      Job job = byName.get(line.get("JobName"));
      if (job == null || job.hetJobId() > 0) {
        continue;
      }
      jobs++;
      softly.assertThat(facts(job)).as(job.name()).isEqualTo(facts(line));
    }
    int nodes = 0;
    for (Map<String, String> line : lines(samples, "scontrol_show_node_o.txt")) {
      nodes++;
      Node node = snapshot.nodesByName().get(line.get("NodeName"));
      softly.assertThat(facts(node)).as(node.name()).isEqualTo(nodeFacts(line));
    }
    softly.assertAll();
    assertThat(jobs).isGreaterThan(20);
    assertThat(nodes).isEqualTo(8);
  }

  private static String facts(Job job) {
    return "gpus=%d time=%d nice=%d account=%s qos=%s partition=%s features=%s held=%s excluded=%s"
        .formatted(
            job.request().gpus().total(),
            job.request().timeLimitS(),
            job.nice(),
            job.account(),
            job.qos(),
            String.join(",", job.partitions()),
            job.constraints().features(),
            job.reason().startsWith("JobHeld"),
            job.constraints().excludedNodes());
  }

  private static String facts(Map<String, String> line) throws Exception {
    long gpus = Tres.parse(line.get("TRES")).gres().stream().mapToLong(Gres.Item::count).sum();
    return "gpus=%d time=%d nice=%s account=%s qos=%s partition=%s features=%s held=%s excluded=%s"
        .formatted(
            gpus,
            SlurmTime.parse(line.get("TimeLimit")).seconds().orElse(Long.MAX_VALUE),
            line.get("Nice"),
            line.get("Account"),
            line.get("QOS"),
            line.get("Partition"),
            line.get("Features").equals("(null)") ? "" : line.get("Features"),
            line.get("Reason").startsWith("JobHeld"),
            Hostlist.expandOrEmpty(line.get("ExcNodeList")));
  }

  private static String facts(Node node) {
    return "cpus=%d mem=%d gpus=%s weight=%d features=%s partitions=%s"
        .formatted(
            node.cpusTotal(),
            node.memMbTotal(),
            node.gpus().values().stream().mapToInt(GpuCount::total).sum(),
            node.weight(),
            node.features(),
            node.partitions());
  }

  private static String nodeFacts(Map<String, String> line) throws Exception {
    return "cpus=%s mem=%s gpus=%d weight=%s features=%s partitions=%s"
        .formatted(
            line.get("CPUTot"),
            line.get("RealMemory"),
            Gres.parse(line.get("Gres")).stream().mapToLong(Gres.Item::count).sum(),
            line.get("Weight"),
            new TreeSet<>(List.of(line.get("ActiveFeatures").split(","))),
            new TreeSet<>(List.of(line.get("Partitions").split(","))));
  }

  private static List<Map<String, String>> lines(Path samples, String name) throws Exception {
    return Files.readAllLines(samples.resolve("22.05").resolve("cli").resolve(name)).stream()
        .filter(line -> !line.isBlank())
        .map(CommandOutputTest::fields)
        .toList();
  }

  /** F21: such lines are not parsed in the product; values here have no blanks that matter. */
  private static Map<String, String> fields(String line) {
    Map<String, String> fields = new HashMap<>();
    Matcher matcher = FIELD.matcher(line);
    while (matcher.find()) {
      fields.putIfAbsent(matcher.group(1), matcher.group(2));
    }
    return fields;
  }
}
