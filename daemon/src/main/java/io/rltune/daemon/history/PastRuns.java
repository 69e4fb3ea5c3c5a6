package io.rltune.daemon.history;

import io.rltune.policy.history.FinishedRun;
import io.rltune.policy.history.RuntimeHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The runs that the daemon saw end, as runtime history begins with them. */
public final class PastRuns {
  private static final Logger LOG = LoggerFactory.getLogger(PastRuns.class);

  private PastRuns() {}

  /** The latest runs whose runtime is known, at most {@code most}, in order of their ends. */
  public static List<FinishedRun> of(History history, int most) throws IOException {
    List<FinishedRun> runs =
        history.lastEnded("", most).stream()
            .filter(JobRun::runtimeIsKnown)
            .map(PastRuns::finished)
            .collect(Collectors.toList());
    Collections.reverse(runs);
    return runs;
  }

  /**
   * What a daemon should know when it starts. A file that cannot be read costs what was learnt, not
   * the start.
   *
   * @param file history file, which need not be there
   */
  public static List<FinishedRun> atStart(Path file) {
    try (History history = History.readingIfThere(file)) {
      return of(history, RuntimeHistory.RUNS_AT_START);
    } catch (IOException e) {
      LOG.warn("runtimes are learnt anew, for {}", e.getMessage());
      return List.of();
    }
  }

  private static FinishedRun finished(JobRun run) {
    boolean limited = run.timeLimitS() > 0 && run.timeLimitS() < Long.MAX_VALUE;
    return new FinishedRun(
        run.user(),
        run.account(),
        run.name(),
        Math.max(0, run.gpus()),
        limited ? run.timeLimitS() : Double.POSITIVE_INFINITY,
        run.runtimeS(),
        run.ended(),
        run.submit() > 0 ? run.submit() : Double.NaN);
  }
}
