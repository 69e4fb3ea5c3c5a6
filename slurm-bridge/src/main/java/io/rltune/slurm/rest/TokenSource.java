package io.rltune.slurm.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rltune.slurm.SlurmError;
import io.rltune.slurm.SlurmException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The JWT of slurmrestd, read from its file whenever that changes, so that a token can be renewed
 * under a running daemon. The token itself is in no message that this class writes.
 */
public final class TokenSource {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PREFIX = "SLURM_JWT=";

  private final Path file;
  private FileTime modified = FileTime.fromMillis(Long.MIN_VALUE / 1_000_000);
  private long size = -1;
  private Object fileKey = "";
  private String token = "";

  /**
   * Reads from a file.
   *
   * @param file file with the token alone, or as {@code scontrol token} prints it; empty path for
   *     no token at all
   */
  public TokenSource(Path file) {
    this.file = file;
  }

  /** Whether requests carry a token. */
  public boolean isConfigured() {
    return !file.toString().isEmpty();
  }

  /**
   * The token as it is now; empty when none is configured.
   *
   * @throws SlurmException of kind AUTH when the file is missing, unreadable or holds no token
   */
  public synchronized String token() throws SlurmException {
    if (!isConfigured()) {
      return "";
    }
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.lastModifiedTime().equals(modified)
          || attributes.size() != size
          || !String.valueOf(attributes.fileKey()).equals(fileKey)) {
        token = parse(Files.readString(file, StandardCharsets.US_ASCII));
        modified = attributes.lastModifiedTime();
        size = attributes.size();
        fileKey = String.valueOf(attributes.fileKey());
      }
      return token;
    } catch (NoSuchFileException e) {
      throw refused("does not exist; create it with: scontrol token username=USER", e);
    } catch (IOException e) {
      throw refused("cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  /** When the token expires, where it says. */
  public synchronized Optional<Instant> expiry() {
    String[] parts = token.split("\\.");
    if (parts.length != 3) {
      return Optional.empty();
    }
    try {
      JsonNode claims = JSON.readTree(Base64.getUrlDecoder().decode(parts[1]));
      return claims.path("exp").isNumber()
          ? Optional.of(Instant.ofEpochSecond(claims.path("exp").asLong()))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What is wrong with the file but does not stop us, e.g. that everybody may read it. */
  public List<String> warnings() {
    if (!isConfigured()) {
      return List.of();
    }
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      return permissions.contains(PosixFilePermission.OTHERS_READ)
          ? List.of("token file " + file + " is readable by everyone; run: chmod 600 " + file)
          : List.of();
    } catch (IOException | UnsupportedOperationException e) {
      return List.of();
    }
  }

  /** The text with the token, should a server ever echo it, taken out. */
  synchronized String redact(String text) {
    return token.isEmpty() ? text : text.replace(token, "[token]");
  }

  private String parse(String content) throws SlurmException {
    String text = content.strip();
    if (text.startsWith(PREFIX)) {
      text = text.substring(PREFIX.length()).strip();
    }
    if (text.isEmpty()) {
      throw refused("is empty; fill it with: scontrol token username=USER", null);
    }
    if (!text.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw refused("holds more than one token: expected one line without blanks", null);
    }
    return text;
  }

  private SlurmException refused(String problem, Throwable cause) {
    return new SlurmException(
        new SlurmError(SlurmError.Kind.AUTH, "token file", file + " " + problem, 0, 0), cause);
  }
}
