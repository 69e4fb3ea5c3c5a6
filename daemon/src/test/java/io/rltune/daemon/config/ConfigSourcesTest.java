package io.rltune.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file, conf.d beside it, the environment: who wins, and where a value came from. */
class ConfigSourcesTest {
  @TempDir Path etc;
  private Path main;

  @BeforeEach
  void mainFile() throws IOException {
    main = etc.resolve("rltune.yaml");
    Files.writeString(main, "daemon: {mode: shadow, interval: 5s}\n");
    Files.createDirectory(etc.resolve("conf.d"));
  }

  @Test
  void laterSourcesWinAndEachValueRemembersItsOwn() throws Exception {
    confD("10-site.yaml", "daemon:\n  mode: advise\npartitions: {gpu: {weight: 2}}\n");
    confD("20-gpu.yaml", "daemon:\n  mode: enforce\npartitions:\n  gpu:\n    mode: enforce\n");
    confD("ignored.txt", "nonsense");

    Config config = ConfigLoader.load(main, Map.of("RLTUNE_DAEMON_INTERVAL", "7s"));

    assertThat(config.get(Settings.MODE)).isEqualTo(Mode.ENFORCE);
    assertThat(config.origin(Settings.MODE))
        .isEqualTo(etc.toAbsolutePath().resolve("conf.d/20-gpu.yaml") + ":2");
    assertThat(config.get(Settings.INTERVAL)).hasSeconds(7);
    assertThat(config.origin(Settings.INTERVAL)).isEqualTo("environment RLTUNE_DAEMON_INTERVAL");
    assertThat(config.partitions().get("gpu").get(ScopedSettings.WEIGHT)).contains(2.0);
    assertThat(config.partitions().get("gpu").get(ScopedSettings.MODE)).contains(Mode.ENFORCE);
    assertThat(config.partitions().get("gpu").get(ScopedSettings.MAX_GPUS)).isEmpty();
  }

  @Test
  void problemsOfAllSourcesAreToldAtOnce() throws Exception {
    Files.writeString(main, "daemon: {mod: shadow}\n");
    confD("10.yaml", "partitions:\n  gpu:\n    wieght: 2\n    mode: loud\naccounts: [a]\n");

    List<String> problems =
        problems(
            Map.of(
                "RLTUNE_DAEMON_INTERVALL", "1s",
                "RLTUNE_EXCLUDE_QOS", "a b",
                "RLTUNE_LAB", "somebody else's"));

    Path confD = etc.toAbsolutePath().resolve("conf.d/10.yaml");
    assertThat(problems)
        .containsExactly(
            main + ":1: unknown key 'daemon.mod' (value 'shadow'); did you mean 'daemon.mode'?",
            confD
                + ":3: unknown key 'partitions.gpu.wieght' (value '2'); did you mean 'partitions.gpu.weight'?",
            confD
                + ":4: key 'partitions.gpu.mode': value 'loud' must be one of off, observe, shadow, advise, enforce",
            confD + ":5: 'accounts' must be a section of keys",
            "environment: unknown variable 'RLTUNE_DAEMON_INTERVALL'; did you mean 'RLTUNE_DAEMON_INTERVAL'?",
            "environment: variable 'RLTUNE_EXCLUDE_QOS': value 'a b' must be a list of names such as [a, b]");
  }

  @Test
  void listsAndMapsInTheEnvironmentAreWrittenAsInTheFile() throws Exception {
    Config config =
        ConfigLoader.load(
            main,
            Map.of(
                "RLTUNE_EXCLUDE_QOS", "[low, scavenger]",
                "RLTUNE_PLANNER_GPU_SPEED", "{a100: 1, t4: 0.25}"));

    assertThat(config.get(Settings.EXCLUDE_QOS)).isEqualTo(Set.of("low", "scavenger"));
    assertThat(config.get(Settings.GPU_SPEED)).containsEntry("t4", 0.25);
  }

  @Test
  void theCredentialOfSystemdIsTheTokenUnlessTheFileNamesOne() throws Exception {
    Path credentials = Files.createDirectory(etc.resolve("credentials"));
    Files.writeString(credentials.resolve("slurm-token"), "a.b.c");
    Map<String, String> environment = Map.of("CREDENTIALS_DIRECTORY", credentials.toString());

    assertThat(ConfigLoader.load(main, environment).get(Settings.TOKEN_FILE))
        .isEqualTo(credentials.resolve("slurm-token"));

    confD("token.yaml", "slurm: {token_file: /etc/rltune/own}\n");
    assertThat(ConfigLoader.load(main, environment).get(Settings.TOKEN_FILE))
        .isEqualTo(Path.of("/etc/rltune/own"));
  }

  @Test
  void aTokenBesideTheConfigurationIsTakenWhereNothingElseIsNamed() throws Exception {
    Path token = Files.writeString(etc.resolve("token"), "a.b.c");
    Path credentials = Files.createDirectory(etc.resolve("credentials"));
    Files.writeString(credentials.resolve("slurm-token"), "d.e.f");
    Map<String, String> asService = Map.of("CREDENTIALS_DIRECTORY", credentials.toString());

    assertThat(ConfigLoader.load(main, Map.of()).get(Settings.TOKEN_FILE)).isEqualTo(token);
    assertThat(ConfigLoader.load(main, asService).get(Settings.TOKEN_FILE))
        .isEqualTo(credentials.resolve("slurm-token"));

    confD("token.yaml", "slurm: {token_command: mint}\n");
    assertThat(ConfigLoader.load(main, Map.of()).get(Settings.TOKEN_FILE)).hasToString("");
  }

  @Test
  void anEmptyCredentialIsNone() throws Exception {
    Files.createFile(etc.resolve("slurm-token"));

    Config config = ConfigLoader.load(main, Map.of("CREDENTIALS_DIRECTORY", etc.toString()));

    assertThat(config.get(Settings.TOKEN_FILE)).hasToString("");
  }

  @Test
  void aPasswordInAnAddressIsMasked() throws Exception {
    Files.writeString(main, "slurm: {endpoint: 'http://me:hunter2@slurm:6820'}\n");

    assertThat(ConfigLoader.load(main, Map.of()).lines().toString())
        .doesNotContain("hunter2")
        .contains("http://(secret)@slurm:6820");
  }

  @Test
  void showsScopesWithTheirOrigin() throws Exception {
    confD("10.yaml", "accounts:\n  physics:\n    max_gpus: 8\n");

    assertThat(ConfigLoader.load(main, Map.of()).lines())
        .contains(
            new Config.Line(
                "accounts.physics.max_gpus",
                "8",
                etc.toAbsolutePath().resolve("conf.d/10.yaml") + ":3"));
  }

  @Test
  void whatIsOpenedOnceNeedsARestart() throws Exception {
    Config before = ConfigTexts.config("daemon: {mode: shadow}");
    Config after = ConfigTexts.config("daemon: {mode: enforce}\nslurm: {user: other}");

    assertThat(before.needingRestart(after)).containsExactly("slurm.user");
  }

  private void confD(String name, String yaml) throws IOException {
    Files.writeString(etc.resolve("conf.d").resolve(name), yaml);
  }

  private List<String> problems(Map<String, String> environment) {
    return catchThrowableOfType(ConfigException.class, () -> ConfigLoader.load(main, environment))
        .problems();
  }
}
