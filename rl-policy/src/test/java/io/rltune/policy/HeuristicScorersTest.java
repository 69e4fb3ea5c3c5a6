package io.rltune.policy;

import static io.rltune.policy.Fixtures.DAY;
import static io.rltune.policy.Fixtures.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.Job;
import io.rltune.model.ResourceRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeuristicScorersTest {
  private static final ClusterSnapshot CLUSTER = Fixtures.mixedCluster();

  private static final Job OLD_BIG = job(1, 8, 4 * 3600, 7200).build();
  private static final Job NEW_SMALL = job(2, 1, 600, 60).build();
  private static final Job MIDDLE = job(3, 2, 3600, 3600).build();

  @Test
  void fcfsFollowsTheWait() {
    assertThat(order("fcfs", NEW_SMALL, MIDDLE, OLD_BIG)).containsExactly(1L, 3L, 2L);
  }

  @Test
  void sjfFollowsTheRequestedWalltime() {
    assertThat(order("sjf", OLD_BIG, MIDDLE, NEW_SMALL)).containsExactly(2L, 3L, 1L);
  }

  @Test
  void sgaFollowsTheRequestedGpuTime() {
    Job longOneGpu = job(4, 1, 7200, 0).build();
    Job shortManyGpus = job(5, 8, 3600, 0).build();
    assertThat(order("sga", shortManyGpus, longOneGpu)).containsExactly(4L, 5L);
  }

  @Test
  void sgaStarvesNobody() {
    Job patient = job(4, 512, 7 * DAY, 14 * DAY).build();
    Job tiny = job(5, 1, 60, 0).build();
    assertThat(order("sga", tiny, patient)).containsExactly(4L, 5L);
  }

  @Test
  void wfp3IsTheCubeOfTheRelativeWaitTimesTheSize() {
    assertThat(HeuristicScorers.WFP3.score(CLUSTER, List.of(OLD_BIG))[0]).isEqualTo(0.125 * 8);
  }

  @Test
  void unicepIsTheWaitOverLogSizeAndWalltime() {
    Job threeGpus = job(4, 3, 1000, 500).build();
    assertThat(HeuristicScorers.UNICEP.score(CLUSTER, List.of(threeGpus))[0])
        .isCloseTo(500 / (2.0 * 1000), within(1e-12));
  }

  @Test
  void f1PrefersTheSmallerOfTwoJobsSubmittedTogetherAndTheOlderOfTwoAlike() {
    Job smallToo = job(4, 1, 600, 7200).build();
    assertThat(order("f1", OLD_BIG, smallToo)).containsExactly(4L, 1L);
    assertThat(order("f1", NEW_SMALL, smallToo)).containsExactly(4L, 2L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "sjf", "sga", "wfp3", "unicep", "f1"})
  void scoresAreFiniteForOddRequests(String name) {
    Job unlimited = job(4, 0, ResourceRequest.UNLIMITED, 0).build();
    Job zeroWalltime = job(5, 1, 0, 400 * DAY).build();
    Job huge = job(6, Integer.MAX_VALUE, Long.MAX_VALUE - 1, 400 * DAY).cpus(1).memMb(1).build();
    double[] scores =
        HeuristicScorers.byName(name)
            .orElseThrow()
            .score(CLUSTER, List.of(unlimited, zeroWalltime, huge));
    assertThat(scores).hasSize(3);
    for (double score : scores) {
      assertThat(score).isFinite();
    }
  }

  @Test
  void namesAreThoseThatCanBeLookedUp() {
    assertThat(HeuristicScorers.names())
        .containsExactly("f1", "fcfs", "sga", "sjf", "unicep", "wfp3")
        .allSatisfy(
            name ->
                assertThat(HeuristicScorers.byName(name))
                    .hasValueSatisfying(scorer -> assertThat(scorer.name()).isEqualTo(name)));
    assertThat(HeuristicScorers.byName("lifo")).isEmpty();
  }

  private static List<Long> order(String name, Job... jobs) {
    List<Job> jobList = List.of(jobs);
    double[] scores = HeuristicScorers.byName(name).orElseThrow().score(CLUSTER, jobList);
    List<Integer> places = new ArrayList<>(List.of(0, 1, 2).subList(0, jobs.length));
    places.sort(Comparator.comparingDouble(place -> -scores[place]));
    return places.stream().map(place -> jobs[place].id()).toList();
  }
}
