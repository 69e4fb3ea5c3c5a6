package io.rltune.policy.net;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.UUID;

/**
 * Reads and writes policy files: a zip of {@code policy.json} (what it is), {@code weights.bin}
 * (little-endian float32, in the order of {@link PlainMlp}) and {@code dl4j-model.zip} (the network
 * for further training).
 */
public final class PolicyFile {
  private PolicyFile() {}

  /**
   * Reads a policy file.
   *
   * @throws PolicyFileException if it is damaged, of another format, made for other features, or
   *     has weights that are missing or not finite
   */
  public static Policy read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return read(in, "policy file " + file);
    }
  }

  /** Reads a policy from a stream, which is left open. */
  public static Policy read(InputStream in) throws IOException {
    return read(in, "policy");
  }

  /**
   * Reads a policy from the bytes of its file.
   *
   * @param place where they come from, for messages
   */
  public static Policy read(byte[] bytes, String place) throws IOException {
    return read(new ByteArrayInputStream(bytes), place);
  }

  private static Policy read(InputStream in, String place) throws IOException {
    return PolicyZip.decode(in, place);
  }

  /**
   * Writes a policy so that readers find the old file or the new one, never a part: to a temporary
   * file beside it, on disk, read back and compared, then renamed. The old one stays as {@code
   * .prev}.
   *
   * @throws IOException if the file cannot be written; the old one is then untouched
   */
  public static void write(Path file, Policy policy) throws IOException {
    Path target = file.toAbsolutePath();
    Path directory = target.getParent();
    Path name = target.getFileName();
    if (directory == null || name == null) {
      throw new PolicyFileException("cannot write a policy to " + file + ": name a file");
    }
    // Not Files.createTempFile: its mode 600 would hide the policy from the daemon's user.
    Path temporary = directory.resolve("." + name + "." + UUID.randomUUID() + ".tmp");
    try {
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(PolicyZip.encode(policy));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Policy reread = read(temporary);
      if (!Arrays.equals(reread.network().weights(), policy.network().weights())) {
        throw new PolicyFileException("policy file " + temporary + " reads back differently");
      }
      if (Files.exists(target)) {
        Path previous = directory.resolve(name + ".prev");
        Files.copy(target, previous, StandardCopyOption.REPLACE_EXISTING);
      }
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
    try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
      entry.force(true);
    }
  }
}
