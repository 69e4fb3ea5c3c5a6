package io.rltune.slurm;

import com.sun.management.ThreadMXBean;
import io.rltune.model.Job;
import io.rltune.slurm.rest.AnswerReader;
import io.rltune.slurm.version.ApiAdapter;
import io.rltune.slurm.version.ApiVersions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures how long it takes to read a jobs answer into jobs, and what that allocates. */
public final class ParseBench {
  /**
   * One measurement.
   *
   * @param shape old (v0.0.38) or new (v0.0.42)
   * @param jobs records in the answer
   * @param answerMb size of the answer in MB (10^6 bytes)
   * @param medianMs median wall time to parse and map, in ms
   * @param bestMs shortest of the runs, in ms
   * @param cpuMs median CPU time, in ms; on a busy machine this says more than wall time
   * @param allocatedMb allocated by one run, in MB
   * @param runs measured runs, after one that warms up
   */
  public record Result(
      String shape,
      int jobs,
      double answerMb,
      double medianMs,
      double bestMs,
      double cpuMs,
      double allocatedMb,
      int runs) {}

  private ParseBench() {}

  /** Measures one shape and size. */
  public static Result measure(GeneratedJobs.Shape shape, int jobs, int runs) throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    read(shape, jobs);
    double[] tookMs = new double[runs];
    double[] cpuMs = new double[runs];
    long allocated = 0;
    long bytes = 0;
    for (int run = 0; run < runs; run++) {
      long allocatedBefore = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
      long cpuBegin = threads.getCurrentThreadCpuTime();
      long begin = System.nanoTime();
      bytes = read(shape, jobs);
      tookMs[run] = (System.nanoTime() - begin) / 1e6;
      cpuMs[run] = (threads.getCurrentThreadCpuTime() - cpuBegin) / 1e6;
      allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - allocatedBefore;
    }
    Arrays.sort(tookMs);
    Arrays.sort(cpuMs);
    return new Result(
        shape.name().toLowerCase(java.util.Locale.ROOT),
        jobs,
        bytes / 1e6,
        tookMs[runs / 2],
        tookMs[0],
        cpuMs[runs / 2],
        allocated / 1e6,
        runs);
  }

  /** Reads an answer into jobs, as a snapshot does. */
  private static long read(GeneratedJobs.Shape shape, int jobs) throws IOException {
    GeneratedJobs answer = new GeneratedJobs(shape, jobs);
    List<Job> jobList = jobs(answer, shape);
    if (jobList.size() != jobs) {
      throw new IllegalStateException("read " + jobList.size() + " jobs of " + jobs);
    }
    return answer.bytes();
  }

  static List<Job> jobs(GeneratedJobs answer, GeneratedJobs.Shape shape) throws IOException {
    String version = shape == GeneratedJobs.Shape.OLD ? "v0.0.38" : "v0.0.42";
    Records records = new Records(ApiVersions.adapter(version).orElseThrow(), new ArrayList<>());
    List<Job> jobList = new ArrayList<>();
    AnswerReader.read(
        answer, ApiAdapter.JOBS, json -> records.activeJob(json).ifPresent(jobList::add));
    return jobList;
  }
}
