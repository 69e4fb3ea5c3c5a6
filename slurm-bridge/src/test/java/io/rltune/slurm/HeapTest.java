package io.rltune.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.rltune.model.Job;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A queue of 50,000 jobs is read within 256 MiB of heap, in a JVM of its own. */
class HeapTest {
  private static final int JOBS = 50_000;

  @ParameterizedTest
  @EnumSource(GeneratedJobs.Shape.class)
  void reads50000JobsIn256MiB(GeneratedJobs.Shape shape) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process child =
        new ProcessBuilder(
                java,
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                HeapTest.class.getName(),
                shape.name())
            .redirectErrorStream(true)
            .start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).as(said).isZero();
    assertThat(said).contains("read " + JOBS + " jobs");
  }

  /** The child: holds all jobs at once, as a snapshot does. */
  public static void main(String[] arguments) throws Exception {
    GeneratedJobs.Shape shape = GeneratedJobs.Shape.valueOf(arguments[0]);
    GeneratedJobs answer = new GeneratedJobs(shape, JOBS);
    List<Job> jobList = ParseBench.jobs(answer, shape);
    long gpus = jobList.stream().mapToLong(job -> job.request().gpus().total()).sum();
    if (jobList.stream().anyMatch(job -> !job.oddity().isEmpty()) || gpus == 0) {
      throw new IllegalStateException("a job is odd, or there are no GPUs");
    }
    System.out.println("read " + jobList.size() + " jobs of " + answer.bytes() + " bytes");
  }
}
