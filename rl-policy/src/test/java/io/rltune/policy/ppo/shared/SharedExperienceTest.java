package io.rltune.policy.ppo.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.rltune.policy.NetworkScorer;
import io.rltune.policy.net.Policy;
import io.rltune.policy.ppo.Episode;
import io.rltune.policy.ppo.EpisodeSource;
import io.rltune.policy.ppo.ExperienceSource;
import io.rltune.policy.ppo.Exploration;
import io.rltune.policy.ppo.HeadNoise;
import io.rltune.policy.ppo.Trajectory;
import io.rltune.policy.train.ToyEpisodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SharedExperienceTest {
  /** Long enough for a pulse that comes every two seconds on a loaded machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private static final List<Long> SEEDS = List.of(11L, 12L, 13L);
  private static final int REPLICAS = 2;

  @TempDir private Path directory;

  private final List<String> log = new CopyOnWriteArrayList<>();
  private final List<Thread> workers = new ArrayList<>();
  private final CountDownLatch forever = new CountDownLatch(1);
  private Policy policy;
  private SharedFiles files;
  private SharedExperience learner;

  @BeforeEach
  void open() throws Exception {
    policy = NetworkScorer.shippedPolicy();
    files = SharedFiles.create(directory.resolve("shared"));
    learner = SharedExperience.open(files.path(), PATIENCE, log::add);
  }

  @AfterEach
  void close() throws Exception {
    forever.countDown();
    learner.close();
    for (Thread worker : workers) {
      worker.join(20_000);
    }
  }

  private void worker(String name, EpisodeSource source) {
    worker(name, source, Exploration.ORDERS);
  }

  private void worker(String name, EpisodeSource source, Exploration exploration) {
    Thread thread =
        new Thread(
            () -> {
              try {
                new RolloutWorker(files, source, exploration, name, Duration.ofMinutes(1), log::add)
                    .run();
              } catch (IOException | InterruptedException e) {
                log.add(name + " ended: " + e);
              }
            },
            name);
    workers.add(thread);
    thread.start();
  }

  private List<Trajectory> collect() throws Exception {
    return learner.collect(policy, 1, SEEDS, REPLICAS);
  }

  private static void assertSame(List<Trajectory> ours, List<Trajectory> theirs) {
    assertThat(ours).hasSameSizeAs(theirs);
    for (int i = 0; i < ours.size(); i++) {
      assertThat(ours.get(i)).usingRecursiveComparison().isEqualTo(theirs.get(i));
    }
  }

  @Test
  void whatSeveralWorkersDoIsToTheBitWhatOneProcessDoes() throws Exception {
    List<Trajectory> local =
        ExperienceSource.local(new ToyEpisodes(), Exploration.ORDERS)
            .collect(policy, 1, SEEDS, REPLICAS);
    worker("a", new ToyEpisodes());
    worker("b", new ToyEpisodes());

    assertSame(collect(), local);
    assertSame(collect(), local);

    assertThat(learner.lost() + learner.dropped()).isZero();
    assertThat(files.in(files.path().resolve("claims"))).isEmpty();
    assertThat(files.in(files.path().resolve("experience"))).isEmpty();
  }

  @Test
  void aSearchInTheLastLayerIsTheSameElsewhereToo() throws Exception {
    double[] scales = new double[16];
    Arrays.fill(scales, 0.2);
    policy = HeadNoise.withScales(policy, scales);
    List<Trajectory> local =
        ExperienceSource.local(new ToyEpisodes(), Exploration.HEAD)
            .collect(policy, 1, SEEDS, REPLICAS);
    worker("a", new ToyEpisodes(), Exploration.HEAD);
    assertSame(collect(), local);
  }

  /** Claims an episode and is never heard of again, as after kill -9. */
  private void claimByADeadWorker(long round, int episode) throws Exception {
    SharedFiles.write(files.alive("dead"), "17");
    SharedFiles.claim(files.claim(round, episode), "dead");
  }

  @Test
  void aWorkerThatDiesCostsItsOwnEpisodesAlone() throws Exception {
    List<Trajectory> local =
        ExperienceSource.local(new ToyEpisodes(), Exploration.ORDERS)
            .collect(policy, 1, SEEDS, REPLICAS);
    claimByADeadWorker(1, 2);
    worker("a", new ToyEpisodes());

    List<Trajectory> found = collect();

    local.remove(2);
    assertSame(found, local);
    assertThat(learner.lost()).isEqualTo(1);
    assertThat(log).anyMatch(line -> line.startsWith("episode 2 of round 1 lost: worker dead"));
    assertThat(collect()).hasSize(SEEDS.size() * REPLICAS);
  }

  @Test
  void experienceOfAnotherPolicyIsDropped() throws Exception {
    worker("a", new ToyEpisodes());
    Trajectory old = collect().get(0);
    Policy other =
        new Policy(
            "other",
            policy.network(),
            policy.normaliser(),
            java.util.Map.of("a", "b"),
            new byte[0]);
    new ExperienceFile(1, 0, "ab".repeat(32), old).write(files.experience(1, 0));
    new ExperienceFile(2, 3, "cd".repeat(32), old).write(files.experience(2, 3));

    List<Trajectory> found = learner.collect(other, 2, SEEDS, REPLICAS);

    assertThat(found).hasSize(SEEDS.size() * REPLICAS);
    assertThat(learner.dropped()).isEqualTo(2);
    assertThat(log).anyMatch(line -> line.contains("dropped: its policy is no longer the one"));
  }

  @Test
  void aDamagedFileCostsItsEpisode() throws Exception {
    Files.writeString(files.experience(1, 4), "RLX1 cut short");
    SharedFiles.claim(files.claim(1, 4), "somebody");
    worker("a", new ToyEpisodes());

    assertThat(collect()).hasSize(SEEDS.size() * REPLICAS - 1);

    assertThat(log)
        .anyMatch(line -> line.startsWith("experience dropped: ") && line.contains("1-4"));
  }

  @Test
  void aByteThatChangedIsSeen() throws Exception {
    worker("a", new ToyEpisodes());
    Trajectory one = collect().get(0);
    Path file = directory.resolve("one");
    new ExperienceFile(1, 0, "ab".repeat(32), one).write(file);
    assertThat(ExperienceFile.read(file).trajectory()).usingRecursiveComparison().isEqualTo(one);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);

    assertThatThrownBy(() -> ExperienceFile.read(file)).hasMessageContaining("checksum");
  }

  @Test
  void withoutAnyWorkerLeftTheLearnerEndsWithTheReason() throws Exception {
    SharedFiles.write(files.noMoreWorkers(), "all workers have ended: see the logs");

    assertThatThrownBy(this::collect).hasMessage("all workers have ended: see the logs");
  }

  @Test
  void anEpisodeThatNobodySurvivesEndsTheTraining() throws Exception {
    for (int episode = 0; episode < SEEDS.size() * REPLICAS; episode++) {
      claimByADeadWorker(1, episode);
    }

    assertThatThrownBy(this::collect).hasMessageContaining("every episode was lost");
  }

  @Test
  void aLearnerThatWasStartedAgainGoesOnWithTheSameWorkers() throws Exception {
    worker("a", new ToyEpisodes());
    List<Trajectory> before = collect();
    learner = SharedExperience.open(files.path(), PATIENCE, log::add);

    assertSame(collect(), before);

    assertThat(Round.current(files).orElseThrow().number()).isEqualTo(2);
  }

  @Test
  void aWorkerEndsWhenToldOrWhenTheLearnerIsGone() throws Exception {
    worker("told", new ToyEpisodes());
    collect();
    learner.close();
    await().until(() -> !workers.get(0).isAlive());
    Files.delete(files.stop());

    int episodes =
        new RolloutWorker(
                files,
                new ToyEpisodes(),
                Exploration.ORDERS,
                "orphan",
                Duration.ofMillis(500),
                log::add)
            .run();

    assertThat(episodes).isZero();
    assertThat(log).anyMatch(line -> line.startsWith("no sign of the learner"));
    assertThat(files.in(files.path().resolve("alive"))).isEmpty();
  }

  /** While one worker is busy, others do the rest; a slow one that lives is waited for. */
  @Test
  void aSlowWorkerIsNoDeadOne() throws Exception {
    ToyEpisodes toys = new ToyEpisodes();
    worker("slow", new Slow(toys));
    worker("quick", toys);

    assertThat(collect()).hasSize(SEEDS.size() * REPLICAS);
    assertThat(learner.lost()).isZero();
  }

  private record Slow(EpisodeSource source) implements EpisodeSource {
    @Override
    public int outlookWidth() {
      return source.outlookWidth();
    }

    @Override
    public Episode open(long seed) {
      return steering -> {
        try {
          // Longer than the patience with a worker that gives no sign.
          Thread.sleep(PATIENCE.plusSeconds(2).toMillis());
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return source.open(seed).run(steering);
      };
    }

    @Override
    public int validationEpisodes() {
      return source.validationEpisodes();
    }

    @Override
    public Episode openValidation(int number) {
      return source.openValidation(number);
    }

    @Override
    public String description() {
      return source.description();
    }
  }
}
