package io.rltune.policy;

import static io.rltune.policy.Fixtures.DAY;
import static io.rltune.policy.Fixtures.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.model.ClusterSnapshot;
import io.rltune.model.GpuDemand;
import io.rltune.model.Job;
import io.rltune.model.ResourceRequest;
import io.rltune.policy.ScoreExplanation.Contribution;
import io.rltune.policy.features.Feature;
import io.rltune.policy.net.WaitMonotonicity;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The policy that comes with this release. */
class NetworkScorerTest {
  private static final ClusterSnapshot CLUSTER = Fixtures.mixedCluster();

  private final NetworkScorer scorer = NetworkScorer.shipped();

  @Test
  void itsCardTellsHowItWasMadeAndHowWellItAgreesWithItsTeacher() {
    assertThat(scorer.policy().trainingCard())
        .containsKeys("command", "seed", "steps", "data", "teacher");
    assertThat(Double.parseDouble(scorer.policy().trainingCard().get("held_out_kendall_tau")))
        .isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void anEmptyQueueHasNoScores() {
    assertThat(scorer.score(CLUSTER, List.of())).isEmpty();
  }

  @Test
  void aShortSmallJobGoesBeforeALongBigOne() {
    double[] scores =
        scorer.score(
            CLUSTER, List.of(job(1, 8, 2 * DAY, 600).build(), job(2, 1, 900, 600).build()));
    assertThat(scores[1]).isGreaterThan(scores[0]);
  }

  @Test
  void ofTwoJobsAlikeTheOneThatWaitedLongerGoesFirst() {
    double[] scores =
        scorer.score(
            CLUSTER, List.of(job(1, 2, 3600, 60).build(), job(2, 2, 3600, 6 * 3600).build()));
    assertThat(scores[1]).isGreaterThan(scores[0]);
  }

  /** The promise of {@link WaitMonotonicity}, as a user sees it. */
  @ParameterizedTest
  @CsvSource({"0, 3600", "1, 300", "1, 3600", "2, 14400", "4, 86400", "8, 604800", "16, 86400"})
  void aLongerWaitNeverLowersAScore(int gpus, long walltimeS) {
    List<Job> queue = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      long waitedS = Math.round(30 * Math.pow(1.15, i));
      queue.add(job(i, gpus, walltimeS, waitedS).build());
    }
    double[] scores = scorer.score(CLUSTER, queue);
    for (int i = 1; i < scores.length; i++) {
      // Rounding in floats may move a score by some 1e-7.
      assertThat(scores[i]).isGreaterThanOrEqualTo(scores[i - 1] - 1e-6);
    }
    assertThat(scores[99]).isGreaterThan(scores[0]);
    assertThat(WaitMonotonicity.holds(scorer.policy().network())).isTrue();
  }

  /**
   * Waited against walltime asked for is what lifts a job: at twenty walltimes by a factor of 20.
   */
  @ParameterizedTest
  @CsvSource({
    "1, 900, 18000, 300",
    "4, 7200, 144000, 1800",
    "8, 14400, 288000, 3600",
    "8, 172800, 1123200, 86400"
  })
  void aJobThatWaitedLongOvertakesAShorterNewOneOfItsSize(
      int gpus, long walltimeS, long waitedS, long newWalltimeS) {
    double[] scores =
        scorer.score(
            CLUSTER,
            List.of(
                job(1, gpus, walltimeS, waitedS).build(), job(2, gpus, newWalltimeS, 60).build()));
    assertThat(scores[0]).isGreaterThan(scores[1]);
  }

  @Test
  void aBusyClusterDoesNotChangeWhoIsSmall() {
    ClusterSnapshot full = Fixtures.cluster(List.of(), Fixtures.gpuNode("a1", "a100", 8, 8));
    double[] scores =
        scorer.score(full, List.of(job(1, 8, DAY, 600).build(), job(2, 1, 1800, 600).build()));
    assertThat(scores[1]).isGreaterThan(scores[0]);
  }

  @Test
  void scoresLieWithinTheirRangeWhateverIsAsked() {
    List<Job> oddities =
        List.of(
            job(1, 0, 3600, 0).build(),
            job(2, 0, ResourceRequest.UNLIMITED, 4000 * DAY).cpus(0).build(),
            job(3, Integer.MAX_VALUE, Long.MAX_VALUE - 1, 4000 * DAY)
                .cpus(Integer.MAX_VALUE)
                .memMb(Long.MAX_VALUE)
                .nodeRange(Integer.MAX_VALUE, Integer.MAX_VALUE)
                .build(),
            job(4, 1, 0, 0).gpus(GpuDemand.of("nosuch", 1)).build(),
            job(5, 1, 60, 0).partitions("nosuch").build());
    for (double score : scorer.score(CLUSTER, oddities)) {
      assertThat(score).isBetween(0.0, 1.0);
    }
  }

  @Test
  void aClusterWithoutNodesGivesFiniteScores() {
    ClusterSnapshot empty = Fixtures.cluster(List.of());
    assertThat(scorer.score(empty, List.of(job(1, 1, 60, 0).build()))[0]).isBetween(0.0, 1.0);
  }

  @Test
  void anExplanationNamesTheWaitAsWhatLiftsAPatientJob() {
    List<Job> queue =
        List.of(
            job(1, 8, DAY, 12 * DAY).build(),
            job(2, 8, DAY, 60).build(),
            job(3, 8, DAY, 120).build(),
            job(4, 8, DAY, 60).build());
    ScoreExplanation why = scorer.explain(CLUSTER, queue, 1);
    assertThat(why.rank()).isEqualTo(1);
    assertThat(why.candidates()).isEqualTo(4);
    assertThat(why.score()).isEqualTo(scorer.score(CLUSTER, queue)[0]);
    assertThat(why.contributions()).hasSize(Feature.values().length);
    Contribution first = why.contributions().get(0);
    assertThat(first.feature())
        .isIn(
            Feature.WAITED, Feature.WAITED_DAYS, Feature.WAITED_RELATIVE, Feature.WAITED_EXPECTED);
    assertThat(first.effect()).isPositive();
    assertThat(first.value()).isGreaterThan(first.queueMean());
  }

  @Test
  void aFeatureThatAllJobsShareExplainsNothing() {
    List<Job> queue = List.of(job(1, 8, DAY, 60).build(), job(2, 8, 3600, 60).build());
    assertThat(scorer.explain(CLUSTER, queue, 1).contributions())
        .filteredOn(contribution -> contribution.feature() == Feature.GPUS)
        .singleElement()
        .satisfies(contribution -> assertThat(contribution.effect()).isZero());
  }

  @Test
  void aJobThatIsNoCandidateCannotBeExplained() {
    assertThatThrownBy(() -> scorer.explain(CLUSTER, List.of(job(1, 1, 60, 0).build()), 99))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("job 99");
  }
}
