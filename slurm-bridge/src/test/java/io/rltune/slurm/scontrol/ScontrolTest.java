package io.rltune.slurm.scontrol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SentUpdate;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmError.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ScontrolTest {
  @TempDir Path dir;

  /** What scontrol 22.05.8 printed for these commands. */
  private static final String OUTPUT =
      """
      scontrol: update JobId=4 SiteFactor=1
      scontrol: show hostnames rltune-end-0
      rltune-end-0
      scontrol: update JobId=9999 SiteFactor=1
      Invalid job id specified for job 9999
      scontrol: show hostnames rltune-end-1
      rltune-end-1
      scontrol: update JobId=5 Priority=0
      scontrol: error: Invalid Priority value: 0
      scontrol: show hostnames rltune-end-2
      rltune-end-2
      scontrol: update JobId=41 ReqNodeList=zz
      41_1,3,5,7,9,20: Invalid node name specified
      scontrol: show hostnames rltune-end-3
      rltune-end-3
      scontrol:\s
      """;

  private static final String EARLY = "ended with code 1";

  private static final List<String> COMMANDS =
      List.of(
          "update JobId=4 SiteFactor=1",
          "update JobId=9999 SiteFactor=1",
          "update JobId=5 Priority=0",
          "update JobId=41 ReqNodeList=zz");

  @Test
  void givesEachErrorToItsCommand() {
    List<Optional<SlurmError>> outcomes = Scontrol.outcomes(COMMANDS, OUTPUT, EARLY);
    assertThat(outcomes.get(0)).isEmpty();
    assertThat(kind(outcomes.get(1))).isEqualTo(Kind.NO_SUCH_JOB);
    assertThat(kind(outcomes.get(2))).isEqualTo(Kind.REJECTED);
    assertThat(kind(outcomes.get(3))).isEqualTo(Kind.REJECTED);
    assertThat(outcomes.get(3).orElseThrow().message()).contains("Invalid node name");
  }

  @Test
  void readsTheOutputOfAScontrolWithoutLineEditing() {
    String output = OUTPUT.replaceAll("(?m)^scontrol: (update|show).*\n", "scontrol: ");
    assertThat(Scontrol.outcomes(COMMANDS, output, EARLY))
        .extracting(Optional::isEmpty)
        .containsExactly(true, false, false, false);
  }

  @Test
  void aCommandWithoutItsMarkerIsNotDone() {
    List<Optional<SlurmError>> outcomes =
        Scontrol.outcomes(
            COMMANDS, "rltune-end-0\nscontrol: update JobId=9999 SiteFactor=1\n", EARLY);
    assertThat(outcomes.get(0)).isEmpty();
    assertThat(outcomes.subList(1, 4))
        .allSatisfy(outcome -> assertThat(kind(outcome)).isEqualTo(Kind.UNREACHABLE))
        .allSatisfy(
            outcome ->
                assertThat(outcome.orElseThrow().message()).contains("it ended with code 1"));
  }

  @Test
  void aMarkerOutOfTurnDoesNotCount() {
    assertThat(Scontrol.outcomes(COMMANDS, "rltune-end-1\nrltune-end-2\nrltune-end-3\n", EARLY))
        .allMatch(Optional::isPresent);
  }

  @ParameterizedTest
  @CsvSource({
    "Access/permission denied for job 4, PERMISSION",
    "Invalid user id for job 5, PERMISSION",
    "'Job is in held state, pending scheduler release for job 18', WRONG_STATE",
    "Job has already finished for job 1, WRONG_STATE",
    "slurm_update error: Unable to contact slurm controller (connect failure), UNREACHABLE",
    "Zero Bytes were transmitted or received, UNREACHABLE",
    "Unexpected message received for job 4, UNREACHABLE",
    "Protocol authentication error, AUTH",
    "Request aborted, REJECTED",
  })
  void knowsWhatScontrolSays(String line, Kind expected) {
    List<Optional<SlurmError>> outcomes =
        Scontrol.outcomes(List.of("update JobId=4 Nice=1"), line + "\nrltune-end-0\n", EARLY);
    assertThat(kind(outcomes.get(0))).isEqualTo(expected);
  }

  @Test
  void writesEachUpdateInScontrolsWords() {
    assertThat(
            List.of(
                ScontrolCommand.of(plain(new JobUpdate.SiteFactor(7, -5))),
                ScontrolCommand.of(plain(new JobUpdate.Priority(7, 4294967293L))),
                ScontrolCommand.of(plain(new JobUpdate.Nice(7, -3))),
                ScontrolCommand.of(plain(new JobUpdate.NodeList(7, List.of("n1", "n2", "m1")))),
                ScontrolCommand.of(plain(new JobUpdate.ClearNodeList(7))),
                ScontrolCommand.of(plain(new JobUpdate.ResetPriority(7)))))
        .containsExactly(
            "update JobId=7 SiteFactor=-5",
            "update JobId=7 Priority=4294967293",
            "update JobId=7 Nice=-3",
            "update JobId=7 ReqNodeList=n[1-2],m1",
            "update JobId=7 ReqNodeList=",
            "release 7");
  }

  @Test
  void runsOneProcessForABatchWithItsConfiguration() throws IOException {
    Path log = dir.resolve("log");
    Path script =
        script(
            "echo \"$SLURM_CONF\" >>" + log,
            "while read -r verb what mark; do case \"$verb\" in",
            "show) echo \"$mark\";;",
            "*) echo \"$verb $what\" >>" + log + ";; esac; done");
    Scontrol scontrol =
        new Scontrol(script.toString(), Path.of("/etc/x/slurm.conf"), Duration.ofSeconds(20));
    // More than a pipe holds, both ways.
    List<SentUpdate> updateList =
        IntStream.rangeClosed(1, 3000)
            .mapToObj(id -> plain(new JobUpdate.SiteFactor(id, id)))
            .toList();
    assertThat(scontrol.write(updateList)).hasSize(3000).allMatch(Optional::isEmpty);
    assertThat(Files.readAllLines(log)).hasSize(3001).startsWith("/etc/x/slurm.conf");
  }

  @ParameterizedTest
  @ValueSource(strings = {"exec sleep 600", "sleep 600; echo rltune-end-0", "sleep 600 & wait"})
  void aHangingScontrolIsKilledAndSaysSo(String body) throws IOException {
    Scontrol scontrol = new Scontrol(script(body).toString(), Path.of(""), Duration.ofMillis(300));
    SlurmError error =
        scontrol.write(List.of(plain(new JobUpdate.Nice(1, 1)))).get(0).orElseThrow();
    assertThat(error.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(error.message()).endsWith("it took longer than 0.3 s");
    assertThatThrownBy(() -> scontrol.text("show", "config"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("scontrol took longer than 0.3 s");
  }

  @Test
  void whatWasDoneBeforeTheTimeLimitIsKnown() throws IOException {
    Scontrol scontrol =
        new Scontrol(
            script("echo rltune-end-0; exec sleep 600").toString(),
            Path.of(""),
            Duration.ofSeconds(3));
    assertThat(
            scontrol.write(
                List.of(plain(new JobUpdate.Nice(1, 1)), plain(new JobUpdate.Nice(2, 1)))))
        .extracting(Optional::isEmpty)
        .containsExactly(true, false);
  }

  @Test
  void whatScontrolLeavesInTheBackgroundHoldsNobody() throws IOException {
    Path script = script("sleep 600 & echo $! >" + dir.resolve("pid"), "echo rltune-end-0");
    Scontrol scontrol = new Scontrol(script.toString(), Path.of(""), Duration.ofSeconds(500));
    assertThat(scontrol.write(List.of(plain(new JobUpdate.Nice(1, 1)))))
        .allMatch(Optional::isEmpty);
    ProcessHandle background =
        ProcessHandle.of(Long.parseLong(Files.readString(dir.resolve("pid")).strip()))
            .orElseThrow();
    assertThat(background.destroyForcibly()).isTrue();
  }

  @Test
  void aMissingScontrolIsATypedError() {
    Scontrol scontrol =
        new Scontrol(dir.resolve("none").toString(), Path.of(""), Duration.ofSeconds(5));
    SlurmError error =
        scontrol.write(List.of(plain(new JobUpdate.Nice(1, 1)))).get(0).orElseThrow();
    assertThat(error.kind()).isEqualTo(Kind.UNREACHABLE);
    assertThat(error.message()).contains("none");
  }

  private static SentUpdate plain(JobUpdate update) {
    return new SentUpdate(update, "");
  }

  private Path script(String... lines) throws IOException {
    Path script = dir.resolve("scontrol");
    Files.writeString(script, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }

  private static Kind kind(Optional<SlurmError> outcome) {
    return outcome.orElseThrow().kind();
  }
}
