package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rltune.slurm.scontrol.Scontrol;
import io.rltune.slurm.version.ApiVersions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** G17: the whole vocabulary of our writes. None of its words holds, requeues or cancels a job. */
class WriteWordsTest {
  private static final List<JobUpdate> EVERY_KIND =
      List.of(
          new JobUpdate.SiteFactor(7, 5),
          new JobUpdate.Priority(7, 5),
          new JobUpdate.ResetPriority(7),
          new JobUpdate.Nice(7, 5),
          new JobUpdate.RestoreNice(7, 5),
          new JobUpdate.NodeList(7, List.of("n1")),
          new JobUpdate.ClearNodeList(7));

  @TempDir Path dir;

  @Test
  void everyKindOfUpdateIsHere() {
    assertThat(EVERY_KIND)
        .extracting(update -> update.getClass().getName())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(JobUpdate.class.getPermittedSubclasses()).map(Class::getName).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {38, 39, 40, 41, 42, 43, 44, 45, 46})
  void restHasOneHarmlessFieldAnUpdate(int version) {
    Set<String> fields = new TreeSet<>();
    for (JobUpdate update : EVERY_KIND) {
      Optional<ObjectNode> body = ApiVersions.adapter("v0.0." + version).orElseThrow().body(update);
      if (body.isPresent()) {
        List<String> named = new ArrayList<>();
        body.get().fieldNames().forEachRemaining(named::add);
        assertThat(named).as(body.get().toString()).hasSize(1);
        fields.addAll(named);
      }
    }
    Set<String> allowed =
        version == 38
            ? Set.of("priority", "nice", "nodelist")
            : Set.of("priority", "nice", "required_nodes", "site_factor");
    assertThat(fields).isEqualTo(new TreeSet<>(allowed));
  }

  @Test
  void scontrolOnlyUpdatesAndHandsAPriorityBack() throws Exception {
    Path heard = dir.resolve("heard");
    Path script = Files.writeString(dir.resolve("scontrol"), "#!/bin/sh\ncat >" + heard + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    List<SentUpdate> sent = new ArrayList<>();
    EVERY_KIND.forEach(update -> sent.add(new SentUpdate(update, "")));
    // The account is the job's own: a condition, not a change.
    sent.add(new SentUpdate(new JobUpdate.NodeList(7, List.of("n1")), "ml"));
    new Scontrol(script.toString(), Path.of(""), Duration.ofSeconds(20)).write(sent);
    assertThat(Files.readAllLines(heard))
        .filteredOn(line -> !line.startsWith("show hostnames "))
        .containsExactly(
            "update JobId=7 SiteFactor=5",
            "update JobId=7 Priority=5",
            "release 7",
            "update JobId=7 Nice=5",
            "update JobId=7 Nice=5",
            "update JobId=7 ReqNodeList=n1",
            "update JobId=7 ReqNodeList=",
            "update JobId=7 ReqNodeList=n1 Account=ml");
  }
}
