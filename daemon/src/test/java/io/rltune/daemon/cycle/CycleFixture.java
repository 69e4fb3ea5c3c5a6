package io.rltune.daemon.cycle;

import io.rltune.daemon.config.ConfigException;
import io.rltune.daemon.config.ConfigTexts;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.journal.Ledger;
import io.rltune.plan.Planner;
import io.rltune.plan.PlannerSettings;
import io.rltune.policy.HeuristicScorers;
import io.rltune.policy.JobScorer;
import io.rltune.solver.PlacementSolvers;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A journal of its own and cycles on a {@link FakeSlurm}, for the tests of what cycles write. */
abstract class CycleFixture {
  /** Shortest requested walltime first. */
  static final JobScorer SHORTEST_FIRST = HeuristicScorers.SJF;

  @TempDir Path directory;
  final FakeSlurm slurm = new FakeSlurm().node("n1", "a100", 4);
  final long[] nanos = {0};
  Journal journal;
  Ledger ledger;

  @BeforeEach
  void openJournal() {
    journal = Journal.open(directory.resolve("journal.db"));
    ledger = new Ledger(journal);
  }

  @AfterEach
  void closeJournal() {
    journal.close();
  }

  /** A cycle with the greedy solver, and a pace that no test reaches unless it means to. */
  final Cycle cycle(JobScorer scorer, String mode, String more) throws ConfigException {
    return new Cycle(
        ConfigTexts.config("daemon: {mode: " + mode + "}\n" + more),
        slurm,
        new Planner(PlannerSettings.DEFAULT, scorer, PlacementSolvers.create("greedy")),
        journal,
        ledger,
        new WritePacer(1000, 1000, () -> nanos[0]),
        Clock.systemUTC());
  }

  final Reverter.Result revert() {
    return new Reverter(slurm, journal, ledger).revert(Reverter.Scope.ALL, slurm.now, "test");
  }
}
