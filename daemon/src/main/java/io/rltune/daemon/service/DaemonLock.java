package io.rltune.daemon.service;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon for one state directory. The kernel frees the lock when its holder dies, however it
 * dies.
 */
public final class DaemonLock implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonLock.class);

  private final FileChannel channel;
  private final FileLock lock;

  private DaemonLock(FileChannel channel, FileLock lock) {
    this.channel = channel;
    this.lock = lock;
  }

  /** Takes the lock and writes who holds it; empty where another process has it. */
  public static Optional<DaemonLock> tryTake(Path file) throws IOException {
    return take(file, false);
  }

  /** Takes the lock for a moment, without a name on it. */
  public static Optional<DaemonLock> probe(Path file) throws IOException {
    return take(file, true);
  }

  private static Optional<DaemonLock> take(Path file, boolean probing) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      channel.close();
      return Optional.empty();
    }
    if (probing) {
      return Optional.of(new DaemonLock(channel, lock));
    }
    writeHolder(channel);
    return Optional.of(new DaemonLock(channel, lock));
  }

  private static void writeHolder(FileChannel channel) {
    String holder =
        "pid %d on %s since %s%n"
            .formatted(
                ProcessHandle.current().pid(),
                hostName(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
    try {
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      // The lock counts, not the name on it; what a full disk means is for the journal to say.
      LOG.warn("who holds the lock could not be written down: {}", e.getMessage());
    }
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return "this machine";
    }
  }

  /** Who holds the lock, as far as its file tells. */
  public static String holder(Path file) {
    try {
      return Files.readString(file).trim();
    } catch (IOException e) {
      return "unknown";
    }
  }

  @Override
  public void close() throws IOException {
    lock.release();
    channel.close();
  }
}
