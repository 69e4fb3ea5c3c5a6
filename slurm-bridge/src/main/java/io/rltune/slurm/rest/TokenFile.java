package io.rltune.slurm.rest;

import io.rltune.slurm.SlurmException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;

/** A token in a file, read again whenever the file changes or Slurm has refused what it held. */
final class TokenFile implements TokenSupply {
  private final Path file;
  private String stamp = "";

  TokenFile(Path file) {
    this.file = file;
  }

  @Override
  public String token(String current, boolean refused) throws SlurmException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      // A file renamed into place can have the time and size of the old one, but not its inode.
      String now =
          attributes.lastModifiedTime() + "|" + attributes.size() + "|" + attributes.fileKey();
      if (!current.isEmpty() && !refused && now.equals(stamp)) {
        return current;
      }
      String token = TokenSupply.parse(Files.readString(file, StandardCharsets.US_ASCII), where());
      stamp = now;
      return token;
    } catch (NoSuchFileException e) {
      throw TokenSupply.refusal(
          where(), "does not exist; create it with: scontrol token username=USER", e);
    } catch (IOException e) {
      throw TokenSupply.refusal(
          where(), "cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  @Override
  public List<String> warnings() {
    return readableByAll(file)
        ? List.of("token file " + file + " is readable by everyone; run: chmod 600 " + file)
        : List.of();
  }

  static boolean readableByAll(Path file) {
    try {
      return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  @Override
  public String remedy() {
    return remedy(System.getenv("CREDENTIALS_DIRECTORY"));
  }

  /** A credential of systemd's is a copy, made when the service starts. */
  String remedy(String credentials) {
    boolean isCopy = credentials != null && !credentials.isEmpty() && file.startsWith(credentials);
    return isCopy
        ? "renew the token file that the unit loads (LoadCredential) and restart the service"
        : "renew the token file";
  }

  private String where() {
    return "token file " + file;
  }
}
