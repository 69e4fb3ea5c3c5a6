package io.rltune.slurm.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.slurm.process.ChildProcess.Cause;
import io.rltune.slurm.process.ChildProcess.Ended;
import io.rltune.slurm.process.ChildProcess.Errors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ChildProcessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(500);
  private static final Duration SHORT = Duration.ofMillis(300);

  @TempDir private Path directory;

  private static ChildProcess sh(String script) {
    return ChildProcess.of(List.of("/bin/sh", "-c", script), PATIENCE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo a; echo b >&2            | APART       | 0   | a.   | b.",
        "echo a; echo b >&2; echo c    | WITH_OUTPUT | 0   | a.b.c. | ''",
        "echo a; echo b >&2            | DROPPED     | 0   | a.   | ''",
        "echo a; echo b >&2; exit 3    | APART       | 3   | a.   | b.",
        "exit 255                      | APART       | 255 | ''   | ''",
        "printf a; kill -9 $$          | APART       | 137 | a    | ''",
        "cat; echo end                 | APART       | 0   | end. | ''",
        "exec >&-; echo b >&2; exit 4  | APART       | 4   | ''   | b.",
        "(exit 5)                      | WITH_OUTPUT | 5   | ''   | ''",
      })
  void tellsHowAChildEndedAndWhatItSaid(
      String script, Errors errors, int code, String output, String said) throws Exception {
    Ended ended = sh(script).withErrors(errors).run();

    assertThat(ended.cause()).isEqualTo(Cause.EXIT);
    assertThat(ended.exitCode()).isEqualTo(code);
    assertThat(ended.how()).isEqualTo("ended with code " + code);
    assertThat(ended.output().replace('\n', '.')).isEqualTo(output);
    assertThat(ended.errors().replace('\n', '.')).isEqualTo(said);
  }

  /** A few hundred times: words were lost in a race. */
  @RepeatedTest(300)
  void lastWordsAreKept() throws Exception {
    Ended ended = sh("echo gone >&2; echo out; exit 1").run();

    assertThat(ended.errors()).isEqualTo("gone\n");
    assertThat(ended.output()).isEqualTo("out\n");
    assertThat(ended.exitCode()).isEqualTo(1);
  }

  /** As much as the pipe holds, all of it unread when the child ends. */
  @RepeatedTest(20)
  void aFullPipeIsReadAfterTheEnd() throws Exception {
    assertThat(sh("head -c 65536 /dev/zero").run().output()).hasSize(65_536);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sleep 600", "while echo noise; do sleep 0.01; done"})
  void whatIsLeftInTheBackgroundHoldsNobodyAndGoesOn(String background) throws Exception {
    Path pid = directory.resolve("pid");

    Ended ended = sh("echo token; { trap '' PIPE; " + background + "; } & echo $! >" + pid).run();

    assertThat(ended.output()).startsWith("token\n");
    assertThat(ended.exitCode()).isZero();
    ProcessHandle left =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    left.descendants().forEach(ProcessHandle::destroyForcibly);
    assertThat(left.destroyForcibly()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exec sleep 600",
        "sleep 600; echo no",
        "sleep 600 | sleep 600",
        "sleep 600 & wait",
        "trap '' TERM HUP INT; sleep 600",
        "while :; do echo x >&2; done",
        "exec >&- 2>&-; sleep 600",
      })
  void whatTakesTooLongIsEnded(String script) throws Exception {
    Ended ended = sh(script).withTimeLimit(SHORT).run();

    assertThat(ended.cause()).isEqualTo(Cause.TIME_LIMIT);
    assertThat(ended.byItself()).isFalse();
    assertThat(ended.how()).isEqualTo("took longer than 0.3 s");
    assertThat(ended.exitCode()).isEqualTo(-1);
    assertThat(ended.output()).isEmpty();
  }

  @Test
  void wordsFromBeforeTheTimeLimitAreKept() throws Exception {
    Ended ended =
        sh("echo half; echo why >&2; sleep 600").withTimeLimit(Duration.ofSeconds(3)).run();

    assertThat(ended.how()).isEqualTo("took longer than 3 s");
    assertThat(ended.output()).isEqualTo("half\n");
    assertThat(ended.errors()).isEqualTo("why\n");
  }

  /** The shell would go on with its next line, were its command ended before it. */
  @RepeatedTest(20)
  void theNextLineOfAScriptDoesNotRunAfterTheEnd() throws Exception {
    Path marker = directory.resolve("marker");

    Ended ended =
        sh("echo begun; sleep 600; echo x >" + marker)
            .run(output -> assertThat(output.readNBytes(6)).hasSize(6));

    assertThat(ended.cause()).isEqualTo(Cause.CUT_OFF);
    assertThat(marker).doesNotExist();
  }

  @Test
  void allThatIsBelowEndsToo() throws Exception {
    StringBuilder pids = new StringBuilder();

    sh("sleep 600 & echo $!; sh -c 'sleep 600 & echo $!; wait' & echo $!; wait")
        .run(
            output -> {
              BufferedReader lines =
                  new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
              for (int i = 0; i < 3; i++) {
                pids.append(lines.readLine()).append('\n');
              }
            });

    assertThat(pids.toString().lines().map(Long::parseLong)).hasSize(3).allMatch(this::ends);
  }

  /** Waits for its end. */
  private boolean ends(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::onExit).map(end -> end.join()).isPresent()
        || ProcessHandle.of(pid).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"99, EXIT", "100, EXIT", "101, CUT_OFF", "50000000, CUT_OFF"})
  void outputIsBounded(int bytes, Cause cause) throws Exception {
    Ended ended = sh("head -c %d /dev/zero".formatted(bytes)).withMostOutput(100).run();

    assertThat(ended.cause()).isEqualTo(cause);
    assertThat(ended.output()).hasSize(Math.min(bytes, 101));
    if (cause == Cause.CUT_OFF) {
      assertThat(ended.how()).isEqualTo("printed more than 100 bytes");
    }
  }

  @Test
  void muchOnStandardErrorStopsNobodyAndItsEndIsKept() throws Exception {
    Ended ended = sh("head -c 5000000 /dev/zero >&2; echo why >&2; echo out; exit 2").run();

    assertThat(ended.output()).isEqualTo("out\n");
    assertThat(ended.errors()).hasSize(65_536).endsWith("why\n");
    assertThat(ended.exitCode()).isEqualTo(2);
  }

  @Test
  void moreInputThanAPipeHoldsIsReadAndAnswered() throws Exception {
    String input = "line\n".repeat(100_000);

    assertThat(sh("cat").withInput(input).run().output()).isEqualTo(input);
  }

  @Test
  void inputThatIsNotReadIsNoFault() throws Exception {
    Ended ended = sh("exec <&-; echo out").withInput("x".repeat(1_000_000)).run();

    assertThat(ended.output()).isEqualTo("out\n");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void outputThatIsNoUtf8IsText() throws Exception {
    Ended ended = sh("printf 'a\\377\\376b'; printf '\\300' >&2; exit 1").run();

    assertThat(ended.output()).isEqualTo("a\ufffd\ufffdb");
    assertThat(ended.errors()).isEqualTo("\ufffd");
  }

  @Test
  void variablesAreAddedToOurs() throws Exception {
    Ended ended =
        sh("echo \"$GREETING${PATH:+ path}\"").withVariables(Map.of("GREETING", "a b")).run();

    assertThat(ended.output()).isEqualTo("a b path\n");
  }

  @Test
  void aMissingProgramIsNamedWithoutItsArguments() {
    ChildProcess missing = ChildProcess.of(List.of("/nowhere/program", "secret"), PATIENCE);

    assertThatThrownBy(missing::run)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/nowhere/program")
        .hasMessageNotContaining("secret");
  }

  @Test
  void anInterruptedCallerEndsTheChildAndStaysInterrupted() {
    StringBuilder pid = new StringBuilder();
    ChildProcess child = sh("echo $$; sleep 600");

    assertThatThrownBy(
            () ->
                child.run(
                    output -> {
                      BufferedReader lines =
                          new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
                      pid.append(lines.readLine());
                      Thread.currentThread().interrupt();
                      lines.readLine();
                    }))
        .isInstanceOf(InterruptedIOException.class)
        .hasMessage("/bin/sh was interrupted");

    assertThat(Thread.interrupted()).isTrue();
    assertThat(Long.parseLong(pid.toString())).matches(this::ends);
  }

  @Test
  void aReaderThatFailsEndsTheChild() {
    StringBuilder pid = new StringBuilder();

    assertThatThrownBy(
            () ->
                sh("echo $$; sleep 600")
                    .run(
                        output -> {
                          pid.append(
                              new BufferedReader(
                                      new InputStreamReader(output, StandardCharsets.UTF_8))
                                  .readLine());
                          throw new IllegalStateException("reader");
                        }))
        .hasMessage("reader");

    assertThat(Long.parseLong(pid.toString())).matches(this::ends);
  }

  @Test
  void showsNothingThatMayBeASecret() throws Exception {
    ChildProcess child = sh("cat; echo secret >&2").withInput("secret");

    assertThat(child).hasToString("ChildProcess[/bin/sh]");
    assertThat(child.run()).hasToString("Ended[ended with code 0]");
  }
}
