package io.rltune.daemon.config;

import io.rltune.daemon.config.Config.Entry;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a configuration strictly: every key must be known, every value right; all problems are told
 * at once, with their place. Later sources win: the file, {@code conf.d/*.yaml} beside it in the
 * order of their names, environment variables {@code RLTUNE_SECTION_KEY}.
 */
public final class ConfigLoader {
  /** The token that systemd hands over with LoadCredential. */
  private static final String CREDENTIAL = "slurm-token";

  private ConfigLoader() {}

  /**
   * Loads a file, what lies in conf.d beside it, and this process's environment.
   *
   * @throws ConfigException naming place, key, value and the nearest valid key for every problem
   */
  public static Config load(Path file) throws ConfigException {
    return load(file, System.getenv());
  }

  static Config load(Path file, Map<String, String> environment) throws ConfigException {
    Gathered gathered = new Gathered();
    read(file, gathered);
    for (Path more : confD(file, gathered.problems())) {
      read(more, gathered);
    }
    new EnvironmentReader(gathered).read(environment);
    token(file, environment, gathered);
    return gathered.config();
  }

  /** Reads the text of a single file. */
  public static Config parse(Path file, String text) throws ConfigException {
    Gathered gathered = new Gathered();
    new YamlReader(file, gathered).read(text);
    return gathered.config();
  }

  static Map<Setting<?>, Entry> defaults() {
    Map<Setting<?>, Entry> defaults = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.ALL) {
      Object raw =
          switch (setting.type().shape()) {
            case SCALAR -> setting.defaultText();
            case LIST -> List.of();
            case MAP -> Map.of();
          };
      defaults.put(
          setting, new Entry(setting.type().reader().apply(raw), setting.defaultText(), "default"));
    }
    return defaults;
  }

  private static void read(Path file, Gathered gathered) {
    try {
      new YamlReader(file, gathered).read(Files.readString(file));
    } catch (NoSuchFileException e) {
      gathered.problems().add(file + ": no such file");
    } catch (IOException e) {
      gathered.problems().add(file + ": cannot be read: " + e.getMessage());
    }
  }

  private static List<Path> confD(Path file, List<String> problems) {
    Path directory = file.toAbsolutePath().resolveSibling("conf.d");
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.yaml")) {
        found.forEach(files::add);
      } catch (IOException e) {
        problems.add(directory + ": cannot be read: " + e.getMessage());
      }
    }
    files.sort(null);
    return files;
  }

  /** Where no setting names a token: the service's credential, else the file beside ours. */
  private static void token(Path file, Map<String, String> environment, Gathered gathered) {
    if (!gathered.isDefault(Settings.TOKEN_FILE)
        || !gathered.isDefault(Settings.TOKEN_COMMAND)
        || !gathered.isDefault(Settings.JWT_KEY)) {
      return;
    }
    String credentials = environment.getOrDefault("CREDENTIALS_DIRECTORY", "");
    Path token =
        credentials.isEmpty()
            ? file.toAbsolutePath().resolveSibling("token")
            : Path.of(credentials, CREDENTIAL);
    try {
      if (Files.isReadable(token) && !Files.readString(token).isBlank()) {
        String origin = credentials.isEmpty() ? "beside " + file.getFileName() : "credential";
        gathered.put(Settings.TOKEN_FILE, new Entry(token, token.toString(), origin));
      }
    } catch (IOException e) {
      gathered.problems().add(token + ": cannot be read: " + e.getMessage());
    }
  }
}
