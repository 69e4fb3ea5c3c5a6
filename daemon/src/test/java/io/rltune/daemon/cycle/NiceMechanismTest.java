package io.rltune.daemon.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.config.ConfigTexts;
import io.rltune.daemon.journal.Journal;
import io.rltune.daemon.journal.Ledger;
import io.rltune.plan.Planner;
import io.rltune.plan.PlannerSettings;
import io.rltune.policy.HeuristicScorers;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmError;
import io.rltune.solver.PlacementSolvers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order by the jobs' nice values: where a site factor cannot be written, or on request. */
class NiceMechanismTest {
  private static final String NICE = "priority: {mechanism: nice}";

  @TempDir Path directory;
  private final FakeSlurm slurm = new FakeSlurm().node("n1", "a100", 4);
  private Journal journal;
  private Ledger ledger;

  @BeforeEach
  void openJournal() {
    open();
    // One job fits at a time; the node is taken by none of them in advise mode.
    slurm.job(1, 4, job -> job.submit(slurm.now - 60).timeLimitS(7200).nice(5));
    slurm.job(2, 4, job -> job.submit(slurm.now - 60).timeLimitS(600));
  }

  @AfterEach
  void closeJournal() {
    journal.close();
  }

  private void open() {
    journal = Journal.open(directory.resolve("journal.db"));
    ledger = new Ledger(journal);
  }

  private void cycle(String more) throws Exception {
    new Cycle(
            ConfigTexts.config("daemon: {mode: advise}\n" + more),
            slurm,
            new Planner(
                PlannerSettings.DEFAULT,
                HeuristicScorers.byName("sjf").orElseThrow(),
                PlacementSolvers.create("greedy")),
            journal,
            ledger,
            new WritePacer(1000, 1000, System::nanoTime),
            Clock.systemUTC())
        .run(() -> true);
  }

  private Reverter.Result revert() {
    return new Reverter(slurm, journal, ledger).revert(Reverter.Scope.ALL, slurm.now, "test");
  }

  @Test
  void ordersByNiceAndGivesTheUsersOwnValueBack() throws Exception {
    cycle(NICE);
    assertThat(slurm.writes).isNotEmpty().allMatch(JobUpdate.Nice.class::isInstance);
    assertThat(slurm.jobs.get(2L).priority()).isGreaterThan(slurm.jobs.get(1L).priority());

    assertThat(revert().left()).isEmpty();
    assertThat(slurm.jobs.get(1L).nice()).isEqualTo(5);
    assertThat(slurm.jobs.get(2L).nice()).isZero();
    assertThat(journal.touched()).isEmpty();
  }

  @Test
  void theFirstValueIsGivenBackAfterSeveralChangesAndARestart() throws Exception {
    cycle(NICE);
    long lifted = slurm.writes.get(0).jobId();
    slurm.setPriority(lifted, 1);
    cycle(NICE);
    assertThat(slurm.writes).hasSizeGreaterThan(1);
    journal.close();
    open();

    revert();

    assertThat(slurm.jobs.get(1L).nice()).isEqualTo(5);
    assertThat(slurm.jobs.get(2L).nice()).isZero();
  }

  @Test
  void aValueThatTheUserSetMeanwhileIsLeftAlone() throws Exception {
    cycle(NICE);
    long lifted = slurm.writes.get(0).jobId();
    slurm.setNice(lifted, 77);

    revert();

    assertThat(slurm.jobs.get(lifted).nice()).isEqualTo(77);
    assertThat(journal.touched()).doesNotContainKey(lifted);
  }

  @Test
  void anUndoWithoutAnAnswerStaysOnRecord() throws Exception {
    cycle(NICE);
    long lifted = slurm.writes.get(0).jobId();
    slurm.refusals.put(lifted, FakeSlurm.error(SlurmError.Kind.UNREACHABLE, "dropped"));
    assertThat(revert().left()).hasSize(1);
    assertThat(journal.touched().get(lifted).nice()).isPresent();
    slurm.refusals.clear();
    assertThat(revert().left()).isEmpty();
    assertThat(journal.touched()).isEmpty();
  }

  @Test
  void standsInWhereASiteFactorCannotBeWritten() throws Exception {
    slurm.siteFactorWritable = false;
    cycle("");
    assertThat(slurm.writes).isNotEmpty().allMatch(JobUpdate.Nice.class::isInstance);
  }

  /** G18: an absolute priority would overwrite what each partition gives the job. */
  @Test
  void aFixedPriorityIsNeverWrittenToAJobOfSeveralPartitions() throws Exception {
    slurm.jobs.clear();
    slurm.job(1, 4, job -> job.timeLimitS(7200).partitions(java.util.List.of("gpu", "batch")));
    slurm.job(2, 4, job -> job.timeLimitS(600).partitions(java.util.List.of("gpu", "batch")));
    cycle("priority: {mechanism: priority}");
    assertThat(slurm.writes).isEmpty();
  }

  @Test
  void aJournalOfTheVersionBeforeIsTakenOver() throws Exception {
    Path file = directory.resolve("old.db");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE touched (job_id INTEGER PRIMARY KEY, site_factor INTEGER NOT NULL,"
              + " fixed_priority INTEGER NOT NULL, lease TEXT NOT NULL, lease_until INTEGER NOT"
              + " NULL, last_seen INTEGER NOT NULL)");
      statement.execute("INSERT INTO touched VALUES (7, 500, 0, '', 0, 1)");
      statement.execute("PRAGMA user_version=1");
    }
    try (Journal old = Journal.open(file)) {
      assertThat(old.touched().get(7L).siteFactor()).isEqualTo(500);
      assertThat(old.touched().get(7L).nice()).isEmpty();
    }
    try (Journal again = Journal.open(file)) {
      assertThat(again.touched()).hasSize(1);
    }
  }
}
