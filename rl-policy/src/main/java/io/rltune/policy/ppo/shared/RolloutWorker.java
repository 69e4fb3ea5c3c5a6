package io.rltune.policy.ppo.shared;

import io.rltune.model.Sha256;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.ppo.EpisodeSource;
import io.rltune.policy.ppo.Exploration;
import io.rltune.policy.ppo.Trajectory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Runs episodes of whatever round is at hand until it is told to stop, or until the learner has not
 * been heard of for a long time.
 */
public final class RolloutWorker {
  private static final Duration IDLE = Duration.ofMillis(200);

  private final SharedFiles files;
  private final EpisodeSource source;
  private final Exploration exploration;
  private final String name;
  private final Duration patience;
  private final Consumer<String> log;
  private Policy policy;
  private String policySha256 = "";

  /**
   * A worker.
   *
   * @param exploration how the learner wants it to explore
   * @param name for people; told apart from another of the same name, such as one of the same task
   *     that Slurm started again
   * @param patience time without a sign of the learner after which the worker ends
   * @param log gets a line per round
   */
  public RolloutWorker(
      SharedFiles files,
      EpisodeSource source,
      Exploration exploration,
      String name,
      Duration patience,
      Consumer<String> log) {
    this.files = files;
    this.source = source;
    this.exploration = exploration;
    this.name = name + "-" + UUID.randomUUID().toString().substring(0, 8);
    this.patience = patience;
    this.log = log;
  }

  /**
   * Works until the end.
   *
   * @return episodes run
   */
  public int run() throws IOException, InterruptedException {
    PulseWatch learner = new PulseWatch(patience, System::nanoTime);
    int episodes = 0;
    long last = 0;
    try (Pulse pulse = Pulse.start(files.alive(name))) {
      while (!Files.exists(files.stop())) {
        if (!learner.lives(files.learner())) {
          log.accept("no sign of the learner for " + patience.toSeconds() + " s: this worker ends");
          return episodes;
        }
        Optional<Round> round = Round.current(files);
        int done = round.isPresent() ? work(round.get()) : 0;
        episodes += done;
        if (done > 0 && round.get().number() != last) {
          last = round.get().number();
          log.accept("round " + last + ": " + done + " episodes");
        }
        if (done == 0) {
          Thread.sleep(IDLE.toMillis());
        }
      }
    } finally {
      Files.deleteIfExists(files.alive(name));
    }
    return episodes;
  }

  /** Runs what nobody has claimed yet; gives the number of episodes. */
  private int work(Round round) throws IOException {
    int done = 0;
    for (int episode = 0; episode < round.episodes(); episode++) {
      if (!Round.current(files).equals(Optional.of(round))) {
        return done;
      }
      if (Files.exists(files.claim(round.number(), episode))
          || !SharedFiles.claim(files.claim(round.number(), episode), name)) {
        continue;
      }
      if (!load(round)) {
        return done;
      }
      Trajectory trajectory =
          exploration.explore(policy, source, round.seed(episode), round.replica(episode));
      new ExperienceFile(round.number(), episode, policySha256, trajectory)
          .write(files.experience(round.number(), episode));
      done++;
    }
    return done;
  }

  /** Gets the policy of a round; false where the round is over already. */
  private boolean load(Round round) throws IOException {
    if (policySha256.equals(round.policySha256())) {
      return true;
    }
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(files.policy(round.number()));
    } catch (NoSuchFileException e) {
      return false;
    }
    String sha256 = Sha256.of(bytes);
    if (!sha256.equals(round.policySha256())) {
      throw new IOException(
          files.policy(round.number()) + " is not the policy of its round: " + sha256);
    }
    policy = PolicyFile.read(new ByteArrayInputStream(bytes));
    policySha256 = sha256;
    return true;
  }
}
