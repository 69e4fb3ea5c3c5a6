package io.rltune.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real headless Chromium; skips where there is none. */
class ReportInBrowserTest {
  /** Browser processes may still write to the directory when they are killed. */
  @TempDir private Path directory;

  @Test
  void allChartsAreDrawnAndNoNameRuns() throws Exception {
    Path chromium = chromium();
    Path page =
        Files.writeString(
            directory.resolve("report.html"),
            HtmlReport.of(SampleReport.input(List.of("multifactor-easy", "fcfs"))));

    String dom = dom(chromium, page);

    // Five charts and two heat maps; the script counts them when all are drawn.
    assertThat(dom).contains("data-charts=\"7\"");
    assertThat(dom.split("<canvas", -1)).hasSize(5 + 2 + 1);
    assertThat(dom.split("role=\"img\" aria-label=\"", -1)).hasSize(5 + 2 + 1);
    assertThat(dom)
        .contains("<title>RLTune: what each policy is worth</title>")
        .doesNotContain("<img");
  }

  private String dom(Path chromium, Path page) throws IOException, InterruptedException {
    Path output = directory.resolve("dom.html");
    List<String> command = new ArrayList<>(List.of(chromium.toString()));
    command.addAll(
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--user-data-dir=" + directory.resolve("profile"),
            "--virtual-time-budget=5000",
            "--dump-dom",
            page.toUri().toString()));
    Process browser =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(directory.resolve("errors").toFile())
            .start();
    try {
      assertThat(browser.waitFor(120, TimeUnit.SECONDS))
          .as("chromium answers within two minutes")
          .isTrue();
    } finally {
      browser.descendants().forEach(ProcessHandle::destroyForcibly);
      browser.destroyForcibly();
    }
    return Files.readString(output);
  }

  private static Path chromium() {
    Optional<Path> found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .filter(entry -> !entry.isEmpty())
            .flatMap(
                entry ->
                    Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(entry, name)))
            .filter(Files::isExecutable)
            .findFirst();
    Assumptions.assumeTrue(
        found.isPresent(), "SKIPPED: no chromium on the PATH (Debian: apt-get install chromium)");
    return found.get();
  }
}
