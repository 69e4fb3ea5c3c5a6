package io.rltune.daemon.tune;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rltune.daemon.service.JsonFiles;
import io.rltune.model.Sha256;
import io.rltune.policy.net.PolicyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The directory {@code tuned} of the state directory: every policy that was ever in force ({@code
 * TIME-DIGEST.zip}), which one is ({@code live.json}; without it the configured one is), and what
 * happened when ({@code log.txt}). Each step is one rename, so that a crash leaves the state before
 * it or after it.
 */
public final class TunedPolicies {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final int DIGEST_SHOWN = 8;
  private static final String TAKEN_BACK = "taken back ";

  private final Path directory;

  /** Of a state directory. Nothing is made before something is put in force. */
  public TunedPolicies(Path stateDirectory) {
    this.directory = stateDirectory.resolve("tuned");
  }

  public Path directory() {
    return directory;
  }

  private Path liveFile() {
    return directory.resolve("live.json");
  }

  private Path log() {
    return directory.resolve("log.txt");
  }

  /** The tuned policy in force; empty where the configured one is. */
  public Optional<LivePolicy> live() throws IOException {
    try {
      return Optional.of(JSON.readValue(Files.readString(liveFile()), LivePolicy.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (JsonProcessingException e) {
      throw new IOException(
          liveFile()
              + " is damaged: "
              + e.getOriginalMessage()
              + "; remove it to go back to the configured policy",
          e);
    }
  }

  /** The file of a tuned policy, if it is still as it was. */
  public Path file(LivePolicy live) throws IOException {
    Path file = directory.resolve(live.file());
    String now = Sha256.of(Files.readAllBytes(file));
    if (!now.equals(live.sha256())) {
      throw new IOException(file + " has changed since it was put in force (SHA-256 " + now + ")");
    }
    return file;
  }

  /**
   * Puts a candidate in force.
   *
   * @param base SHA-256 of the configured policy
   * @param verdict of the gate, for people
   * @param now seconds since the epoch
   * @throws IOException where the candidate cannot be read or kept, or was taken back once
   */
  public LivePolicy promote(Path candidate, String base, String verdict, long now)
      throws IOException {
    PolicyFile.read(candidate);
    byte[] bytes = Files.readAllBytes(candidate);
    String sha256 = Sha256.of(bytes);
    if (wasTakenBack(sha256)) {
      throw new IOException(
          candidate + " was in force once and taken back; see " + log() + ": train another one");
    }
    Files.createDirectories(directory);
    String name =
        TIME.format(Instant.ofEpochSecond(now)) + "-" + sha256.substring(0, DIGEST_SHOWN) + ".zip";
    Path kept = directory.resolve(name);
    Path temporary = directory.resolve("." + name);
    Files.write(temporary, bytes);
    Files.move(temporary, kept, StandardCopyOption.ATOMIC_MOVE);
    LivePolicy before = live().filter(old -> old.base().equals(base)).orElse(null);
    LivePolicy live = new LivePolicy(name, sha256, base, now, verdict, before);
    JsonFiles.write(liveFile(), live);
    note(
        now,
        "in force "
            + live.name()
            + " "
            + sha256
            + " in place of "
            + nameOf(before)
            + ": "
            + verdict);
    return live;
  }

  /**
   * Takes the policy in force back: the one before it comes back, another tuned one or the
   * configured one.
   *
   * @return what is in force now; empty for the configured one
   * @throws IllegalStateException where no tuned policy is in force
   */
  public Optional<LivePolicy> takeBack(String why, long now) throws IOException {
    LivePolicy live =
        live()
            .orElseThrow(
                () ->
                    new IllegalStateException("no tuned policy is in force: nothing to take back"));
    // Noted first: after a crash in between it is taken back once more, and never comes again.
    note(now, TAKEN_BACK + live.name() + " " + live.sha256() + ": " + why);
    if (live.previous() == null) {
      Files.deleteIfExists(liveFile());
    } else {
      JsonFiles.write(liveFile(), live.previous());
    }
    note(now, "in force again " + nameOf(live.previous()));
    return Optional.ofNullable(live.previous());
  }

  /** What happened, the oldest first, a line each. */
  public List<String> history() throws IOException {
    return Files.exists(log()) ? Files.readAllLines(log()) : List.of();
  }

  private boolean wasTakenBack(String sha256) throws IOException {
    return history().stream()
        .anyMatch(line -> line.contains(TAKEN_BACK) && line.contains(" " + sha256 + ":"));
  }

  private void note(long now, String what) throws IOException {
    Files.writeString(
        log(),
        Instant.ofEpochSecond(now) + " " + what.replaceAll("\\R", " ") + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static String nameOf(@Nullable LivePolicy policy) {
    return policy == null ? "the configured policy" : policy.name();
  }
}
