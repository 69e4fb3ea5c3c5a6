package io.rltune.sim.trace;

import io.rltune.sim.workload.WorkloadJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the jobs of a trace and makes the workload of them. */
final class TraceBuilder implements TraceSink {
  private final TraceOptions options;
  private final List<TraceJob> traceJobs = new ArrayList<>();
  private final Map<String, Integer> leftOut = new LinkedHashMap<>();
  private final Map<String, Integer> notes = new LinkedHashMap<>();

  TraceBuilder(TraceOptions options) {
    this.options = options;
  }

  @Override
  public void job(TraceJob job) {
    traceJobs.add(job);
  }

  @Override
  public void leftOut(String reason) {
    leftOut.merge(reason, 1, Integer::sum);
  }

  @Override
  public void note(String what) {
    notes.merge(what, 1, Integer::sum);
  }

  /**
   * The workload: in order of submit time, ties in order of the file, the first job at 0.
   *
   * @throws TraceException where no job is left
   */
  Trace build(String source, TraceFormat format, List<LineProblem> problems) throws TraceException {
    traceJobs.sort(Comparator.comparingDouble(TraceJob::submitS));
    JobFitter fitter = new JobFitter(options, this);
    List<WorkloadJob> jobs = new ArrayList<>();
    double firstS = 0;
    for (TraceJob job : traceJobs) {
      if (jobs.size() >= options.maxJobs()) {
        break;
      }
      firstS = jobs.isEmpty() ? job.submitS() : firstS;
      double submitS = (job.submitS() - firstS) / options.arrivalScale();
      fitter.fit(job, jobs.size(), submitS).ifPresent(jobs::add);
    }
    if (jobs.isEmpty()) {
      throw new TraceException(
          "%s: holds no job that can run on cluster %s; left out: %s, damaged lines: %d"
              .formatted(source, options.cluster().name(), leftOut, problems.size()));
    }
    return new Trace(source, format, jobs, problems, leftOut, notes);
  }
}
