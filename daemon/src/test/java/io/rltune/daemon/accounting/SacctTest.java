package io.rltune.daemon.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.daemon.history.JobRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class SacctTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path directory;

  private final List<JobRun> runs = new ArrayList<>();

  @Test
  void rowsBecomeRuns() throws Exception {
    Sacct sacct = FakeSacct.of(directory, PATIENCE, "row 7 alice 100 200 900 train-1");

    Sacct.Answer answer = sacct.ended(0, 1_000, 10, runs::add);

    assertThat(answer).isEqualTo(new Sacct.Answer(1, true));
    assertThat(runs)
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.jobId()).isEqualTo(7);
              assertThat(run.user()).isEqualTo("alice");
              assertThat(run.name()).isEqualTo("train-1");
              assertThat(run.gpus()).isEqualTo(2);
              assertThat(run.gpuType()).isEqualTo("a100");
              assertThat(run.timeLimitS()).isEqualTo(3_600);
              assertThat(run.runtimeS()).isEqualTo(700);
              assertThat(run.runtimeIsKnown()).isTrue();
              assertThat(run.size()).isEqualTo(new JobRun.Size(1, 8, 1_024));
            });
  }

  @Test
  void aNameCanNeitherBreakARowNorForgeOne() throws Exception {
    Sacct sacct =
        FakeSacct.of(
            directory,
            PATIENCE,
            """
            row 7 alice 100 200 900 'a|b
            99|bob|ml|normal|gpu|100|100|200|90000|60|gres/gpu=8||forged'
            row 8 alice 100 200 900 after""");

    sacct.ended(0, 1_000, 10, runs::add);

    assertThat(runs).extracting(JobRun::name).containsExactly("a|b", "after");
    assertThat(runs).extracting(JobRun::user).containsOnly("alice");
  }

  @Test
  void jobsThatNeverRanAreNoRuns() throws Exception {
    Sacct sacct =
        FakeSacct.of(
            directory,
            PATIENCE,
            """
            row 7 alice 100 None 900 never
            row 8 alice 100 900 Unknown runs
            row 9 alice 100 900 800 backwards
            row x alice 100 200 900 no-id""");

    assertThat(sacct.ended(0, 1_000, 10, runs::add).rows()).isEqualTo(4);
    assertThat(runs).isEmpty();
  }

  /** The second row as Slurm 22.05 answered in the seconds after a job of one second. */
  @Test
  void aRecordThatSlurmdbdHasOnlyHalfIsNoRun() throws Exception {
    Sacct sacct =
        FakeSacct.of(
            directory,
            PATIENCE,
            """
            row 7 alice 100 200 900 allocation
            echo "42${d}bob${d}phys${d}Unknown${d}${d}100${d}Unknown${d}200${d}201${d}${d}${d}cpu=1,node=1${d}allocation"
            row 8 alice 100 200 900 after""");

    assertThat(sacct.ended(0, 1_000, 10, runs::add).rows()).isEqualTo(3);
    assertThat(runs).extracting(JobRun::jobId).containsExactly(7L, 8L);
  }

  @Test
  void whatFailsSaysWhy() throws Exception {
    Sacct sacct =
        FakeSacct.of(
            directory, PATIENCE, "echo 'Slurm accounting storage is disabled' >&2; exit 1");

    assertThatThrownBy(() -> sacct.ended(0, 1_000, 10, runs::add))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("code 1")
        .hasMessageContaining("accounting storage is disabled");
  }

  @Test
  void aMissingCommandIsNamed() {
    Sacct sacct = new Sacct("/nowhere/sacct", Path.of(""), PATIENCE);

    assertThatThrownBy(() -> sacct.ended(0, 1_000, 10, runs::add))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/nowhere/sacct");
  }

  /** A few hundred times: the words could be lost in a race. */
  @RepeatedTest(200)
  void theWordsOfWhatFailsAreNeverLost() throws Exception {
    Sacct sacct = FakeSacct.of(directory, PATIENCE, "row 7 a 1 2 3 b; echo gone >&2; exit 1");

    assertThatThrownBy(() -> sacct.ended(0, 1_000, 10, runs::add))
        .hasMessageEndingWith("sacct ended with code 1: gone");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sleep 1000; row 1 a 1 2 3 b",
        "exec sleep 1000",
        "sleep 1000 & wait; row 1 a 1 2 3 b",
        "echo x >&2; while true; do row x a 1 2 3 b; done"
      })
  void whatTakesTooLongIsEndedWithAllItsChildren(String body) throws Exception {
    Sacct sacct = FakeSacct.of(directory, Duration.ofMillis(300), body);

    assertThatThrownBy(() -> sacct.ended(0, 1_000, Integer.MAX_VALUE, runs::add))
        .hasMessageEndingWith("sacct took longer than 0.3 s");
    assertThat(runs).isEmpty();
  }

  @Test
  void whatGoesOnInTheBackgroundHoldsNobody() throws Exception {
    Path pid = directory.resolve("pid");
    Sacct sacct =
        FakeSacct.of(
            directory,
            Duration.ofSeconds(500),
            "row 7 alice 100 200 900 x; sleep 1000 & echo $! > " + pid);

    assertThat(sacct.ended(0, 1_000, 10, runs::add)).isEqualTo(new Sacct.Answer(1, true));

    ProcessHandle background =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    assertThat(background.destroyForcibly()).isTrue();
  }

  @Test
  void aFloodIsCutOff() throws Exception {
    Sacct sacct = FakeSacct.of(directory, PATIENCE, "while row 7 alice 100 200 900 x; do :; done");

    assertThat(sacct.ended(0, 1_000, 50, runs::add)).isEqualTo(new Sacct.Answer(50, false));
    assertThat(runs).hasSize(50);
  }

  @Test
  void aLineWithoutAnEndFillsNoMemory() throws Exception {
    Sacct sacct = FakeSacct.of(directory, PATIENCE, "head -c 50000000 /dev/zero | tr '\\0' x");

    assertThat(sacct.ended(0, 1_000, 10, runs::add)).isEqualTo(new Sacct.Answer(1, false));
    assertThat(runs).isEmpty();
  }
}
