package io.rltune.daemon.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.journal.Journal;
import io.rltune.slurm.JobUpdate;
import io.rltune.slurm.SlurmError;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order by the jobs' nice values: where a site factor cannot be written, or on request. */
class NiceMechanismTest extends CycleFixture {
  private static final String NICE = "priority: {mechanism: nice}";

  @BeforeEach
  void twoJobs() {
    // One job fits at a time; the node is taken by none of them in advise mode.
    slurm.job(1, 4, job -> job.submit(slurm.now - 60).timeLimitS(7200).nice(5));
    slurm.job(2, 4, job -> job.submit(slurm.now - 60).timeLimitS(600));
  }

  private void cycle(String more) throws Exception {
    cycle(SHORTEST_FIRST, "advise", more).run(() -> true);
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
    openJournal();

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
