package jscip;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * A private directory of native libraries, named by the hash of their content. Whoever can write
 * there can run code as us, so the directory must be ours and closed to others, and each file is
 * compared with the jar before it is loaded.
 */
public final class NativeCache {
  /** System property that names the directory. */
  static final String PROPERTY = "rltune.native.cache";

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  private final Path base;

  NativeCache(Path base) {
    this.base = base;
  }

  /**
   * Another library of the jar that carries SCIP, unpacked (not in JSCIPOpt).
   *
   * @param file its name
   * @param files it and what it needs
   * @throws ScipUnavailableException where the platform or the jar does not have it
   * @throws IOException where no directory can hold it
   */
  public static Path library(String file, List<String> files) throws IOException {
    String resources =
        ScipLibrary.resourceDirectory(System.getProperty("os.name"), System.getProperty("os.arch"));
    IOException last = new IOException("no directory for native libraries");
    for (Path base : candidates(System.getProperties(), System.getenv())) {
      try {
        return new NativeCache(base).extract(resources, files).resolve(file);
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  /** Directories to try, best first. A directory set by the property is the only one. */
  static List<Path> candidates(Properties properties, Map<String, String> environment) {
    String chosen = properties.getProperty(PROPERTY);
    if (chosen != null && !chosen.isEmpty()) {
      return List.of(Path.of(chosen).toAbsolutePath());
    }
    List<Path> paths = new ArrayList<>();
    String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
    String home = properties.getProperty("user.home", "");
    if (xdg.startsWith("/")) {
      paths.add(Path.of(xdg, "rltune"));
    } else if (home.startsWith("/")) {
      paths.add(Path.of(home, ".cache", "rltune"));
    }
    String user = properties.getProperty("user.name", "").replaceAll("[^A-Za-z0-9._-]", "_");
    paths.add(Path.of(properties.getProperty("java.io.tmpdir", "/tmp"), "rltune-" + user));
    return paths;
  }

  /**
   * Unpacks the files where they are not there yet, and verifies them.
   *
   * @param resources directory in the class path
   * @param files names of the files
   * @return the directory that holds them all
   * @throws ScipUnavailableException where the class path does not carry them
   */
  Path extract(String resources, List<String> files) throws IOException {
    List<String> hashes = new ArrayList<>();
    for (String file : files) {
      try (InputStream in = open(resources + "/" + file)) {
        hashes.add(sha256(in));
      }
    }
    makePrivate(base);
    String name = "scip-" + String.join("", hashes.stream().map(h -> h.substring(0, 8)).toList());
    Path directory = base.resolve(name);
    makePrivate(directory);
    for (int i = 0; i < files.size(); i++) {
      place(resources + "/" + files.get(i), hashes.get(i), directory.resolve(files.get(i)));
    }
    return directory;
  }

  private static InputStream open(String resource) {
    InputStream in = NativeCache.class.getClassLoader().getResourceAsStream(resource);
    if (in == null) {
      throw new ScipUnavailableException(
          "the class path does not carry "
              + resource
              + "; add the com.google.ortools artefact of this platform");
    }
    return in;
  }

  private static void place(String resource, String hash, Path target) throws IOException {
    if (isIntact(target, hash)) {
      return;
    }
    Path temporary = Files.createTempFile(target.getParent(), ".new-", ".so");
    try {
      try (InputStream in = open(resource);
          OutputStream out = Files.newOutputStream(temporary)) {
        in.transferTo(out);
      }
      Files.setPosixFilePermissions(temporary, PRIVATE);
      // Two JVMs may do this at once: each renames a complete file, so either one is right.
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
    if (!isIntact(target, hash)) {
      throw new IOException(target + " differs from " + resource + " after it was written");
    }
  }

  private static boolean isIntact(Path file, String hash) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return sha256(in).equals(hash);
    }
  }

  private static void makePrivate(Path directory) throws IOException {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(PRIVATE));
    }
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(directory + " is not a directory");
    }
    Object owner = Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    Object me = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if (!owner.equals(me)) {
      throw new IOException(directory + " belongs to uid " + owner + ", not to us (" + me + ")");
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(directory);
    if (permissions.contains(PosixFilePermission.GROUP_WRITE)
        || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(
          directory
              + " can be written by others ("
              + PosixFilePermissions.toString(permissions)
              + "); chmod go-w it");
    }
  }

  private static String sha256(InputStream in) throws IOException {
    try (DigestInputStream digesting = new DigestInputStream(in, newSha256())) {
      digesting.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digesting.getMessageDigest().digest());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
