package io.rltune.daemon.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small file system for the daemon's state that can be filled to the last byte. */
final class SoakDisk implements AutoCloseable {
  private static final int SIZE_MB = 64;

  private final Lab lab;
  private final Path directory;

  private SoakDisk(Lab lab, Path directory) {
    this.lab = lab;
    this.directory = directory;
  }

  static SoakDisk mount(Lab lab, Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    lab.slurm(
        "mount",
        "-t",
        "tmpfs",
        "-o",
        "mode=0750,size=" + SIZE_MB + "m",
        "rltune-soak",
        "" + directory);
    return new SoakDisk(lab, directory);
  }

  Path directory() {
    return directory;
  }

  /** Fills it: not a byte is left. */
  void fill() throws IOException {
    byte[] block = new byte[64 * 1024];
    for (int size = block.length; size > 0; size /= 2) {
      try (OutputStream out = Files.newOutputStream(ballast(size))) {
        while (true) {
          out.write(block, 0, size);
        }
      } catch (IOException full) {
        // What was aimed at; smaller blocks fill what is left.
      }
    }
  }

  /** Gives the room back. */
  void free() throws IOException {
    for (int size = 64 * 1024; size > 0; size /= 2) {
      Files.deleteIfExists(ballast(size));
    }
  }

  private Path ballast(int size) {
    return directory.resolve("ballast-" + size);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    lab.slurm("umount", "" + directory);
  }
}
