package io.rltune.daemon.snapshot;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * Reads and writes a {@link CycleRecord} as compressed JSON. The records' own names are the keys.
 */
public final class CycleFile {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  // Keys of maps are names that strangers chose, of any length.
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNameLength(1_000_000).build())
                  .build())
          // The records hold questions too (isPending and the like): only their fields are data.
          .visibility(PropertyAccessor.ALL, Visibility.NONE)
          .visibility(PropertyAccessor.FIELD, Visibility.ANY)
          .visibility(PropertyAccessor.CREATOR, Visibility.ANY)
          .addModule(new OptionalNumbers())
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private CycleFile() {}

  /** Writes the file, readable by its owner and group only, so that a reader never sees half. */
  public static void write(Path file, CycleRecord record) throws IOException {
    Path target = file.toAbsolutePath();
    Path temporary = target.resolveSibling(target.getFileName() + ".tmp");
    Files.deleteIfExists(temporary);
    Files.createFile(
        temporary,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r-----")));
    try (OutputStream out =
        new GZIPOutputStream(new BufferedOutputStream(Files.newOutputStream(temporary)), 8192)) {
      MAPPER.writeValue(out, record);
    }
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads a file.
   *
   * @throws IOException where it cannot be read, is damaged, or of another format; the message
   *     names the file
   */
  public static CycleRecord read(Path file) throws IOException {
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(file))) {
      raw.mark(2);
      boolean zipped = raw.read() == 0x1f && raw.read() == 0x8b;
      raw.reset();
      try (InputStream in = zipped ? new GZIPInputStream(raw) : raw) {
        CycleRecord record = MAPPER.readValue(in, CycleRecord.class);
        if (record.format() != CycleRecord.FORMAT) {
          throw new IOException(
              file
                  + ": format "
                  + record.format()
                  + ", written by RLTune "
                  + record.rltune()
                  + "; this one reads format "
                  + CycleRecord.FORMAT);
        }
        return record;
      }
    } catch (JsonProcessingException e) {
      throw new IOException(
          file + " is not a snapshot of this RLTune: " + e.getOriginalMessage(), e);
    } catch (ZipException | EOFException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
  }
}
