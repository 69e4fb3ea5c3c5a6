package io.rltune.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rltune.daemon.service.JournalRescue;
import io.rltune.daemon.service.StateDir;
import io.rltune.slurm.JobUpdate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk, a damaged file, a size cap: nothing acknowledged is lost. */
class JournalFaultsTest {
  @TempDir Path directory;

  @Test
  void aFullDiskStopsIntentsAndKeepsOutcomesUntilThereIsRoom() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    Assumptions.assumeTrue(mount(disk), "SKIPPED: a tmpfs needs root");
    try (Journal journal = Journal.open(disk.resolve("journal.db"))) {
      List<Long> ids = journal.intend(1, 100, List.of(write(1, 5)));
      Path ballast = disk.resolve("ballast");
      fill(ballast);

      assertThatThrownBy(() -> journal.conclude(Map.of(ids.get(0), "ok"), 101, bulky()))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("full")
          .hasMessageContaining("free the disk");
      assertThatThrownBy(() -> journal.intend(2, 102, List.of(write(2, 5))))
          .as("no write is sent that was not journaled")
          .isInstanceOf(JournalException.class);

      Files.delete(ballast);
      journal.intend(3, 103, List.of(write(3, 5)));

      assertThat(journal.ofJob(1))
          .singleElement()
          .satisfies(e -> assertThat(e.outcome()).contains("ok"));
      assertThat(journal.touched()).hasSize(bulky().size());
    } finally {
      new ProcessBuilder("umount", disk.toString()).start().waitFor();
    }
  }

  @Test
  void aDamagedFileIsPutAsideAndRebuiltFromTheCopyAndWritingIsPaused() throws Exception {
    StateDir state = StateDir.create(directory.resolve("state"));
    try (Journal journal = Journal.open(state.journal())) {
      journal.intend(1, 100, List.of(write(1, 5)));
    }
    Files.writeString(
        state.touched(),
        "[{\"job_id\":1,\"site_factor\":5,\"fixed_priority\":false,\"lease\":[\"n1\"],\"lease_until\":7,\"last_seen\":100}]");
    Files.writeString(state.journal(), "this is no database ".repeat(500));
    List<String> alerts = new ArrayList<>();

    try (Journal journal = new JournalRescue(state).open(123, alerts)) {
      assertThat(journal.touched().values())
          .containsExactly(new TouchedJob(1, 5, false, List.of("n1"), 7, 100));
    }
    assertThat(state.path().resolve("journal.db.damaged-123")).exists();
    assertThat(state.pause()).exists();
    assertThat(alerts).singleElement().asString().contains("1 touched jobs taken over");
  }

  @Test
  void aPageOverwrittenInTheMiddleIsNoticedAtTheStart() throws Exception {
    StateDir state = StateDir.create(directory.resolve("state"));
    try (Journal journal = Journal.open(state.journal())) {
      for (int cycle = 0; cycle < 50; cycle++) {
        journal.intend(cycle, 100, Collections.nCopies(20, write(cycle, 5)));
      }
    }
    byte[] bytes = Files.readAllBytes(state.journal());
    for (int page = 8; page < bytes.length / 4096; page++) {
      java.util.Arrays.fill(bytes, page * 4096, page * 4096 + 2048, (byte) 0x5a);
    }
    Files.write(state.journal(), bytes);
    List<String> alerts = new ArrayList<>();

    new JournalRescue(state).open(123, alerts).close();

    assertThat(alerts).hasSize(1);
  }

  @Test
  void theSizeCapForgetsTheOldestConcludedWritesOnly() {
    try (Journal journal = Journal.open(directory.resolve("journal.db"))) {
      List<Long> open = journal.intend(0, 0, List.of(write(7, 1)));
      for (int cycle = 1; cycle <= 100; cycle++) {
        List<Long> ids = journal.intend(cycle, cycle, Collections.nCopies(100, write(cycle, 5)));
        Map<Long, String> outcomes = new java.util.HashMap<>();
        ids.forEach(id -> outcomes.put(id, "ok"));
        journal.conclude(outcomes, cycle, List.of());
      }

      journal.trim(400_000);

      assertThat(journal.ofJob(1)).isEmpty();
      assertThat(journal.ofJob(100)).hasSize(100);
      assertThat(journal.open()).extracting(Journal.Entry::id).isEqualTo(open);
      assertThat(journal.confirmedWrites()).as("a counter never falls").isEqualTo(10_000);
    }
  }

  private static List<TouchedJob> bulky() {
    List<TouchedJob> jobs = new ArrayList<>();
    for (int id = 1; id <= 500; id++) {
      jobs.add(new TouchedJob(id, 5, false, List.of("node-with-a-long-name-" + id), 7, 100));
    }
    return jobs;
  }

  private static PlannedWrite write(long job, int factor) {
    return new PlannedWrite(new JobUpdate.SiteFactor(job, factor), "0", "test");
  }

  private static boolean mount(Path disk) throws IOException, InterruptedException {
    return new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString())
            .redirectErrorStream(true)
            .start()
            .waitFor()
        == 0;
  }

  private static void fill(Path file) throws IOException {
    try (var out = Files.newOutputStream(file)) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }
}
