package io.rltune.policy.ppo.shared;

import io.rltune.model.Sha256;
import io.rltune.policy.net.Policy;
import io.rltune.policy.net.PolicyFile;
import io.rltune.policy.ppo.ExperienceSource;
import io.rltune.policy.ppo.Trajectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Experience from workers that share a directory. An episode whose worker has died is given up, and
 * the others go on; all are returned in the order of their numbers, so that with no worker lost the
 * result does not depend on who ran what.
 */
public final class SharedExperience implements ExperienceSource {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration SAY_EVERY = Duration.ofSeconds(30);

  private final SharedFiles files;
  private final Consumer<String> log;
  private final PulseWatch workers;
  private final Pulse pulse;
  private long number;
  private int lost;
  private int dropped;

  /**
   * Opens a directory; rounds go on where an earlier learner stopped.
   *
   * @param patience time without a sign of a worker after which it counts as dead
   * @param log gets a line where something was lost
   */
  public static SharedExperience open(Path directory, Duration patience, Consumer<String> log)
      throws IOException {
    SharedFiles files = SharedFiles.create(directory);
    long number = Round.current(files).map(Round::number).orElse(0L);
    return new SharedExperience(files, number, patience, log);
  }

  private SharedExperience(
      SharedFiles files, long number, Duration patience, Consumer<String> log) {
    this.files = files;
    this.number = number;
    this.log = log;
    this.workers = new PulseWatch(patience, System::nanoTime);
    this.pulse = Pulse.start(files.learner());
  }

  /** Episodes lost with their workers so far. */
  public int lost() {
    return lost;
  }

  /** Experience of other policies, or damaged, that was left out so far. */
  public int dropped() {
    return dropped;
  }

  @Override
  public List<Trajectory> collect(Policy policy, int iteration, List<Long> seeds, int replicas)
      throws IOException, InterruptedException {
    number++;
    Path file = files.policy(number);
    PolicyFile.write(file, policy);
    Round round = new Round(number, Sha256.of(Files.readAllBytes(file)), seeds, replicas);
    round.publish(files);
    Collection collection = new Collection(round);
    try {
      collection.await();
    } finally {
      // Nothing to do while the learner learns; then claims may go without being claimed anew.
      new Round(number, round.policySha256(), List.of(), replicas).publish(files);
      tidy();
    }
    if (collection.found.isEmpty()) {
      throw new IOException(
          "iteration "
              + iteration
              + ": every episode was lost with its worker; see the workers' logs");
    }
    return new ArrayList<>(collection.found.values());
  }

  /** What is left of this round and of earlier ones; a late worker's result is swept up later. */
  private void tidy() throws IOException {
    for (String directory : List.of("policies", "claims", "experience")) {
      for (Path entry : files.in(files.path().resolve(directory))) {
        Files.deleteIfExists(entry);
      }
    }
  }

  @Override
  public void close() throws IOException {
    SharedFiles.write(files.stop(), "done");
    pulse.close();
  }

  /** The results of one round as they come in. */
  private final class Collection {
    private final Round round;
    private final TreeMap<Integer, Trajectory> found = new TreeMap<>();
    private final boolean[] gone;
    private long saidAt = System.nanoTime();
    private int living;

    Collection(Round round) {
      this.round = round;
      this.gone = new boolean[round.episodes()];
    }

    void await() throws IOException, InterruptedException {
      while (found.size() + lostHere() < round.episodes()) {
        int before = found.size();
        take();
        giveUp();
        if (found.size() == before) {
          complain();
          Thread.sleep(POLL.toMillis());
        } else {
          saidAt = System.nanoTime();
        }
      }
    }

    private int lostHere() {
      int count = 0;
      for (boolean one : gone) {
        count += one ? 1 : 0;
      }
      return count;
    }

    private void take() throws IOException {
      for (Path file : files.in(files.path().resolve("experience"))) {
        try {
          ExperienceFile one = ExperienceFile.read(file);
          boolean ours =
              one.round() == round.number() && one.policySha256().equals(round.policySha256());
          if (ours) {
            found.put(one.episode(), one.trajectory());
            gone[one.episode()] = false;
          } else {
            dropped++;
            log.accept(
                "experience of round " + one.round() + " dropped: its policy is no longer the one");
          }
        } catch (NoSuchFileException e) {
          continue;
        } catch (IOException e) {
          dropped++;
          log.accept("experience dropped: " + e.getMessage());
          giveUpDamaged(file);
        }
        Files.deleteIfExists(file);
      }
    }

    private void giveUpDamaged(Path file) {
      for (int episode = 0; episode < gone.length; episode++) {
        if (files.experience(round.number(), episode).getFileName().equals(file.getFileName())) {
          lose(episode, "its file was damaged");
        }
      }
    }

    /** Gives up what a dead worker has claimed, or what no worker will ever claim. */
    private void giveUp() throws IOException {
      Optional<String> end = SharedFiles.text(files.noMoreWorkers());
      living = 0;
      for (Path worker : files.in(files.path().resolve("alive"))) {
        living += workers.lives(worker) ? 1 : 0;
      }
      for (int episode = 0; episode < gone.length; episode++) {
        if (found.containsKey(episode) || gone[episode]) {
          continue;
        }
        Optional<String> claim = SharedFiles.text(files.claim(round.number(), episode));
        if (claim.isPresent() && !claim.get().isEmpty()) {
          if (!workers.lives(files.alive(claim.get()))
              && !Files.exists(files.experience(round.number(), episode))) {
            lose(episode, "worker " + claim.get() + " gives no sign any more");
          }
        } else if (end.isPresent() && living == 0) {
          throw new IOException(end.get());
        }
      }
    }

    private void lose(int episode, String why) {
      gone[episode] = true;
      lost++;
      log.accept("episode " + episode + " of round " + round.number() + " lost: " + why);
    }

    private void complain() {
      if (System.nanoTime() - saidAt > SAY_EVERY.toNanos()) {
        saidAt = System.nanoTime();
        log.accept(
            "waits for workers: %d of %d episodes of round %d are there, %d workers live"
                .formatted(found.size(), round.episodes(), round.number(), living));
      }
    }
  }
}
