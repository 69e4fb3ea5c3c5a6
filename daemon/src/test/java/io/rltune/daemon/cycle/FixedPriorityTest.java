package io.rltune.daemon.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.slurm.JobUpdate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The order by absolute priorities, which cost the job more than its place in the queue. */
class FixedPriorityTest extends CycleFixture {
  private Cycle cycle;

  @BeforeEach
  void open() throws Exception {
    slurm.job(1, 4, job -> job.submit(slurm.now - 60).timeLimitS(600).nice(200).priority(800));
    slurm.job(2, 4, job -> job.submit(slurm.now - 60).timeLimitS(7200).priority(1000));
    cycle = cycle(SHORTEST_FIRST, "advise", "priority: {mechanism: priority}");
  }

  /** G3: Slurm drops the nice value when a priority is fixed, and never gives it back by itself. */
  @Test
  void theUsersNiceValueComesBackWithTheUndo() {
    cycle.run(() -> true);
    assertThat(slurm.jobs.get(1L).priority()).isGreaterThan(slurm.jobs.get(2L).priority());
    assertThat(slurm.jobs.get(1L).nice()).isZero();

    assertThat(revert().left()).isEmpty();

    assertThat(slurm.jobs.get(1L).nice()).isEqualTo(200);
    assertThat(slurm.writes.subList(slurm.writes.size() - 2, slurm.writes.size()))
        .containsExactly(new JobUpdate.ResetPriority(1), new JobUpdate.RestoreNice(1, 200));
    assertThat(journal.touched()).isEmpty();
  }

  @Test
  void aNiceValueThatTheUserSetMeanwhileIsKept() {
    cycle.run(() -> true);
    slurm.setNice(1, 300);

    assertThat(revert().left()).isEmpty();

    assertThat(slurm.jobs.get(1L).nice()).isEqualTo(300);
  }

  /** G5: however low the order goes, priority 0, a hold, is never aimed at. */
  @Test
  void noPriorityIsEverZero() {
    slurm.setPriority(1, 1);
    slurm.setPriority(2, 1);
    for (long id = 3; id < 60; id++) {
      long limit = 7200 - id;
      slurm.job(id, 4, job -> job.submit(slurm.now - 60).timeLimitS(limit).priority(1));
    }
    cycle.run(() -> true);
    assertThat(slurm.writes)
        .filteredOn(JobUpdate.Priority.class::isInstance)
        .isNotEmpty()
        .allMatch(update -> ((JobUpdate.Priority) update).value() >= 1);
  }

  /** G14: what no node can ever hold gets no node list, and no write in cycle after cycle. */
  @Test
  void aJobThatCanNeverRunIsNotWrittenToAgainAndAgain() {
    slurm.job(3, 64, job -> job.submit(slurm.now - 60).timeLimitS(60).priority(900));
    cycle.run(() -> true);
    long first = writesTo(3);
    for (int i = 0; i < 20; i++) {
      slurm.now += 10;
      cycle.run(() -> true);
    }
    assertThat(slurm.writes).noneMatch(JobUpdate.NodeList.class::isInstance);
    assertThat(writesTo(3)).isEqualTo(first).isLessThanOrEqualTo(1);
  }

  private long writesTo(long id) {
    return slurm.writes.stream().filter(update -> update.jobId() == id).count();
  }
}
