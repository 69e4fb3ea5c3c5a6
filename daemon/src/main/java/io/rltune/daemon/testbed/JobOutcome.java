package io.rltune.daemon.testbed;

import io.rltune.daemon.testbed.Lab.JobRecord;
import io.rltune.sim.workload.WorkloadJob;
import java.util.Locale;

/**
 * What became of one job.
 *
 * @param job as it was submitted
 * @param record as the accounting has it
 * @param requiredNodes node list that it started with; empty for none
 */
record JobOutcome(WorkloadJob job, JobRecord record, String requiredNodes) {
  static final String CSV_HEADER =
      "arm,index,job_id,account,gpus,gpu_type,nodes,runtime_s,time_limit_s,due_s,"
          + "submit,start,end,wait_s,state,required_nodes";

  /** One line for {@code --csv}; submit, start and end are seconds since the epoch. */
  String csv(String arm) {
    return String.format(
        Locale.ROOT,
        "%s,%d,%d,%s,%d,%s,%d,%.1f,%d,%.1f,%d,%d,%d,%d,%s,\"%s\"",
        arm,
        job.index(),
        record.id(),
        job.account(),
        job.gpus(),
        job.gpuType(),
        job.nodes(),
        job.runtimeS(),
        job.timeLimitS(),
        job.submitS(),
        record.submit(),
        record.start(),
        record.end(),
        record.start() - record.submit(),
        record.state(),
        requiredNodes);
  }
}
