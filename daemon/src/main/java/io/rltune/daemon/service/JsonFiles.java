package io.rltune.daemon.service;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** JSON files that a reader never sees half written. */
public final class JsonFiles {
  public static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          // Exact, and still harmless on a terminal: C1 controls and text directions are escaped.
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  private JsonFiles() {}

  public static void write(Path file, Object value) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    Files.writeString(temporary, MAPPER.writeValueAsString(value) + System.lineSeparator());
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  public static JsonNode read(Path file) throws IOException {
    return MAPPER.readTree(Files.readString(file));
  }
}
