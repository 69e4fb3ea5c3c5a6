package io.rltune.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.sim.cluster.PartitionSpec;
import io.rltune.sim.testing.JobSpec;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The queue, of which only the front is sorted, against a list that is sorted each time. */
class PendingQueueTest {
  private static final int ROUNDS = 60;

  private final PendingQueue queue = new PendingQueue();
  private final List<SimJob> expected = new ArrayList<>();
  private int nextId = 1;

  @Test
  void isInOrderWhateverHappensToIt() {
    SplittableRandom random = new SplittableRandom(7);
    int longest = 0;
    for (int round = 0; round < ROUNDS; round++) {
      arrive(random, random.nextInt(300));
      if (random.nextInt(3) == 0) {
        expected.forEach(job -> job.priority = anyPriority(random));
        queue.disorder();
      }
      Collections.sort(expected);
      assertThat(queue.length()).isEqualTo(expected.size());
      int looked = Math.min(expected.size(), random.nextInt(1, 3000));
      for (int place = 0; place < looked; place++) {
        assertThat(queue.at(place))
            .as("round %d, place %d", round, place)
            .isSameAs(expected.get(place));
      }
      longest = Math.max(longest, looked);
      startSome(random, looked);
    }
    assertThat(longest).as("more than is sorted at first").isGreaterThan(2000);
  }

  @Test
  void aHigherTierComesFirstWhateverThePriorities() {
    SimJob low = job(0, Long.MAX_VALUE);
    SimJob high = job(65_533, 1);
    queue.add(low);
    queue.add(high);
    for (int i = 0; i < 2000; i++) {
      queue.add(job(1, i));
    }
    assertThat(queue.at(0)).isSameAs(high);
    assertThat(queue.at(queue.length() - 1)).isSameAs(low);
  }

  @Test
  void showsEveryJobOnce() {
    SplittableRandom random = new SplittableRandom(3);
    arrive(random, 1500);
    assertThat(queue.at(10)).isNotNull();
    arrive(random, 100);
    List<SimJob> shown = new ArrayList<>();
    queue.forEach(shown::add);
    assertThat(shown).containsExactlyInAnyOrderElementsOf(expected);
  }

  private void arrive(SplittableRandom random, int count) {
    for (int i = 0; i < count; i++) {
      SimJob job = job(random.nextInt(2), anyPriority(random));
      queue.add(job);
      expected.add(job);
    }
  }

  private void startSome(SplittableRandom random, int looked) {
    for (int place = 0; place < looked; place++) {
      if (random.nextInt(20) == 0) {
        queue.at(place).phase = JobPhase.RUNNING;
      }
    }
    queue.compact(looked);
    expected.removeIf(job -> !job.isPending());
  }

  /** Few different ones, so that many jobs are equal. */
  private static long anyPriority(SplittableRandom random) {
    return random.nextInt(4) == 0 ? 5 : random.nextInt(1, 200);
  }

  private SimJob job(int tier, long priority) {
    PartitionSpec spec = new PartitionSpec("p" + tier, List.of("n1"), 3600, true, tier);
    SimPartition partition = new SimPartition(tier, spec, new BitSet());
    SimJob job = new SimJob(nextId++, JobSpec.job().build(), partition, new BitSet());
    job.priority = priority;
    return job;
  }
}
