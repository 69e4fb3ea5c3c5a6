package io.rltune.daemon.slurm;

import static io.rltune.daemon.slurm.SlurmLab.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.daemon.history.History;
import io.rltune.daemon.history.JobRun;
import io.rltune.daemon.slurm.DaemonProcess.Setup;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a daemon that starts learns from a real slurmdbd. */
class PastRunsOnSlurmTest extends OnSlurm {
  private static final String NAME = "past-run|with-a-bar";

  private long ranAndEnded() throws Exception {
    long job = lab.submit("bob", "--partition=batch", "--time=7", "--job-name=" + NAME);
    eventually("job " + job + " running", () -> lab.state(job).equals("RUNNING"));
    lab.cancel(job);
    // Of a job this short slurmdbd may hear the end first, and knows no name and no limit until
    // slurmctld sends its start, five seconds later.
    eventually(
        "slurmdbd has all of it",
        () ->
            lab.slurm("sacct", "-n", "-X", "-P", "-j", Long.toString(job), "-o", "State,JobName")
                .strip()
                .matches("CANCELLED.*" + Pattern.quote("|" + NAME)));
    return job;
  }

  private Setup setup(String sacct) {
    return Setup.of(lab, home, "shadow").with("history:\n  sacct: \"" + sacct + "\"\n");
  }

  @Test
  void runsOfBeforeTheDaemonAreLearntOnceAndExplained() throws Exception {
    long job = ranAndEnded();

    try (DaemonProcess daemon = setup("sacct").start()) {
      daemon.awaitLog("learnt [1-9][0-9]* runs of .* users .* from slurmdbd");
      assertThat(daemon.run("explain", Long.toString(job))).contains("slurmdbd told of it");
      assertThat(daemon.run("connect-check")).containsPattern("slurmdbd tells of [1-9]");
    }

    try (History history = History.reading(home.resolve("state").resolve("history.db"))) {
      assertThat(history.ofJob(job))
          .first()
          .satisfies(
              run -> {
                assertThat(run.name()).isEqualTo(NAME);
                assertThat(run.user()).isEqualTo("bob");
                assertThat(run.timeLimitS()).isEqualTo(420);
                assertThat(run.size().nodes()).isEqualTo(1);
                assertThat(run.runtimeIsKnown()).isTrue();
              });
      assertThat(history.lastEnded("", 100_000))
          .extracting(JobRun::jobId, JobRun::submit)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void aDaemonThatCannotAskSaysSoOnceAndGoesOn() throws Exception {
    try (DaemonProcess daemon = setup("/nowhere/sacct").start()) {
      daemon.awaitLog("no runs of before learnt from slurmdbd \\(try 1 of 3\\).*/nowhere/sacct");
      daemon.awaitCycles(2);
      assertThat(daemon.run("connect-check")).contains("none from slurmdbd", "/nowhere/sacct");
    }
  }
}
